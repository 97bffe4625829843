import type { Pool } from 'pg'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import { ApiError } from '../../api-error.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { jsonOfCall } from './call-body.ts'
import { hookNotFound, type ReceivedCall } from './call-hook.ts'
import { hookPath, newTestId } from './hook-id.ts'

/** An address that waits for one call. */
export interface Listening {
  readonly id: string
  readonly path: string
  readonly expiresAt: string
}

/** What a call had: its body, headers and parameters, or why its body is none. */
export type TestCall =
  | {
      readonly ok: true
      readonly body: Json
      readonly headers: Readonly<Record<string, string>>
      readonly query: Readonly<Record<string, string>>
      readonly receivedAt: string
    }
  | { readonly ok: false; readonly message: string }

export interface Heard {
  /** Null while the call has not come. */
  readonly call: TestCall | null
  readonly isOver: boolean
}

/**
 * Makes an address for a test call of a workflow, for a few minutes; the address that the person had before ends. Throws
 * `NOT_FOUND`, `TOO_MANY`.
 */
export function listenForCall(pool: Pool, actor: Actor, workflow: string): Promise<Listening> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('select from workflow where owner_id = $1 and name = $2 for share', [
      actor.ownerId,
      workflow,
    ])
    if (rowCount === 0 || !reachesWorkflow(actor, workflow)) {
      throw new ApiError('NOT_FOUND', `There is no workflow ${workflow}.`, 'workflow')
    }
    // Else several at once each find room.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('test-calls ' || $1, 0))`, [actor.ownerId])
    await client.query(
      `delete from test_call where owner_id = $1 and (expires_at < clock_timestamp() or person_id = $2)`,
      [actor.ownerId, actor.id],
    )
    const { rows: others } = await client.query('select from test_call where owner_id = $1', [actor.ownerId])
    if (others.length >= limits.triggers.listening) {
      const minutes = limits.triggers.listeningMs / 60_000
      throw new ApiError('TOO_MANY', `Too many people wait for test calls. Try again in ${minutes} minutes.`)
    }
    const id = newTestId()
    const { rows } = await client.query<{ expiresAt: Date }>(
      `insert into test_call (id, owner_id, person_id, workflow, expires_at)
       values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5)) returning expires_at as "expiresAt"`,
      [id, actor.ownerId, actor.id, workflow, limits.triggers.listeningMs / 1_000],
    )
    return { id, path: hookPath(id), expiresAt: rows[0]?.expiresAt.toISOString() ?? '' }
  })
}

/** What has come to the address of the person, so far. Throws `NOT_FOUND` for an address of somebody else. */
export async function heardCall(pool: Pool, actor: Actor, id: string): Promise<Heard> {
  const { rows } = await pool.query<{ workflow: string; call: string | null; isOver: boolean }>(
    `select workflow, call, expires_at < clock_timestamp() as "isOver" from test_call
      where id = $1 and owner_id = $2 and person_id = $3`,
    [id, actor.ownerId, actor.id],
  )
  const [row] = rows
  if (!row || !reachesWorkflow(actor, row.workflow)) {
    throw new ApiError('NOT_FOUND', 'Nothing waits for a test call here. Listen again.', 'id')
  }
  return { call: row.call === null ? null : (JSON.parse(row.call) as TestCall), isOver: row.isOver }
}

/** Ends the waiting of the person. */
export async function stopListening(pool: Pool, actor: Actor, id: string): Promise<{ readonly id: string }> {
  await pool.query('delete from test_call where id = $1 and owner_id = $2 and person_id = $3', [
    id,
    actor.ownerId,
    actor.id,
  ])
  return { id }
}

/** Headers that prove who somebody is, by their names; a person who tests sees none of them. */
const hidden = /^(?:proxy-)?authorization$|^cookie$|token|secret|api-?key|signature|password/i

/** Keeps the first call of an address that waits for one, and starts nothing. Throws `NOT_FOUND`. */
export async function keepTestCall(pool: Pool, id: string, call: ReceivedCall): Promise<void> {
  const body = jsonOfCall(call.body)
  const headers = Object.fromEntries(Object.entries(call.headers).filter(([name]) => !hidden.test(name)))
  const receivedAt = new Date(call.receivedAt).toISOString()
  const kept: TestCall =
    body instanceof ApiError
      ? { ok: false, message: body.message }
      : { ok: true, body, headers, query: call.query, receivedAt }
  const { rowCount } = await pool.query(
    `update test_call set call = $2, called_at = clock_timestamp()
      where id = $1 and call is null and expires_at > clock_timestamp()`,
    [id, JSON.stringify(kept)],
  )
  if (rowCount === 0) throw hookNotFound()
  if (body instanceof ApiError) throw body
}
