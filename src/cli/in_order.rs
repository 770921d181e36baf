//! Jobs on threads, their results in order.

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        mpsc::{channel, sync_channel},
    },
    thread,
};

/// The number of threads asked for, or one a core.
///
/// Far more than there are cores look for work in each other's queues, each in all of them: a thousand on two
/// cores took 25 s to find that there was none left. So there are no more than sixteen a core.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    asked.map_or(cores, |asked| usize::from(asked).min(16 * cores))
}

/// Jobs a thread that may be begun before the result of an earlier one is given.
const AHEAD: usize = 256;

/// Does the jobs on so many threads and gives each result to `emit`, in the order of the jobs and as soon as
/// those before it are given; a break ends it, once the jobs begun are done.
///
/// Behind a job that takes long the others go on, but not for ever: their results have to be kept.
///
/// Gives what `emit` breaks with, if it does. The threads are none of rayon's: a job may use its pool.
pub(super) fn in_order<J, R: Send, B>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(J) -> R + Sync,
    mut emit: impl FnMut(R) -> ControlFlow<B>,
    stop: impl FnOnce(),
) -> Option<B> {
    let (permit, permits) = channel();
    let jobs = Mutex::new((jobs.enumerate(), permits));
    let next = || {
        let (jobs, permits) = &mut *jobs.lock().unwrap_or_else(PoisonError::into_inner);
        // There is none after a break.
        permits.recv().ok()?;
        jobs.next()
    };
    thread::scope(|scope| {
        // Its end in here is what frees the threads that wait.
        let permit = permit;
        let allow = |count| (0..count).all(|_| permit.send(()).is_ok());
        allow(AHEAD * threads);
        let (sender, results) = sync_channel(threads);
        for _ in 0..threads {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((index, job)) = next() {
                    // Nobody listens any more after a break.
                    if sender.send((index, work(job))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut given = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&given) {
                given += 1;
                allow(1);
                if let ControlFlow::Break(end) = emit(result) {
                    stop();
                    return Some(end);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    use super::*;

    #[test]
    fn there_are_as_many_threads_as_asked_for_but_not_far_more_than_cores() {
        assert_eq!([1, 2, 8].map(|count| threads(Some(count))), [1, 2, 8]);
        assert_eq!(threads(Some(1024)), (16 * threads(None)).min(1024));
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs_however_long_each_takes() {
        for threads in [1, 2, 5] {
            let mut got = Vec::new();
            let end = in_order(
                threads,
                0..100u64,
                |n| {
                    // The earlier of two neighbours takes longer.
                    thread::sleep(Duration::from_micros(200 * (1 - n % 2)));
                    n
                },
                |n| {
                    got.push(n);
                    ControlFlow::<()>::Continue(())
                },
                || panic!("nothing breaks"),
            );
            assert_eq!((end, got), (None, (0..100).collect::<Vec<_>>()));
        }
    }

    #[test]
    fn behind_a_job_that_takes_long_a_bounded_number_is_begun() {
        for threads in [2, 5] {
            let begun = AtomicUsize::new(0);
            let (release, held) = channel();
            let held = Mutex::new(held);
            let mut given = 0;
            let end = in_order(
                threads,
                0..100_000,
                |n| {
                    let begun = begun.fetch_add(1, Ordering::Relaxed) + 1;
                    if begun == AHEAD * threads {
                        release.send(()).expect("the first job listens");
                    }
                    if n == 0 {
                        held.lock().expect("no panic").recv().expect("a word");
                        // The others have all the time there is to begin too many.
                        thread::sleep(Duration::from_millis(20));
                    }
                    begun
                },
                |number| {
                    assert!(number <= given + AHEAD * threads + threads);
                    given += 1;
                    ControlFlow::<()>::Continue(())
                },
                || panic!("nothing breaks"),
            );
            assert_eq!((end, given), (None, 100_000));
        }
    }

    #[test]
    fn a_break_ends_endless_jobs() {
        let mut stopped = false;
        let end = in_order(
            3,
            0u64..,
            |n| n * n,
            |n| {
                if n < 50 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(n)
                }
            },
            || stopped = true,
        );
        assert_eq!((end, stopped), (Some(64), true));
    }
}
