import { couldAnswerMs, type ThreadTimes } from './run-delay.ts'

/** A silence is the time for which a thread has not answered, or a function call has not returned. */
export interface Silence {
  /** Milliseconds for which the thread could have answered: the wait for a processor is excused. */
  readonly ms: number
  /** Milliseconds on a processor during the silence; the whole time where the system does not say. */
  readonly ranMs: number
  /** Milliseconds of the whole silence, and the part in which the thread used a processor or waited for one. */
  readonly lastedMs: number
  readonly wantedMs: number
}

export const noSilence: Silence = { ms: 0, ranMs: 0, lastedMs: 0, wantedMs: 0 }

/** The clock and the times of a thread at one instant. */
export interface ThreadMark {
  readonly at: number
  /** Null where the system does not say. */
  readonly times: ThreadTimes | null
}

/** The silence between two marks. `excusedShare` of it at most is excused as a wait for the processor. */
export function silenceSince(before: ThreadMark, { at, times }: ThreadMark, excusedShare: number): Silence {
  const lastedMs = at - before.at
  if (!times || !before.times) return { ms: lastedMs, ranMs: lastedMs, lastedMs, wantedMs: lastedMs }
  const ranMs = times.ranMs - before.times.ranMs
  const waitedMs = times.waitedMs - before.times.waitedMs
  return { ms: couldAnswerMs(lastedMs, waitedMs, excusedShare), ranMs, lastedMs, wantedMs: ranMs + waitedMs }
}
