/** How often each fault and each rare situation happened: what a green run is worth. */
export const situations = [
  'transient_error',
  'commit_lost',
  'applied_but_lost',
  'applied_after_error',
  'answer_delayed',
  'crash_before_request',
  'crash_after_commit',
  'wake_up_lost',
  'outcome_delayed',
  'outcome_twice',
  'result_poisoned',
  'answer_poisoned',
  'snapshot_instead_of_log',
  'command_twice',
  'start_twice',
  'crash',
  'ambush',
  'deadly function',
  'stop',
  'pause',
  'clock_jump',
  'store_clock_jump',
  'clock_skew',
  'store_loss',
  'acknowledged commits lost',
  'run lost with its start',
  'session of another generation ended',
  'command',
  'crash in a claim',
  'crash inside a compensation',
  'crash with a commit under way',
  'take-over of a run in flight',
  'append refused',
  'append of a zombie refused',
  'lease lost',
  'runs recovered',
  'lost commit found landed',
  'decision races timeout',
  'late decision refused',
  'task approved by one of several',
  'task escalated',
  'command to a run that has ended',
  'command refused',
  'step quarantined',
  'call cut off and made again',
  'timer fired',
  'child started',
  'child let go',
  'child given up before it began',
  'run compensated',
  'run retried',
  'run cancelled',
  'poison healed',
  'left for want of room',
  'run held',
  'oracle asked',
  'worker_crash',
  'worker_stop',
  'worker_pause',
  'worker dies with work in hand',
  'lost work run again',
  'lost work given up',
  'late result of a worker refused',
  'signal met whoever waited',
  'signal kept until somebody waited',
  'request answered',
  'script ran',
  'rollback tried again',
  'step overridden',
  'child retried for its parent',
  'run given at its start',
  'given run handed back',
  'task taken back',
  'step given up',
  'rollback ended by force',
] as const
export type Situation = (typeof situations)[number]

export type Coverage = Map<Situation, number>

export function createCoverage(): Coverage {
  return new Map(situations.map((situation) => [situation, 0]))
}

export function saw(coverage: Coverage, situation: Situation, times = 1): void {
  coverage.set(situation, (coverage.get(situation) ?? 0) + times)
}

export function addUp(total: Coverage, more: Coverage): void {
  for (const [situation, times] of more) saw(total, situation, times)
}
