import type { RunDetail, RunSummary } from '#components/api/models.ts'
import type { RunEvent } from '#core/run/event.ts'
import { extendIndex, indexRun, type RunIndex } from '../instant/run-index.ts'

/** A run as its page knows it: all events so far, the state after any of them, and its row in the lists. */
export interface RunLog extends RunIndex {
  readonly summary: RunSummary
}

export function startLog(detail: RunDetail): RunLog {
  return { ...indexRun(detail.events), summary: detail }
}

/**
 * The log with an update of the stream; known events are skipped. Null when an event in between is missing: the run has
 * to be read again.
 */
export function continueLog(
  log: RunLog,
  update: { readonly events: readonly RunEvent[]; readonly summary: RunSummary },
): RunLog | null {
  const fresh = update.events.filter((event) => event.seq > log.state.seq)
  const first = fresh[0]
  if (first && first.seq !== log.state.seq + 1) return null
  if (fresh.length === 0) return { ...log, summary: update.summary }
  return { ...extendIndex(log, fresh), summary: update.summary }
}
