//! Many problems: reading them, solving them in parallel, writing the answers.
//!
//! A [`Record`] is a problem as a collection gives it. [`Records`] reads them from files, folders and
//! standard input; [`run`] solves them and hands each back [`Answered`], in order; [`output`] writes those.

mod answered;
mod certificate;
mod error;
mod file_names;
mod finished;
pub mod human;
mod jobs;
mod lines;
mod memo;
pub mod output;
mod reader;
mod reading;
mod record;
mod runner;
mod shard;
mod source;
mod summary;

pub use answered::{Answered, Concern, Effort, Finding};
pub use certificate::Certificate;
pub use error::{InputError, Place};
pub use file_names::FileNames;
pub use finished::{Account, Finished, Skipped, Unfinished};
pub use lines::MAX_LINE;
pub(crate) use lines::{LineError, Lines};
pub use reader::Records;
pub use record::{Record, Stated, Verdict};
pub use runner::{Observer, RunOptions, run};
pub use shard::{InvalidShard, Shard};
pub use source::{Source, count_problems};
pub use summary::Summary;
