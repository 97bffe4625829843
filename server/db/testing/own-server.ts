import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbeddedServer } from '../embedded/server.ts'
import { migrate } from '../migrate.ts'
import type { TestDatabase } from './test-database.ts'

/** A PostgreSQL of a test's own, to be stopped hard and started again: on its port, with its data. */
export interface OwnServer extends TestDatabase {
  /** As `pg_ctl stop -m immediate` does: every process ends at once, and the next start recovers from the log. */
  stopImmediately(): Promise<void>
  start(): Promise<void>
  /** What a supervisor does: starts it again if it has ended, and waits until it answers. */
  untilUp(): Promise<void>
}

export async function startOwnServer(settings: readonly string[] = [], folder?: string): Promise<OwnServer> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'heddle-own-')))
  await chmod(dataDir, 0o755)
  // The machine does not crash, so nothing need reach the disk itself; a commit has to reach the system, though.
  const start = (port: number) => startEmbeddedServer({ dataDir, port, settings: ['fsync=off', ...settings] })
  let server: EmbeddedServer = await start(0)
  const { url } = server
  await migrate(url)
  return {
    url,
    async stopImmediately() {
      const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGQUIT')
      await server.ended
    },
    async start() {
      server = await start(Number(new URL(url).port))
    },
    async untilUp() {
      // Takes over the server that is still there, or starts another one.
      server = await start(Number(new URL(url).port))
    },
    async drop() {
      await server.stop()
      if (!folder) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
