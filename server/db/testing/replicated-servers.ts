import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { choosePlace } from '../embedded/place.ts'
import { startEmbeddedServer } from '../embedded/server.ts'
import { migrate } from '../migrate.ts'
import { copyCluster, newFolder } from './copy-cluster.ts'
import { startSwitch } from './tcp-switch.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * Two PostgreSQL, of which one follows the other by streaming replication. npm brings no `pg_basebackup`: the standby is
 * made by `pg_backup_start` and a copy of the files. `url` leads to the primary through a switch.
 */
export interface ReplicatedServers extends TestDatabase {
  /** Of the standby itself. */
  readonly standbyUrl: string
  /** How the standby follows, as the primary has it: `async`, `sync` …; null when it does not. */
  syncState(): Promise<string | null>
  /** The standby hears nothing from now on, and nobody is told. */
  holdStandby(): void
  /** The primary is killed with all its processes, the standby is promoted as far as it is, and the switch leads there. */
  failOver(): Promise<void>
}

/** The machine does not crash, so nothing need reach the disk itself. */
const SETTINGS = ['fsync=off', 'wal_keep_size=1GB']

export async function startReplicatedServers(settings: readonly string[] = []): Promise<ReplicatedServers> {
  const folders = [await newFolder('primary'), await newFolder('standby')] as const
  const primary = await startEmbeddedServer({ dataDir: folders[0], settings: [...SETTINGS, ...settings] })
  await migrate(primary.url)
  await copyCluster(primary.url, ...folders, 'standby.signal')
  const toStandby = await startSwitch(portOf(primary.url))
  const { password } = new URL(primary.url)
  const standby = await startEmbeddedServer({
    dataDir: folders[1],
    settings: [
      ...SETTINGS,
      `primary_conninfo=host=127.0.0.1 port=${toStandby.port} user=postgres password=${password} application_name=standby`,
    ],
  })
  const front = await startSwitch(portOf(primary.url))
  const url = new URL(primary.url)
  url.searchParams.delete('host')
  url.port = String(front.port)

  const servers: ReplicatedServers = {
    url: url.href,
    standbyUrl: standby.url,
    async syncState() {
      const { rows } = await ask(primary.url, `select sync_state from pg_stat_replication where state = 'streaming'`)
      return rows[0]?.sync_state ?? null
    },
    holdStandby: toStandby.hold,
    async failOver() {
      await killAll(folders[0])
      await primary.ended
      await ask(standby.url, 'select pg_promote()')
      front.leadTo(portOf(standby.url))
    },
    async drop() {
      await Promise.all([front.close(), toStandby.close()])
      await Promise.all([primary.stop(), standby.stop()])
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
  while ((await servers.syncState()) === null) await new Promise((resolve) => setTimeout(resolve, 20))
  return servers
}

const portOf = (url: string) => Number(new URL(url).port)

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

/** SIGKILL of the postmaster and of all that it started, so that nobody says good-bye to the standby. */
async function killAll(folder: string): Promise<void> {
  const { cluster } = await choosePlace(folder)
  const postmaster = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(-postmaster, 'SIGKILL')
}
