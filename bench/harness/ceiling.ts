import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { intArray, textArray, uuidArray } from '#server/engine/store/connection/binary-array.ts'
import { median } from './stats.ts'

/**
 * The ceilings: loops that do nothing but commit rows of the same bytes, one
 * after the other per run, in one unnest statement for all that wait. What an
 * engine adds is measured against them, on the same database, in the same minute.
 *
 * The *plain loop* is the one by which the goals are set: one connection, a
 * prepared statement, arrays as the driver writes them by itself. The *best
 * loop* is given every advantage: binary parameters, and of one, two or three
 * connections the number that is fastest for the shape.
 */
export interface Ceiling {
  /** Milliseconds for `runs` runs at once, of `steps` rows each. */
  plain(runs: number, steps: number, bytes: number): Promise<number>
  best(runs: number, steps: number, bytes: number): Promise<number>
  /** The number of connections of the best loop for this many runs at once. */
  lanesFor(runs: number): number
  close(): Promise<void>
}

interface Waiting {
  readonly runId: string
  readonly seq: number
  readonly resolve: () => void
}

type ValuesOf = (batch: readonly Waiting[], events: string) => readonly unknown[]

const MOST_LANES = 3
const TRIES = 9

const textValues: ValuesOf = (batch, events) => [
  batch.map(({ runId }) => runId),
  batch.map(({ seq }) => seq),
  batch.map(() => randomUUID()),
  batch.map(() => events),
]

const binaryValues: ValuesOf = (batch, events) => [
  uuidArray(batch.map(({ runId }) => runId)),
  intArray(batch.map(({ seq }) => seq)),
  uuidArray(batch.map(() => randomUUID())),
  textArray(batch.map(() => events)),
]

export async function openCeiling(databaseUrl: string): Promise<Ceiling> {
  const connect = async (options?: string) => {
    const client = new pg.Client({ connectionString: databaseUrl, ...(options !== undefined && { options }) })
    await client.connect()
    return client
  }
  const plainClient = await connect()
  const bestClients = await Promise.all(
    Array.from({ length: MOST_LANES }, () => connect('-c plan_cache_mode=force_generic_plan')),
  )
  await plainClient.query(
    `create table if not exists bench_ceiling (run_id uuid, seq int, append_id uuid, events text, primary key (run_id, seq))`,
  )
  const lanesFor = new Map<number, number>()
  const runBest = (lanes: number, runs: number, steps: number, bytes: number) =>
    loop(bestClients.slice(0, lanes), binaryValues, runs, steps, bytes)

  return {
    plain: (runs, steps, bytes) => loop([plainClient], textValues, runs, steps, bytes),
    async best(runs, steps, bytes) {
      let lanes = lanesFor.get(runs)
      if (lanes === undefined) {
        const candidates = runs === 1 ? [1] : [1, 2, MOST_LANES]
        const times = new Map<number, number[]>(candidates.map((candidate) => [candidate, []]))
        for (let round = 0; round < TRIES; round += 1) {
          for (const [candidate, each] of times) each.push(await runBest(candidate, runs, steps, bytes))
        }
        const ranked = [...times].sort(([, a], [, b]) => median(a) - median(b))
        lanes = ranked[0]?.[0] ?? 1
        lanesFor.set(runs, lanes)
      }
      return runBest(lanes, runs, steps, bytes)
    },
    lanesFor: (runs) => lanesFor.get(runs) ?? 1,
    async close() {
      await Promise.all([plainClient, ...bestClients].map((client) => client.end()))
    },
  }
}

/** Each run commits its rows one after the other; whatever waits when a connection is free goes out together. */
async function loop(
  clients: readonly pg.Client[],
  valuesOf: ValuesOf,
  runs: number,
  steps: number,
  bytes: number,
): Promise<number> {
  const events = 'x'.repeat(bytes)
  const idle = [...clients]
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
        values: [...valuesOf(batch, events)],
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
