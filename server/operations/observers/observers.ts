import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import { generationsOf } from '../../db/pool.ts'
import { committing, reachCall } from '../../engine/crash-points.ts'
import { isFirstEngine, moveBookmark, openBookmark, type Place } from '../log-place.ts'
import { type Repeated, repeat } from '../repeat.ts'
import { readLog } from './observed-log.ts'
import { createObserverThread } from './observer-thread.ts'

const BOOKMARK = 'observers'

export interface ObserversOptions {
  readonly pool: Pool
  /** The file of the module. */
  readonly module: string
  /** Of the engine in whose process this is; it may get another one. */
  readonly engineId: () => string
  readonly log: (line: string) => void
  readonly timing?: { readonly lookEveryMs: number; readonly hookMs: number; readonly againMs: number }
}

/**
 * Calls the hooks of HEDDLE_OBSERVERS with what the log says, after its commit,
 * in its order, at least once. What waits to be told is the log itself, read by
 * pages from a bookmark, so observers that are slow cost no memory, and no run
 * knows of them.
 */
export function startObservers({ pool, module, engineId, log, timing = limits.observers }: ObserversOptions): Repeated {
  const say = (line: string) => log(`HEDDLE_OBSERVERS: ${line}`)
  const thread = createObserverThread({ module, hookMs: timing.hookMs, log: say })
  const generations = generationsOf(pool)
  let place: Place | null = null
  let placeIn: string | null = null
  let complaint = ''
  let notBefore = 0

  const telling = repeat({
    pauseMs: timing.lookEveryMs,
    async work(signal) {
      if (performance.now() < notBefore) return
      if (!(await isFirstEngine(pool, engineId()))) {
        place = null
        return
      }
      if (place === null) {
        place = await openBookmark(pool, BOOKMARK, 'present')
        placeIn = generations.current
      }
      for (let more = true; more && !signal.aborted; ) {
        const page = await readLog(pool, place)
        // Numbers of transactions were given again: only the bookmark says how far this database has been read.
        if (generations.current !== placeIn) {
          place = null
          return
        }
        const { next } = page
        if (page.rows.length > 0) {
          reachCall('observer', 'starting')
          await thread.tell(page.rows)
          reachCall('observer', 'ended')
        }
        complaint = ''
        if (next.xid !== place.xid) await committing('observed', () => moveBookmark(pool, BOOKMARK, next.xid))
        place = next
        more = page.more
      }
    },
    onError(error) {
      notBefore = performance.now() + timing.againMs
      const message = messageOf(error)
      if (message !== complaint) say(message)
      complaint = message
    },
  })
  return {
    async stop() {
      const ended = telling.stop()
      // What is being told is told again after the next start.
      await thread.close()
      await ended
    },
  }
}
