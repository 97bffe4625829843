import type { Json } from '#core/json.ts'
import type { RunState } from '../state.ts'

/** `run` as expressions see it. */
export function runFactsOf({
  header,
  createdAt,
  runAttempt,
}: Pick<RunState, 'header' | 'createdAt' | 'runAttempt'>): Json {
  return {
    id: header.run_id,
    workflow: header.workflow,
    version: header.version,
    root_run_id: header.root_run_id,
    parent_run_id: header.parent?.run_id ?? null,
    created_at: createdAt,
    attempt: runAttempt,
    tags: header.tags,
    started_by: header.actor.id,
  }
}
