import { limits } from '#core/limits.ts'
import { liveStatuses } from '#core/run/views/status.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import type { CodeWorkflow } from './read-code.ts'

/** A run that would not go on with another version of its code, and why. */
export interface BrokenRun {
  readonly runId: string
  readonly violation: string
}

export interface Broken {
  readonly runs: readonly BrokenRun[]
  /** How many runs were replayed. */
  readonly replayed: number
}

/**
 * The unfinished runs of a workflow that would break with this code: live ones, and failed ones, which a retry takes to
 * the newest code. Only the newest runs are replayed. Nothing is published, and nothing is recorded.
 */
export async function brokenRuns(
  { pool, engine }: Pick<Stores, 'pool' | 'engine'>,
  { ownerId }: Actor,
  { name, text, definition }: CodeWorkflow,
): Promise<Broken> {
  const { rows } = await pool.query<{ id: string }>(
    `select r.id from run r join run_state s on s.run_id = r.id
      where r.owner_id = $1 and r.workflow = $2 and s.status = any($3)
        and exists (select from definition d join workflow w on w.owner_id = d.owner_id and w.name = d.name
                     where d.owner_id = $1 and d.name = $2 and d.version = w.latest_version and d.text <> $4)
      order by r.id desc limit $5`,
    [ownerId, name, [...liveStatuses, 'FAILED'], text, limits.code.replayedRuns],
  )
  const runs: BrokenRun[] = []
  for (const { id } of rows) {
    const violation = await engine.code.violationOf(pool, id, definition)
    if (violation !== null) runs.push({ runId: id, violation })
  }
  return { runs, replayed: rows.length }
}

/** The broken runs in a sentence, as a version and the log have it; null without any. */
export function brokenWords({ runs, replayed }: Broken): string | null {
  const [first] = runs
  if (first === undefined) return null
  const ids = runs.slice(0, shownIds).map(({ runId }) => runId)
  const more = runs.length > ids.length ? ` and ${runs.length - ids.length} more` : ''
  const which = replayed === 1 ? 'The unfinished run does' : `${runs.length} of ${replayed} unfinished runs do`
  return `${which} not follow this version: ${first.violation} (${ids.join(', ')}${more}). They keep the code that they have; a retry would fail. Use patched() to lead them the old way.`
}

const shownIds = 10
