/** What is seen of the runs at one moment after the last fault. */
export interface Look {
  /** Milliseconds of a clock that only goes forward. */
  readonly at: number
  /** Runs without an outcome, or still held by an engine. */
  readonly open: number
  /** Events in the histories of all runs. */
  readonly events: number
  /** Engines whose lease has not expired. */
  readonly engines: number
}

/** How long the runs have stood still, folded over the looks. */
export interface Settling {
  readonly last: Look
  /** Since something changed. */
  readonly quietMs: number
}

/**
 * `lost`: engines are alive, and none of them moves what is left. `starved`:
 * no engine kept a lease, so nothing can be said about the runs.
 */
export type Verdict = 'settled' | 'wait' | 'starved' | 'lost'

/** Past every timer, retry and lease of the workflows here. */
const QUIET_MS = 60_000
/** An engine that gets next to no processor is given this long to take a lease again. */
const STARVED_MS = 10 * 60_000
/** A longer gap between two looks means that this process did not get the processor either. */
const LONGEST_GAP_MS = 1_000

export function settling(before: Settling | null, look: Look): Settling {
  if (before === null) return { last: look, quietMs: 0 }
  const { last, quietMs } = before
  if (look.open !== last.open || look.events !== last.events) return { last: look, quietMs: 0 }
  return { last: look, quietMs: quietMs + Math.min(look.at - last.at, LONGEST_GAP_MS) }
}

export function verdictOn({ last, quietMs }: Settling): Verdict {
  if (last.open === 0) return 'settled'
  if (quietMs < QUIET_MS) return 'wait'
  if (last.engines > 0) return 'lost'
  return quietMs < STARVED_MS ? 'wait' : 'starved'
}
