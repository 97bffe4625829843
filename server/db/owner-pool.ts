import type { Pool, PoolClient } from 'pg'

/**
 * A pool whose every statement runs for one owner: row-level security shows a transaction the rows of the owner that it
 * names. The owner is set for a transaction, never for a session, so that nothing is left on a connection, whatever
 * pooler is in between.
 */
const owned = new WeakMap<Pool, { readonly pool: Pool; readonly ownerId: string }>()

/** Names the owner of the transaction. */
export const setOwner = (ownerId: string) => ({
  name: 'set-owner',
  text: `select set_config('app.owner', $1, true)`,
  values: [ownerId],
})

/**
 * The pool bound to an owner. One statement is a transaction of four, sent in one flight: the pool's connections
 * pipeline (`createPool`). It is the same pool to everything else, such as `generationsOf`.
 */
export function ownerPool(pool: Pool, ownerId: string): Pool {
  const bound = Object.create(pool, {
    query: { value: (...statement: Statement) => queryFor(pool, ownerId, statement) },
    connect: { value: refuseConnection },
  }) as Pool
  owned.set(bound, { pool, ownerId })
  return bound
}

type Statement = [statement: never, values?: never]

async function queryFor(pool: Pool, ownerId: string, statement: Statement): Promise<unknown> {
  const client = await pool.connect()
  const settled = await Promise.allSettled([
    client.query('begin'),
    client.query(setOwner(ownerId)),
    client.query(...statement),
    // After an error this rolls back.
    client.query('commit'),
  ])
  const failed = settled.find((each) => each.status === 'rejected')
  // A connection is closed after an error, as the pool does it for its own queries.
  client.release(failed !== undefined)
  if (failed) throw failed.reason
  return (settled[2] as PromiseFulfilledResult<unknown>).value
}

function refuseConnection(): never {
  throw new Error('A connection of one owner is only lent for a transaction: use inTransaction.')
}

/** Opens a transaction on a connection of the pool: of its owner, where it has one. */
export async function beginOn(pool: Pool): Promise<{ readonly client: PoolClient; readonly begun: Promise<unknown> }> {
  const bound = owned.get(pool)
  const client = await (bound?.pool ?? pool).connect()
  const begin = client.query('begin')
  return { client, begun: bound ? Promise.all([begin, client.query(setOwner(bound.ownerId))]) : begin }
}
