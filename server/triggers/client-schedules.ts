import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { ScheduleTrigger } from '#core/definition/trigger.ts'
import type { JsonObject } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { databaseNow, nextAt, refuseTooMany } from './register-triggers.ts'
import { ensureTriggerService } from './service.ts'

/** A schedule that a client made, and no definition: a trigger that is named by its id alone. */
export interface ClientSchedule {
  readonly triggerId: string
  readonly id: string
  readonly workflow: string
  readonly spec: ScheduleTrigger
  /** What the client asked for, as it reads it again. */
  readonly asked: JsonObject
  readonly isPaused: boolean
  readonly lastAt: Date | null
  readonly createdAt: Date
  readonly now: Date
}

/** A new schedule, or the new plan of one. */
export interface WantedSchedule {
  readonly id: string
  readonly workflow: string
  readonly spec: ScheduleTrigger
  readonly asked: JsonObject
}

/** The schedules that clients of the owner have made, by their ids; of one id where it is given. */
export async function listClientSchedules(pool: Pool, actor: Actor, id: string | null = null) {
  const { rows } = await pool.query<ClientSchedule>(
    `select t.id as "triggerId", t.name as id, t.workflow, t.spec, t.client_spec as asked, t.created_at as "createdAt",
            t.paused_at is not null as "isPaused", clock_timestamp() as now,
            (select max(f.planned_at) from trigger_firing f where f.trigger_id = t.id and f.state = 'started') as "lastAt"
       from trigger t
      where t.owner_id = $1 and t.client_spec is not null and t.removed_at is null and ($2::text is null or t.name = $2)
      order by t.name`,
    [actor.ownerId, id],
  )
  return rows.filter(({ workflow }) => reachesWorkflow(actor, workflow))
}

/** The schedule with an id. Throws `NOT_FOUND`. */
export async function getClientSchedule(pool: Pool, actor: Actor, id: string): Promise<ClientSchedule> {
  const [schedule] = await listClientSchedules(pool, actor, id)
  if (schedule === undefined) throw notFound(id)
  return schedule
}

const notFound = (id: string) => new ApiError('NOT_FOUND', `There is no schedule ${id}.`, 'scheduleId')

/** Makes a schedule. Throws `NAME_TAKEN`, `TOO_MANY`. */
export function createClientSchedule(pool: Pool, actor: Actor, wanted: WantedSchedule): Promise<void> {
  const { id, workflow, spec, asked } = wanted
  return inTransaction(pool, async (client) => {
    await requireFree(client, actor, wanted)
    await ensureTriggerService(client, actor)
    const now = await databaseNow(client)
    const { rowCount } = await client.query(
      `insert into trigger (id, owner_id, workflow, name, type, spec, client_spec, handled_until, next_at)
       values ($1, $2, $3, $4, 'schedule', $5, $6, $7, $8)
       on conflict (owner_id, workflow, name) do update
          set type = 'schedule', spec = excluded.spec, client_spec = excluded.client_spec, removed_at = null,
              paused_at = null, paused_by = null, handled_until = excluded.handled_until, next_at = excluded.next_at
        where trigger.removed_at is not null`,
      [
        uuidv7(),
        actor.ownerId,
        workflow,
        id,
        JSON.stringify(spec),
        JSON.stringify(asked),
        new Date(now),
        nextAt(spec, now),
      ],
    )
    // A definition with a trigger of this name was published since the look.
    if (rowCount === 0) throw nameTaken(id)
    await refuseTooMany(client, actor.ownerId)
    await recordAudit(client, { actor, action: 'trigger.create', target: `${workflow} ${id}`, outcome: 'done' })
  })
}

/** Gives a schedule another plan; times before the change are none of it. A pause stays. Throws `NOT_FOUND`. */
export function changeClientSchedule(
  pool: Pool,
  actor: Actor,
  triggerId: string,
  { id, workflow, spec, asked }: WantedSchedule,
) {
  return inTransaction(pool, async (client) => {
    const now = await databaseNow(client)
    const { rowCount } = await client.query(
      `update trigger set spec = $3, client_spec = $4, handled_until = greatest(handled_until, $5),
              next_at = case when paused_at is null then $6::timestamptz end
        where id = $1 and owner_id = $2 and client_spec is not null and removed_at is null`,
      [triggerId, actor.ownerId, JSON.stringify(spec), JSON.stringify(asked), new Date(now), nextAt(spec, now)],
    )
    if (rowCount === 0) throw notFound(id)
    await recordAudit(client, { actor, action: 'trigger.change', target: `${workflow} ${id}`, outcome: 'done' })
  })
}

/** Removes a schedule; its runs go on. Throws `NOT_FOUND`. */
export function removeClientSchedule(pool: Pool, actor: Actor, { triggerId, workflow, id }: ClientSchedule) {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update trigger set removed_at = clock_timestamp(), next_at = null
        where id = $1 and owner_id = $2 and client_spec is not null and removed_at is null`,
      [triggerId, actor.ownerId],
    )
    if (rowCount === 0) throw notFound(id)
    await recordAudit(client, { actor, action: 'trigger.remove', target: `${workflow} ${id}`, outcome: 'done' })
  })
}

/** Ids are unique among the schedules of clients, and names among the triggers of a workflow. */
async function requireFree(client: PoolClient, { ownerId }: Actor, { id, workflow }: WantedSchedule): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('client-schedule ' || $1, 0))`, [ownerId])
  const { rowCount } = await client.query(
    `select from trigger where owner_id = $1 and name = $2 and removed_at is null
        and (client_spec is not null or workflow = $3)`,
    [ownerId, id, workflow],
  )
  if (rowCount === 0) return
  throw nameTaken(id)
}

const nameTaken = (id: string) =>
  new ApiError('NAME_TAKEN', `There is a schedule ${id} already. Choose another id, or delete it.`, 'id')
