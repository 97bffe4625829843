import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { intArray, textArray, uuidArray } from '#server/engine/store/binary-array.ts'
import { median } from './stats.ts'

/**
 * The bare ceiling: runs that do nothing but commit rows of the same bytes, one
 * after the other per run, in one unnest statement for all that wait. What an
 * engine adds is measured against this, on the same database, in the same
 * minute. It is given every advantage: binary parameters, prepared statements,
 * and of one, two or three connections the number that is fastest for the shape.
 */
export interface Ceiling {
  /** Milliseconds for `runs` runs at once, of `steps` rows each; over the best number of connections, or the given one. */
  measure(runs: number, steps: number, bytes: number, connections?: number): Promise<number>
  /** The number of connections that was found best for this many runs at once. */
  lanesFor(runs: number): number
  close(): Promise<void>
}

interface Waiting {
  readonly runId: string
  readonly seq: number
  readonly resolve: () => void
}

const MOST_LANES = 3
const TRIES = 9

export async function openCeiling(databaseUrl: string): Promise<Ceiling> {
  const clients = await Promise.all(
    Array.from({ length: MOST_LANES }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl, options: '-c plan_cache_mode=force_generic_plan' })
      await client.connect()
      return client
    }),
  )
  await clients[0]?.query(
    `create table if not exists bench_ceiling (run_id uuid, seq int, append_id uuid, events text, primary key (run_id, seq))`,
  )
  const best = new Map<number, number>()

  const run = async (lanes: number, runs: number, steps: number, bytes: number): Promise<number> => {
    const events = 'x'.repeat(bytes)
    const idle = clients.slice(0, lanes)
    let waiting: Waiting[] = []
    let scheduled = false

    const flush = (): void => {
      scheduled = false
      const client = waiting.length > 0 ? idle.pop() : undefined
      if (!client) return
      const batch = waiting
      waiting = []
      void client
        .query({
          name: 'ceiling',
          text: `insert into bench_ceiling select * from unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[])
                 on conflict do nothing returning run_id`,
          values: [
            uuidArray(batch.map(({ runId }) => runId)),
            intArray(batch.map(({ seq }) => seq)),
            uuidArray(batch.map(() => randomUUID())),
            textArray(batch.map(() => events)),
          ],
        })
        .then(() => {
          idle.push(client)
          for (const { resolve } of batch) resolve()
          schedule()
        })
    }
    const schedule = (): void => {
      if (scheduled || idle.length === 0) return
      scheduled = true
      queueMicrotask(flush)
    }
    const commit = (runId: string, seq: number): Promise<void> =>
      new Promise((resolve) => {
        waiting.push({ runId, seq, resolve })
        schedule()
      })

    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: runs }, async () => {
        const runId = uuidv7()
        for (let seq = 1; seq <= steps; seq += 1) await commit(runId, seq)
      }),
    )
    return performance.now() - startedAt
  }

  return {
    async measure(runs, steps, bytes, connections) {
      let lanes = connections ?? best.get(runs)
      if (lanes === undefined) {
        const candidates = runs === 1 ? [1] : [1, 2, MOST_LANES]
        const times = new Map<number, number[]>(candidates.map((candidate) => [candidate, []]))
        for (let round = 0; round < TRIES; round += 1) {
          for (const [candidate, each] of times) each.push(await run(candidate, runs, steps, bytes))
        }
        const ranked = [...times].sort(([, a], [, b]) => median(a) - median(b))
        lanes = ranked[0]?.[0] ?? 1
        best.set(runs, lanes)
      }
      return run(lanes, runs, steps, bytes)
    },
    lanesFor: (runs) => best.get(runs) ?? 1,
    async close() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
