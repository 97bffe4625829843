import { execFile } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** The calling thread's number, by which others find it; 0 where the system does not say. */
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

/** What a thread of this process has done in all; null where the system does not say. */
export function threadTimes(thread: number): ThreadTimes | null {
  if (thread === 0) return null
  try {
    const [ran, waited] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
  } catch {
    return null
  }
}

/** Linux gives every thread a priority of its own; elsewhere there is no such number. */
export function yieldAltogether(thread: number): void {
  if (thread === 0) return
  try {
    setPriority(thread, constants.priority.PRIORITY_LOW)
  } catch {
    // It is gone, or it is forbidden: then it is as quick as it was.
  }
  // Even at the lowest priority it keeps a processor that it has got for some milliseconds; as idle work it leaves it at once.
  execFile('chrt', ['--idle', '--pid', '0', String(thread)], () => undefined)
}

/**
 * How long a thread could have answered, as far as that can be told. What it was kept waiting is not held against it,
 * but never more than `excusedShare` of its silence, so that it is ended some day.
 */
export function couldAnswerMs(silentMs: number, keptWaitingMs: number, excusedShare: number): number {
  return silentMs - Math.min(keptWaitingMs, excusedShare * silentMs)
}
