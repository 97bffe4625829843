import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { generationsOf } from '../db/pool.ts'

/** The kinds of replication, which determine what a failover of the database may lose. */
export const replications = ['none', 'asynchronous', 'synchronous'] as const
export type Replication = (typeof replications)[number]

/**
 * SQL for the kind. `pg_stat_replication` hides the `sync_state` of standbys from ordinary users, but shows that
 * standbys exist; the settings tell whether a commit waits for one. A running backup is no standby.
 */
export const replicationSql = `case
  when current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('on', 'remote_apply')
    then 'synchronous'
  when exists (select from pg_stat_replication where state is distinct from 'backup') then 'asynchronous'
  else 'none' end`

const sentences: Readonly<Record<Replication, string>> = {
  none: 'none. Acknowledged data is as safe as the disk of this PostgreSQL.',
  asynchronous:
    'asynchronous standby. A failover may lose the last moments: runs continue from the surviving state; send the starts of these moments again with the same Idempotency-Key.',
  synchronous: 'synchronous standby. A failover loses nothing that was acknowledged.',
}

/** Logs the kind of replication, at the start and after each change of the database's generation. */
export async function logReplication(pool: Pool, log: (line: string) => void): Promise<void> {
  const logOnce = async () => {
    try {
      const { rows } = await pool.query<{ kind: Replication }>(`select ${replicationSql} as kind`)
      for (const { kind } of rows) log(`replication of the database: ${sentences[kind]}`)
    } catch (error) {
      log(`replication of the database: it cannot be asked for: ${messageOf(error)}`)
    }
  }
  await logOnce()
  generationsOf(pool).onChange(() => void logOnce())
}
