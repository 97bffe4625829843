import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { type Repeated, repeat } from '../repeat.ts'
import { eraseBatch } from './erase-names.ts'

const LOOK_EVERY_MS = 5_000
const BETWEEN_BATCHES_MS = 20

export interface ErasureOptions {
  readonly pool: Pool
  readonly log: (line: string) => void
  readonly lookEveryMs?: number
}

/** Erases the names of people who are to be erased, batch by batch, whenever there are some. */
export function startErasure({ pool, log, lookEveryMs = LOOK_EVERY_MS }: ErasureOptions): Repeated {
  return repeat({
    pauseMs: lookEveryMs,
    async work(signal) {
      while (!signal.aborted && (await eraseBatch(pool)) === 'worked')
        await pause(BETWEEN_BATCHES_MS, undefined, { signal }).catch(() => undefined)
    },
    onError: (error) => log(`erasing names of people: ${messageOf(error)}`),
  })
}
