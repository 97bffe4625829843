import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { superviseChild } from '#server/boot/child.ts'
import { engineDied } from '#server/boot/engine-died.ts'
import { compileCache, functionsFolder } from './engine-process.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

const entry = join(import.meta.dirname, '..', '..', 'server', 'engine', 'main.ts')
/** By then another one stands by, as it does whenever an engine has been running for some seconds. */
const STANDBY_MS = 6_000

/** An engine as `npm start` runs it, under the same supervisor. */
export interface SupervisedEngine {
  readonly deaths: number
  pid(): Promise<number>
  stop(): Promise<void>
}

export async function superviseEngine(stage: Stage): Promise<SupervisedEngine> {
  let deaths = 0
  const child = superviseChild({
    name: 'engine',
    entry,
    env: () => ({
      NODE_COMPILE_CACHE: compileCache,
      DATABASE_URL: stage.databaseUrl,
      HEDDLE_FUNCTIONS: functionsFolder,
    }),
    standby: true,
    onDeath(pid, signal) {
      deaths += 1
      return engineDied(stage.databaseUrl, pid, signal)
    },
  })
  await child.ready
  await sleep(STANDBY_MS)
  return {
    get deaths() {
      return deaths
    },
    async pid() {
      let pid = 0
      await until('an engine is there', async () => {
        const { rows } = await stage.pool.query<{ pid: number }>(
          'select pid from engine where lease_expires_at > clock_timestamp()',
        )
        pid = rows[0]?.pid ?? 0
        return pid > 0
      })
      return pid
    },
    stop: () => child.stop(5_000),
  }
}
