//! The memory of a table: reserved at once, used bit by bit.

use super::bucket::Bucket;
use super::share_out::{PART, share_out};
use std::num::NonZeroUsize;

/// Buckets without entries, in room for `most` of them or as many as the system grants, at least one.
///
/// Room costs no memory until it is used, and whoever grows into it need not move.
pub(super) fn reserve(most: usize) -> Vec<Bucket> {
    let mut buckets = Vec::new();
    let mut wanted = most.max(1);
    while buckets.try_reserve_exact(wanted).is_err() && wanted > 1 {
        wanted /= 2;
    }
    buckets
}

/// From this size on, larger pages pay: look-ups go anywhere, and small pages need more translations than a
/// processor remembers.
#[cfg(all(target_os = "linux", not(miri)))]
const HUGE_PAGE: usize = 2 << 20;

/// Lengthens the table to `buckets`, for which there must be room, and asks for large pages once they pay.
///
/// The system clears a page when it is first written, which is half of the time that a table takes to grow:
/// threads share that as well, so the buckets are written before they belong to the vector.
///
/// # Panics
/// When there is no room, or the table is longer already.
pub(super) fn extend(memory: &mut Vec<Bucket>, buckets: usize, threads: NonZeroUsize) {
    advise_huge_pages(memory, buckets);
    let more = buckets - memory.len();
    let new = &mut memory.spare_capacity_mut()[..more];
    share_out(new.chunks_mut(PART), threads, |part| {
        for bucket in part {
            bucket.write(Bucket::empty());
        }
    });
    // SAFETY: There is room for so many, and those beyond the present end have all just been written.
    unsafe { memory.set_len(buckets) };
}

/// Asks the system to back what lies between the present end and that of `buckets` with huge pages.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise_huge_pages(memory: &mut Vec<Bucket>, buckets: usize) {
    let start = memory.as_ptr() as usize;
    let room = start..start + memory.capacity().min(buckets) * size_of::<Bucket>();
    let unused = start + size_of_val(memory.as_slice());
    let first = unused.next_multiple_of(HUGE_PAGE);
    let end = room.end / HUGE_PAGE * HUGE_PAGE;
    if first >= end {
        return;
    }
    // SAFETY: The range lies within the room of the vector, and the advice changes no contents, only how
    // they are backed. When it is refused, all works as before.
    unsafe {
        libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise_huge_pages(_: &mut Vec<Bucket>, _: usize) {}

/// Brings a bucket on its way from memory.
#[inline]
pub(super) fn prefetch(bucket: &Bucket) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = std::ptr::from_ref(bucket).cast::<i8>();
        // SAFETY: Both lines lie within the bucket, and a prefetch reads nothing that the program could see.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(start);
            _mm_prefetch::<_MM_HINT_T0>(start.add(size_of::<Bucket>() / 2));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bucket;
}
