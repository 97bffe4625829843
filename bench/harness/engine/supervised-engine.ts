import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { superviseChild } from '#server/processes/child.ts'
import { engineDied } from '#server/processes/engine-died.ts'
import type { Stage } from '../stage.ts'
import { nowMs } from '../stats.ts'
import { until } from '../until.ts'
import { compileCache, functionsFolder } from './engine-process.ts'

const entry = join(import.meta.dirname, '..', '..', '..', 'server', 'processes', 'engine.ts')
/** By then another one stands by: some time after the last death, or the start. */
const STANDBY_MS = 25_000

/** An engine as `npm start` runs it, under the same supervisor. */
export interface SupervisedEngine {
  readonly deaths: number
  pid(): Promise<number>
  /** Settles when another one stands by. */
  standby(): Promise<void>
  stop(): Promise<void>
}

export async function superviseEngine(stage: Stage): Promise<SupervisedEngine> {
  let deaths = 0
  let lastDeathAt = nowMs()
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
      lastDeathAt = nowMs()
      return engineDied(stage.databaseUrl, pid, signal)
    },
  })
  await child.ready
  const standby = () => sleep(Math.max(0, lastDeathAt + STANDBY_MS - nowMs()))
  await standby()
  return {
    standby,
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
