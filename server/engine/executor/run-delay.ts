import { execFile } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** The calling thread's number, by which other threads find it; 0 where the system does not say. */
export function threadNumber(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return 0
  }
}

export interface ThreadTimes {
  /** On a processor. */
  readonly ranMs: number
  /** Kept waiting for one. */
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

/** Puts a thread at idle priority. Linux gives every thread a priority of its own; elsewhere the thread number is 0. */
export function yieldAltogether(thread: number): void {
  if (thread === 0) return
  try {
    setPriority(thread, constants.priority.PRIORITY_LOW)
  } catch {
    // The thread is gone, or the change is forbidden: then the thread keeps its priority.
  }
  // Even at the lowest priority a thread keeps its processor for some milliseconds; an idle thread leaves it at once.
  execFile('chrt', ['--idle', '--pid', '0', String(thread)], () => undefined)
}

/**
 * The time for which a thread could have answered, as far as that can be told. The time for which the thread waited for
 * a processor is excused, up to `excusedShare` of its silence, so that a silent thread is ended some day.
 */
export function couldAnswerMs(silentMs: number, keptWaitingMs: number, excusedShare: number): number {
  return silentMs - Math.min(keptWaitingMs, excusedShare * silentMs)
}
