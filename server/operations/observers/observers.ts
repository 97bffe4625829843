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
  /** The id of the engine in this process; it may change. */
  readonly engineId: () => string
  readonly log: (line: string) => void
  readonly timing?: { readonly lookEveryMs: number; readonly hookMs: number; readonly againMs: number }
}

/**
 * Calls the hooks of HEDDLE_OBSERVERS with the events of the log, after their commit, in log order, at least once. The
 * queue is the log itself, read in pages from a bookmark, so slow observers cost no memory, and runs do not depend on
 * them.
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
        // Transaction numbers were reused: only the bookmark tells how far this database has been read.
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
      // Interrupted calls are repeated after the next start.
      await thread.close()
      await ended
    },
  }
}
