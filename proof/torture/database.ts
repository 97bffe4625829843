import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { choosePlace } from '#server/db/embedded/place.ts'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import type { Random } from './random.ts'

const DOWN_MS = 2_000

/** A PostgreSQL of its own, with the settings of production, that can be stopped the hard way. */
export interface TortureDatabase {
  readonly url: string
  /** False while the last disturbance is being repaired. */
  isWhole(): boolean
  /** Does a drawn harm to the database and returns what it was. */
  disturb(random: Random): Promise<string>
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
    isWhole: () => true,
    // Stopped in mode `immediate`: no session ends in order, nothing is flushed; what was committed comes back from the log.
    async disturb(random) {
      const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await server.ended
      await sleep(random.between(0, DOWN_MS))
      server = await startEmbeddedServer({ dataDir, port: Number(new URL(url).port) })
      return 'database restarted'
    },
    async remove() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
