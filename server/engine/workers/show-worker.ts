import { limits } from '#core/limits.ts'
import { startPolling } from '../polling.ts'
import type { LocalClock } from '../ports.ts'
import type { Queryable } from '../store/connection/connection.ts'
import type { Worker, WorkerSettings } from './run-worker.ts'

interface Shown extends Pick<WorkerSettings, 'queues' | 'heartbeatMs' | 'log'>, Pick<Worker, 'id'> {
  readonly db: Queryable
  readonly clock: Pick<LocalClock, 'after'>
}

/**
 * A shown worker has a row with its queues, renewed with every heartbeat, so that people who wait can be told whether
 * any worker serves their queue. The row is for display only. The returned function removes the row.
 */
export function showWorker({ db, clock, id, queues, heartbeatMs, log }: Shown): () => Promise<void> {
  const heartbeatTimeoutMs = heartbeatMs * limits.worker.beatsMissed
  const polling = startPolling({
    after: clock.after,
    busyMs: heartbeatMs,
    idleMs: heartbeatMs,
    async work() {
      await db.query({
        text: `
with gone as (delete from worker where expires_at < now() and id <> $1)
insert into worker (id, queues, expires_at) values ($1, $2, now() + make_interval(secs => $3::float8 / 1000))
on conflict (id) do update set expires_at = excluded.expires_at`,
        values: [id, queues, heartbeatTimeoutMs],
      })
      return heartbeatMs
    },
    onError: (error) => log(`a worker cannot be shown: ${String(error)}`),
  })
  polling.poke()
  return async () => {
    await polling.stop()
    await db
      .query({ text: 'delete from worker where id = $1', values: [id] })
      .catch((error: unknown) => log(`a worker is shown for a while longer: ${String(error)}`))
  }
}
