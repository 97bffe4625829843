import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'

/**
 * The bare ceiling: runs that do nothing but commit rows of the same bytes, in
 * one unnest statement for all that wait. What an engine adds is measured
 * against this, on the same database, in the same minute.
 */
export interface Ceiling {
  /** Milliseconds for `runs` runs at once, of `steps` rows each. */
  measure(runs: number, steps: number, bytes: number): Promise<number>
  close(): Promise<void>
}

interface Waiting {
  readonly runId: string
  readonly seq: number
  readonly resolve: () => void
}

export async function openCeiling(databaseUrl: string): Promise<Ceiling> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `create table if not exists bench_ceiling (run_id uuid, seq int, append_id uuid, events text, primary key (run_id, seq))`,
  )
  let waiting: Waiting[] = []
  let busy = false
  let events = ''

  const flush = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await client.query({
        name: 'ceiling',
        text: `insert into bench_ceiling select * from unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[])
               on conflict do nothing returning run_id`,
        values: [
          batch.map(({ runId }) => runId),
          batch.map(({ seq }) => seq),
          batch.map(() => randomUUID()),
          batch.map(() => events),
        ],
      })
      for (const { resolve } of batch) resolve()
    }
    busy = false
  }
  const commit = (runId: string, seq: number): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ runId, seq, resolve })
      if (!busy) {
        busy = true
        queueMicrotask(() => void flush())
      }
    })

  return {
    async measure(runs, steps, bytes) {
      events = 'x'.repeat(bytes)
      const startedAt = performance.now()
      await Promise.all(
        Array.from({ length: runs }, async () => {
          const runId = uuidv7()
          for (let seq = 1; seq <= steps; seq += 1) await commit(runId, seq)
        }),
      )
      return performance.now() - startedAt
    },
    close: () => client.end(),
  }
}
