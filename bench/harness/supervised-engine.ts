import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineProcess } from './engine-process.ts'
import type { Stage } from './stage.ts'

/** What the supervisor waits before it starts a child again, for the first time; twice as long at every further one. */
const BACK_OFF_MS = 250

/** What the supervisor does when the engine has died: its lease ends at once, and after a while another one starts. */
export async function startAgain(stage: Stage, backOffMs = BACK_OFF_MS): Promise<EngineProcess> {
  await stage.pool.query('update engine set lease_expires_at = clock_timestamp()')
  await sleep(backOffMs)
  return stage.engine()
}

/** An engine that is started again whenever it dies. */
export interface SupervisedEngine {
  readonly deaths: number
  /** As after half a minute in which it was well. */
  forget(): void
  /** From now on a death is the last. */
  leave(): void
}

export async function superviseEngine(stage: Stage): Promise<SupervisedEngine> {
  let deaths = 0
  let backOffMs = BACK_OFF_MS
  let isLeft = false
  const replace = async (): Promise<EngineProcess> => {
    deaths += 1
    const again = startAgain(stage, backOffMs)
    backOffMs *= 2
    // It may die before it is ready. Where the database is gone, that is known at once: others are to have their turn in between.
    return again.catch(async (error: unknown) => {
      await sleep(BACK_OFF_MS)
      return isLeft ? Promise.reject(error) : replace()
    })
  }
  const watch = async (engine: EngineProcess): Promise<void> => {
    await engine.exited
    if (!isLeft) await watch(await replace())
  }
  watch(await stage.engine()).catch((error: unknown) => console.error(`the engine is not started again: ${error}`))
  return {
    get deaths() {
      return deaths
    },
    forget() {
      backOffMs = BACK_OFF_MS
    },
    leave() {
      isLeft = true
    },
  }
}
