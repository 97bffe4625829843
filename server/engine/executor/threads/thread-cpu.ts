import { execFile } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** The number of the calling thread, by which other threads find it; 0 where the system does not say. */
export function threadNumber(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return 0
  }
}

export interface ThreadTimes {
  /** Milliseconds on a processor. */
  readonly ranMs: number
  /** Milliseconds of waiting for a processor. */
  readonly waitedMs: number
}

/** The total run and wait times of a thread of this process; null where the system does not say. */
export function threadTimes(thread: number): ThreadTimes | null {
  if (thread === 0) return null
  try {
    const [ran, waited] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
  } catch {
    return null
  }
}

/**
 * Puts a thread at idle priority, where it gets only processor time that nothing else wants. Linux gives every thread a
 * priority of its own; elsewhere the thread number is 0.
 */
export function setIdlePriority(thread: number): void {
  if (thread === 0) return
  try {
    setPriority(thread, constants.priority.PRIORITY_LOW)
  } catch {
    // The thread is gone, or the change is forbidden: then the thread keeps its priority.
  }
  // Even at the lowest priority a thread keeps its processor for some milliseconds; an idle thread leaves it at once.
  execFile('chrt', ['--idle', '--pid', '0', String(thread)], () => undefined)
}

/** Lowers the priority of the calling thread; outside of Linux that of its process, which runs only isolated attempts. */
export function lowerPriority(): void {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where a lower priority is forbidden, the thread keeps its priority.
  }
}
