import type { Topic } from '../../ports.ts'

/** The channels of hints, the same for every transport. */
export const channelOf: Record<Topic, string> = {
  engine: 'heddle_engine',
  locks: 'heddle_locks',
  log: 'heddle_log',
  settled: 'heddle_settled',
  work: 'heddle_work',
}

export const topics = Object.keys(channelOf) as Topic[]

/** Hints of eager starts to every engine, while versions are mixed: see `mayAddress` of server/fleet. */
export const EAGER_STARTS = 'heddle_given'

/**
 * The channel of one registration of an engine. Its epoch names it: a run keeps the epoch of the engine that had it last
 * (`run_state.engine_epoch`), so that a sender knows the channel without a look-up.
 */
export const channelOfEngine = (epoch: number): string => `heddle_e_${epoch}`
