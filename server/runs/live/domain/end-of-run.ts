import type { Pool } from 'pg'
import { type EndEvent, type EndOfRun, endOfRun, type FailFastReason, isEndEvent } from '#core/run/domain/end-of-run.ts'
import type { RunEvent } from '#core/run/event.ts'
import { readArtifacts } from '../../fan-out/read-artifacts.ts'
import { type HeaderOfRun, readDomainHeaders } from './domain-headers.ts'

/**
 * What the terminal event of a run says beside its history. An ordinary run needs no further read; a fan-out its own
 * history, and a variant that was cancelled that of its fan-out.
 */
export async function readEndOfRun(pool: Pool, header: HeaderOfRun, event: EndEvent): Promise<EndOfRun> {
  if (header.fanOut) return endOfFanOut(pool, header, event)
  const withArtifacts = event.payload.artifacts === undefined ? [] : [header.runId]
  return endOfRun(header, event, {
    history: [],
    failsFast: new Map(),
    artifacts: await readArtifacts(pool, withArtifacts, event.at),
    parentReason: await readParentReason(pool, header, event),
  })
}

async function endOfFanOut(pool: Pool, header: HeaderOfRun, event: EndEvent): Promise<EndOfRun> {
  const history = (await readHistory(pool, header.runId)).filter(({ seq }) => seq <= event.seq)
  const ended = history.flatMap((each) => (each.type === 'workflow.child.ended' ? [each.payload.child_run_id] : []))
  const variants = history.flatMap((each) =>
    each.type === 'workflow.child.spawned' ? [each.payload.child_run_id] : [],
  )
  return endOfRun(header, event, {
    history,
    failsFast: await readFailsFast(pool, ended),
    artifacts: await readArtifacts(pool, variants, event.at),
  })
}

/** A variant that its fan-out cancelled: the reason for which the fan-out had ended then. */
async function readParentReason(
  pool: Pool,
  { fanOutRunId }: HeaderOfRun,
  event: EndEvent,
): Promise<FailFastReason | undefined> {
  const isCancelled = event.type === 'workflow.run.cancelled' && event.payload.cause === 'parent'
  if (fanOutRunId === null || !isCancelled) return undefined
  const parent = (await readDomainHeaders(pool, [fanOutRunId])).get(fanOutRunId)
  if (!parent) return undefined
  // The first end at or before this one: a retry of the fan-out may end it again.
  const ends = (await readHistory(pool, fanOutRunId)).filter(isEndEvent)
  const last = ends.findLast(({ at }) => at <= event.at) ?? ends[0]
  return last && (await endOfFanOut(pool, parent, last)).reason
}

/** The whole history of a fan-out: a few events for each of its variants. */
async function readHistory(pool: Pool, runId: string): Promise<readonly RunEvent[]> {
  const { rows } = await pool.query<{ events: string }>('select events from run_log where run_id = $1 order by seq', [
    runId,
  ])
  return rows.flatMap(({ events }) => JSON.parse(events) as RunEvent[])
}

async function readFailsFast(pool: Pool, runIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await pool.query<{ id: string; fails: boolean | null }>(
    `select run_id as id, (events::json->0->'payload'->>'fail_fast')::boolean as fails
       from run_log where run_id = any($1::uuid[]) and seq = 1`,
    [runIds],
  )
  return new Map(rows.map(({ id, fails }) => [id, fails ?? true]))
}
