import { couldAnswerMs, type ThreadTimes } from './run-delay.ts'

/** For how long a thread has not answered, or the call of a function has not returned. */
export interface Silence {
  /** For so long it could have answered: what it was kept waiting for the processor is not held against it. */
  readonly ms: number
  /** For so long it has used a processor meanwhile; the whole time where the system does not say. */
  readonly ranMs: number
  /** For so long it has lasted, and for so long of that the thread has used a processor or waited for one. */
  readonly lastedMs: number
  readonly wantedMs: number
}

export const noSilence: Silence = { ms: 0, ranMs: 0, lastedMs: 0, wantedMs: 0 }

/** How things stood with a thread at an instant. */
export interface ThreadMark {
  readonly at: number
  /** Null where the system does not say. */
  readonly times: ThreadTimes | null
}

/** `excusedShare` of its silence at most is put down to others who had the processor. */
export function silenceSince(before: ThreadMark, { at, times }: ThreadMark, excusedShare: number): Silence {
  const lastedMs = at - before.at
  if (!times || !before.times) return { ms: lastedMs, ranMs: lastedMs, lastedMs, wantedMs: lastedMs }
  const ranMs = times.ranMs - before.times.ranMs
  const waitedMs = times.waitedMs - before.times.waitedMs
  return { ms: couldAnswerMs(lastedMs, waitedMs, excusedShare), ranMs, lastedMs, wantedMs: ranMs + waitedMs }
}
