import type { Connection } from '../connection/connection.ts'
import { lockSlots, recountSlots as statement } from './slot-rows.ts'

/** Counts the slots anew, in a transaction of its own; returns how many rows were wrong. */
export async function recountSlots(connection: Connection): Promise<number> {
  try {
    const [, , { rows }] = await Promise.all([
      connection.query({ text: 'begin' }),
      connection.query(lockSlots),
      connection.query<{ gone: number; missing: number }>(statement),
      connection.query({ text: 'commit' }),
    ])
    const [row] = rows
    return row ? row.gone + row.missing : 0
  } catch (error) {
    await connection.query({ text: 'rollback' }).catch(() => connection.renew())
    throw error
  }
}
