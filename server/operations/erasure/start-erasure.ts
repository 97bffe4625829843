import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { type Repeated, repeat } from '../repeat.ts'
import { eraseBatch } from './erase-names.ts'
import { erasureTuning } from './tuning.ts'

const { lookEveryMs, betweenBatchesMs } = erasureTuning

export interface ErasureOptions {
  readonly pool: Pool
  /** The folder of the archive, whose files name people too. */
  readonly archive?: string | undefined
  readonly log: (line: string) => void
}

/** Erases the names of people who are to be erased, batch by batch, whenever there are some. */
export function startErasure({ pool, archive, log }: ErasureOptions): Repeated {
  return repeat({
    pauseMs: lookEveryMs,
    async work(signal) {
      while (!signal.aborted && (await eraseBatch(pool, archive)) === 'worked')
        await pause(betweenBatchesMs, undefined, { signal }).catch(() => undefined)
    },
    onError: (error) => log(`erasing names of people: ${messageOf(error)}`),
  })
}
