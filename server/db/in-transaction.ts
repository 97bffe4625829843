import type { Pool, PoolClient } from 'pg'
import { beginOn } from './owner-pool.ts'

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const { client, begun } = await beginOn(pool)
  let broken: Error | undefined
  try {
    await begun
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}
