import type { Pool } from 'pg'
import { z } from 'zod'
import type { Trigger } from '#core/definition/trigger.ts'
import { instantText, plannedInstants } from '#core/definition/triggers/planned-instants.ts'
import type { Actor } from '#server/access/actor.ts'
import { workflowScope } from '#server/access/workflow-scope.ts'
import { cursorText, decodeCursor, pageOf } from '../cursor.ts'
import type { Page } from '../page.ts'
import { formPath, hookPath } from './hooks/hook-id.ts'
import type { Firing, FiringOfTrigger, FiringState, RegisteredTrigger } from './models.ts'

interface TriggerRow {
  readonly id: string
  readonly workflow: string
  readonly workflowTitle: string | null
  readonly workflowArchived: boolean
  readonly name: string
  readonly spec: Trigger
  readonly pausedAt: Date | null
  readonly pausedBy: string | null
  readonly hookId: string | null
  readonly refusedAt: Date | null
  readonly refusedReason: string | null
  readonly waiting: number
  readonly last: FiringRow | null
  readonly now: Date
}

interface FiringRow extends Omit<Firing, 'plannedAt' | 'endedAt'> {
  readonly plannedAt: string | Date
  readonly endedAt: string | Date | null
}

const firingColumns = `f.trigger_id as "triggerId", f.key, f.cause, f.planned_at as "plannedAt", f.state, f.reason,
  f.run_id as "runId", s.status as "runStatus", f.asked_by as "askedBy", f.source_run_id as "sourceRunId", f.ended_at as "endedAt"`
const NEXT = 5

/** The triggers of the owner by workflow and name; of one workflow where it is given. */
export async function listTriggers(
  pool: Pool,
  actor: Actor,
  { workflow = null }: { readonly workflow?: string | null | undefined } = {},
): Promise<readonly RegisteredTrigger[]> {
  const { rows } = await pool.query<TriggerRow>(
    `select t.id, t.workflow, w.title as "workflowTitle", w.archived_at is not null as "workflowArchived", t.name, t.spec,
            t.paused_at as "pausedAt", t.paused_by as "pausedBy", t.hook_id as "hookId",
            t.refused_at as "refusedAt", t.refused_reason as "refusedReason", clock_timestamp() as now,
            (select count(*)::int from trigger_firing f where f.trigger_id = t.id and f.state = 'waiting') as waiting,
            (select to_json(one) from (
               select ${firingColumns} from trigger_firing f left join run_state s on s.run_id = f.run_id
                where f.trigger_id = t.id order by f.planned_at desc, f.key desc limit 1) one) as last
       from trigger t left join workflow w on w.owner_id = t.owner_id and w.name = t.workflow
      where t.owner_id = $1 and t.removed_at is null and ($2::text is null or t.workflow = $2)
        and ($3::text[] is null or t.workflow = any($3))
      order by t.workflow, t.name`,
    [actor.ownerId, workflow, workflowScope(actor)],
  )
  return rows.map(({ now, last, pausedAt, hookId, refusedAt, ...row }) => ({
    ...row,
    hookPath: hookId !== null && row.spec.type === 'webhook' ? hookPath(hookId) : null,
    formPath: hookId !== null && row.spec.type === 'form' ? formPath(hookId) : null,
    refusedAt: refusedAt?.toISOString() ?? null,
    pausedAt: pausedAt?.toISOString() ?? null,
    next: pausedAt === null && !row.workflowArchived ? nextInstants(row.spec, now.getTime()) : [],
    last: last && firingOf(last),
  }))
}

function nextInstants(trigger: Trigger, afterMs: number): readonly string[] {
  if (trigger.type !== 'schedule') return []
  return plannedInstants(trigger, { afterMs, most: NEXT }).map(instantText)
}

function firingOf<Row extends FiringRow>({ plannedAt, endedAt, ...row }: Row) {
  return {
    ...row,
    plannedAt: new Date(plannedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  }
}

const cursorKeys = z.tuple([cursorText.pipe(z.iso.datetime()), cursorText])

export interface FiringQuery {
  readonly triggerId?: string | undefined
  readonly state?: FiringState | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Firings of the owner, by their planned instants, the latest first. */
export async function listFirings(
  pool: Pool,
  actor: Actor,
  { triggerId, state, cursor, limit }: FiringQuery,
): Promise<Page<FiringOfTrigger>> {
  const [at, key] = cursor === undefined ? [null, null] : decodeCursor(cursor, cursorKeys)
  const { rows } = await pool.query<FiringRow & Pick<FiringOfTrigger, 'workflow' | 'name'>>(
    `select ${firingColumns}, t.workflow, t.name
       from trigger_firing f join trigger t on t.id = f.trigger_id left join run_state s on s.run_id = f.run_id
      where f.owner_id = $1 and ($2::uuid is null or f.trigger_id = $2) and ($3::text is null or f.state = $3)
        and ($4::text[] is null or t.workflow = any($4))
        and ($5::timestamptz is null or (f.planned_at, f.trigger_id || f.key) < ($5::timestamptz, $6::text))
      order by f.planned_at desc, f.trigger_id || f.key desc limit $7`,
    [actor.ownerId, triggerId ?? null, state ?? null, workflowScope(actor), at, key, limit + 1],
  )
  return pageOf(rows, limit, firingOf, (row) => [new Date(row.plannedAt).toISOString(), row.triggerId + row.key])
}
