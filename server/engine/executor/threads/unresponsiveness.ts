import type { ThreadTimes } from './thread-cpu.ts'

/** The time for which a thread has not answered, or a function call has not returned: the time without a heartbeat. */
export interface Unresponsiveness {
  /** Milliseconds for which the thread could have answered: the wait for a processor is excused. */
  readonly ms: number
  /** Milliseconds on a processor meanwhile; the whole time where the system does not say. */
  readonly ranMs: number
  /** Milliseconds of the whole time, and the part in which the thread used a processor or waited for one. */
  readonly lastedMs: number
  readonly wantedMs: number
}

export const responsive: Unresponsiveness = { ms: 0, ranMs: 0, lastedMs: 0, wantedMs: 0 }

/** The clock and the processor times of a thread at one instant. */
export interface CpuSample {
  readonly at: number
  /** Null where the system does not say. */
  readonly times: ThreadTimes | null
}

/** The unresponsiveness between two samples. `excusedShare` of it at most is excused as a wait for the processor. */
export function unresponsivenessSince(
  before: CpuSample,
  { at, times }: CpuSample,
  excusedShare: number,
): Unresponsiveness {
  const lastedMs = at - before.at
  if (!times || !before.times) return { ms: lastedMs, ranMs: lastedMs, lastedMs, wantedMs: lastedMs }
  const ranMs = times.ranMs - before.times.ranMs
  const waitedMs = times.waitedMs - before.times.waitedMs
  return { ms: couldAnswerMs(lastedMs, waitedMs, excusedShare), ranMs, lastedMs, wantedMs: ranMs + waitedMs }
}

/**
 * The time for which a thread could have answered, as far as that can be told. The time for which the thread waited for
 * a processor is excused, up to `excusedShare` of the whole, so that an unresponsive thread is ended some day.
 */
export function couldAnswerMs(lastedMs: number, waitedMs: number, excusedShare: number): number {
  return lastedMs - Math.min(waitedMs, excusedShare * lastedMs)
}
