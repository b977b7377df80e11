//! Many problems: reading them, solving them in parallel, writing the answers.
//!
//! A [`Record`] is a problem as a collection gives it. [`Records`] reads them from files, folders and
//! standard input, in any format; a [`Target`] writes them in another; [`run`] solves them and hands each back [`Answered`], in order; [`output`] writes those.

mod answered;
mod blocks;
mod certificate;
mod composed;
mod error;
mod export;
mod file_names;
mod finished;
mod format;
mod game;
pub mod human;
mod jobs;
mod judged;
mod lines;
mod memo;
pub mod output;
mod pick;
mod reader;
mod reading;
mod record;
mod runner;
mod shard;
mod solvers;
mod source;
mod stated_line;
mod summary;
mod verified;
mod verifying;

pub use answered::{Answered, Concern, Effort, Finding};
pub use blocks::MAX_RECORD;
pub use certificate::Certificate;
pub use composed::{Earlier, Making, Material, known, material};
pub use error::{InputError, Place};
pub use export::Target;
pub use file_names::FileNames;
pub use finished::{Account, Answers, Finished, Skipped, Unfinished};
pub use judged::judged;
pub use lines::MAX_LINE;
pub(crate) use lines::{LineError, Lines};
pub use pick::Pick;
pub use reader::Records;
pub use record::{Record, Stated, Verdict};
pub use runner::{Observer, RunOptions, run};
pub use shard::{InvalidShard, Shard};
pub use source::{Source, count_problems, files_ending_in};
pub use summary::Summary;
pub use verified::{Verification, Verified};
pub use verifying::{ProblemWatcher, VerifyOptions, verify_all};
