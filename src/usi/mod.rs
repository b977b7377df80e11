//! The engine side of the USI protocol, for graphical interfaces that ask for mates.
//!
//! What such a program sends is read by `command`, kept by `options` and `task`, and dispatched by `engine`,
//! which alone writes. Reading and searching each have a thread of their own: `input` hands over lines, and
//! `hunt` searches and hands over what it finds. `info` puts that into the words of the protocol.
//!
//! The answer to each `go mate` is exactly one line:
//!
//! * `checkmate` and the moves of a line that mates;
//! * `checkmate nomate` when there is proven to be none;
//! * `checkmate timeout` when neither was found out before a limit or `stop`;
//! * `checkmate notimplemented` when the question makes no sense; an `info string` says why.
//!
//! A `go` without `mate` asks for a move in a game, which is not what this engine is for: it resigns.
//!
//! The protocol is defined on the page of Shogidokoro, <https://shogidokoro2.stars.ne.jp/usi.html>; `go nodes`
//! together with `mate` is an addition of YaneuraOu's.
//!
//! Where the opponent has no king and the side to move is in check, that side is the one to be mated: the line
//! begins with its reply.

mod command;
mod engine;
mod hunt;
mod info;
mod input;
mod options;
mod task;

pub use command::{Command, Go, MateLimits};
pub use engine::run;
