import type { Pool } from 'pg'
import type { Json } from '#core/json.ts'
import type { CodeCommand, CodeNote } from '#core/run/code/code-state.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { TaskKind } from '../../engine/requests/agents/take-tasks.ts'
import type { Queryable } from '../../engine/store/connection/connection.ts'
import type { Stores } from '../../stores.ts'

/** The end of an update, as its handler gave it. */
export type UpdateEnd = { readonly id: string } & (
  | { readonly result: Json; readonly error?: undefined }
  | { readonly error: string; readonly result?: undefined }
)

/**
 * What agents have told of a delivery before its answer. Commands belong to one lease, and are forgotten with it; updates
 * have ended, and stay until a delivery is answered.
 */
export interface Gathered {
  readonly token: string
  readonly commands: readonly CodeCommand[]
  /** The input of the run that continues this one. */
  readonly continuedWith?: Json
  readonly updates: readonly UpdateEnd[]
}

/** A task that an agent holds, or that waits. */
export interface TaskOfRun {
  readonly id: string
  readonly token: string | null
  readonly kind: TaskKind
  readonly request: string
  readonly leasedUntil: Date | null
  readonly agentId: string | null
  readonly isLeased: boolean
  readonly recoveries: number
  readonly gathered: Gathered | null
}

/** The task of a kind of a run; of its activities, that of a step; of its queries, the one with the id. */
export interface TaskPlace {
  readonly runId: string
  readonly kind: TaskKind
  /** The command's step, for an activity. */
  readonly step?: string
  readonly id?: string
}

const columns = `id, token, kind, request, worker_id as "agentId", recoveries, gathered,
       heartbeat_at + make_interval(secs => silence_ms / 1000) as "leasedUntil",
       token is not null and heartbeat_at > clock_timestamp() - make_interval(secs => silence_ms / 1000) as "isLeased"`

/** The task at a place; null when there is none. */
export async function findTaskAt(
  db: Queryable,
  actor: Actor,
  { runId, kind, step, id }: TaskPlace,
  more = '',
): Promise<TaskOfRun | null> {
  const { rows } = await db.query<TaskOfRun>({
    text: `
select ${columns} from async_task
 where run_id = $1::uuid and kind = $2 and ($3::text is null or task_id like $3) and ($4::uuid is null or id = $4::uuid)
   and ($5::text is null or owner_id = $5)
 order by offered_at limit 1 ${more}`,
    values: [
      runId,
      kind,
      step === undefined ? null : `work:${step.replaceAll(/[\\%_]/g, '\\$&')}:%`,
      id ?? null,
      ownerScope(actor),
    ],
  })
  const [row] = rows
  if (!row) return null
  const { gathered } = row
  // What belongs to an earlier lease is forgotten with it.
  if (gathered === null || gathered.token === row.token) return row
  return { ...row, gathered: { token: row.token ?? '', commands: [], updates: gathered.updates } }
}

/** Changes what is gathered for a delivery that the agent holds; null when the agent does not hold it. */
export async function gather(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  agentId: string,
  runId: string,
  change: (gathered: Gathered, task: TaskOfRun) => Gathered,
): Promise<Gathered | null> {
  return inTransaction(pool as Pool, async (client) => {
    const task = await findTaskAt(client, actor, { runId, kind: 'workflow' }, 'for update')
    if (!task?.isLeased || task.token === null || task.agentId !== agentId) return null
    const changed = change(task.gathered ?? { token: task.token, commands: [], updates: [] }, task)
    await client.query('update async_task set gathered = $2 where id = $1', [task.id, JSON.stringify(changed)])
    return changed
  })
}

/**
 * The ends of updates in answers to deliveries that the engine has not recorded yet. Read after the delivery and before the
 * log, so that an end on its way from one to the other is not missed.
 */
export async function answeredUpdates(db: Queryable, runId: string): Promise<readonly UpdateEnd[]> {
  const { rows } = await db.query<{ notes: readonly CodeNote[] | null }>({
    name: 'answered-updates',
    text: `
select command::jsonb -> 'notes' as notes from mailbox
 where run_id = $1::uuid and handled_at is null and command like '{"type":"code_task_ended"%' order by id`,
    values: [runId],
  })
  return rows.flatMap(({ notes }) => (notes ?? []).flatMap(endOf))
}

function endOf(note: CodeNote): readonly UpdateEnd[] {
  if (note.kind === 'update_completed') return [{ id: note.update_id, result: note.result }]
  return note.kind === 'update_rejected' ? [{ id: note.update_id, error: note.error.message }] : []
}

/** The hash of the code of workflows whose agents register none. */
export const UNREGISTERED_CODE = 'postgrip'

/** The types of such workflows that wait in a queue for an agent. */
export async function waitingTypes(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  queue: string,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<{ type: string }>(
    `select distinct type from async_task
      where queue = $1 and code_hash = $2 and ($3::text is null or owner_id = $3)`,
    [queue, UNREGISTERED_CODE, ownerScope(actor)],
  )
  return Object.fromEntries(rows.map(({ type }) => [type, UNREGISTERED_CODE]))
}

/** The public key with which an agent signs; null: it does not; undefined: there is no such agent of the member. */
export async function signingKeyOf(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  agentId: string,
): Promise<string | null | undefined> {
  const { rows } = await pool.query<{ signing_key: string | null }>(
    'select signing_key from agent where owner_id = $1 and id = $2 and actor_id = $3',
    [actor.ownerId, agentId, actor.id],
  )
  return rows[0]?.signing_key
}
