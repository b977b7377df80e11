//! Work on a table that can be done in parts, shared out to threads.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::{panic, thread};

/// Buckets in a part: half a megabyte, which takes many times longer than to fetch the part.
pub(super) const PART: usize = 1 << 12;

/// Does the work on each part, by at most so many threads, of which the caller's is one. The results come in any order.
pub(super) fn share_out<P: Send, R: Send>(
    parts: impl ExactSizeIterator<Item = P> + Send,
    threads: NonZeroUsize,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    let helpers = threads.get().min(parts.len()).saturating_sub(1);
    let parts = Mutex::new(parts);
    let next = || {
        let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.next()
    };
    let take_part = || std::iter::from_fn(next).map(&work).collect::<Vec<_>>();
    thread::scope(|scope| {
        let help = |_| {
            let name = "table helper".to_string();
            let builder = thread::Builder::new().name(name);
            builder.spawn_scoped(scope, take_part)
        };
        // Those that the system does not grant are done without.
        let helpers: Vec<_> = (0..helpers).map_while(|n| help(n).ok()).collect();
        let own = take_part();
        let others = helpers.into_iter().map(|helper| match helper.join() {
            Ok(results) => results,
            Err(cause) => panic::resume_unwind(cause),
        });
        others.chain([own]).flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_done_once() {
        for threads in [1, 2, 5, 40] {
            let threads = NonZeroUsize::new(threads).expect("not 0");
            for parts in [0, 1, 2, 30] {
                let mut done = share_out(0..parts, threads, |part: usize| part);
                done.sort_unstable();
                assert_eq!(done, (0..parts).collect::<Vec<_>>());
            }
        }
    }
}
