import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { choosePlace } from '#server/db/embedded/place.ts'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'

/** A PostgreSQL of its own, with the settings of production, that can be stopped the hard way. */
export interface TortureDatabase {
  readonly url: string
  /** `immediate`: no session ends in order, nothing is flushed; what was committed comes back from the log. */
  restart(downMs: number): Promise<void>
  remove(): Promise<void>
}

export async function startTortureDatabase(): Promise<TortureDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'heddle-torture-'))
  await chmod(dataDir, 0o755)
  let server = await startEmbeddedServer({ dataDir })
  const { cluster } = await choosePlace(dataDir)
  const { url } = server
  return {
    url,
    async restart(downMs) {
      const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await server.ended
      await sleep(downMs)
      server = await startEmbeddedServer({ dataDir, port: Number(new URL(url).port) })
    },
    async remove() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
