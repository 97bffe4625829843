import { chown, rm } from 'node:fs/promises'
import pg from 'pg'
import { choosePlace } from '../embedded/place.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../embedded/server.ts'
import { migrate } from '../migrate.ts'
import { copyCluster, newFolder } from './copy-cluster.ts'
import { startSwitch } from './tcp-switch.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * A PostgreSQL that archives its write-ahead log, and its restore to an instant. `url` leads to the server through a switch,
 * and to the restored one afterwards.
 */
export interface ArchivedServer extends TestDatabase {
  /** A base copy of the files, while the server works. */
  copy(): Promise<void>
  /** Now, by the clock of the database. */
  instant(): Promise<string>
  /** Restores the copy to an instant, by the archive, and lets the switch lead there. The server itself goes on. */
  restoreTo(instant: string): Promise<void>
}

/** The machine does not crash, so nothing need reach the disk itself. */
const FSYNC_OFF = 'fsync=off'

export async function startArchivedServer(): Promise<ArchivedServer> {
  const [folder, restoredFolder, archive] = [
    await newFolder('primary'),
    await newFolder('restored'),
    await newFolder('wal'),
  ]
  const { user } = await choosePlace(folder)
  if (user) await chown(archive, user.uid, user.gid)
  const server = await startEmbeddedServer({
    dataDir: folder,
    settings: [FSYNC_OFF, 'archive_mode=on', `archive_command=cp %p ${archive}/%f`],
  })
  await migrate(server.url)
  const front = await startSwitch(portOf(server.url))
  const url = new URL(server.url)
  url.searchParams.delete('host')
  url.port = String(front.port)
  let restored: EmbeddedServer | undefined
  return {
    url: url.href,
    copy: () => copyCluster(server.url, folder, restoredFolder, 'recovery.signal'),
    async instant() {
      const rows = await ask(server.url, 'select clock_timestamp()::text as now')
      return rows[0]?.now ?? ''
    },
    async restoreTo(instant) {
      await untilArchived(server.url)
      restored = await startEmbeddedServer({
        dataDir: restoredFolder,
        settings: [
          FSYNC_OFF,
          `restore_command=cp ${archive}/%f %p`,
          `recovery_target_time=${instant}`,
          'recovery_target_action=promote',
        ],
      })
      await until(restored.url, 'select not pg_is_in_recovery() as done')
      front.leadTo(portOf(restored.url))
    },
    async drop() {
      await front.close()
      await Promise.all([server.stop(), restored?.stop()])
      for (const each of [folder, restoredFolder, archive]) await rm(each, { recursive: true, force: true })
    },
  }
}

const portOf = (url: string) => Number(new URL(url).port)

/** The log up to now is in the archive: its segment is closed and copied. */
async function untilArchived(url: string): Promise<void> {
  const [row] = await ask(url, 'select pg_walfile_name(pg_switch_wal()) as segment')
  await until(url, `select coalesce(last_archived_wal >= '${row?.segment}', false) as done from pg_stat_archiver`)
}

async function until(url: string, question: string): Promise<void> {
  while (!(await ask(url, question))[0]?.done) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
