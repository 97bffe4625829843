import type { Definition } from '#core/definition/definition.ts'
import type { Envelope } from '#core/definition/envelope.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import type { Bench, Row } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, ms, nowMs } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
import { inline, workflow } from '../harness/workflows.ts'

const GOAL_MS = 2
const GOAL_PER_SECOND = 1_000
const WARM = 20
const REQUESTS = 5_000
const PER_PASS = 200

/** A person acknowledges, so that nothing of a run is left to do beside the next one. */
const acknowledge = { completed: 'manual', failed_safe: 'manual', failed_unsafe: 'manual' } as const
const enveloped = (name: string, envelope: Envelope): Definition => ({
  ...workflow(name, [inline('Work', 'hundred_bytes')]),
  envelope: { acknowledge, ...envelope },
})

/** What an uncontended lock costs a run, and how many locks the lock manager grants and takes back in a second. */
export const locks: Bench = {
  name: 'locks',
  about: 'one run alone with and without a lock; grants and releases of the lock manager in a second',
  async run(kit) {
    const stage = await kit.openStage('locks')
    try {
      await stage.publish(workflow('Plain', [inline('Work', 'hundred_bytes')]))
      await stage.publish(enveloped('Enveloped', {}))
      await stage.publish(enveloped('Locked', { discover: { resources: ["'bench:1'"] }, locks: {} }))
      return [await alone(stage, kit.quick), await grants(stage, kit.quick ? REQUESTS / 5 : REQUESTS)]
    } finally {
      await stage.close()
    }
  },
}

async function alone(stage: Stage, isQuick: boolean): Promise<Row> {
  const engine = await stage.engine()
  const took = { Plain: [] as number[], Enveloped: [] as number[], Locked: [] as number[] }
  for (const _ of rounds(isQuick ? 60 : 300, 30_000)) {
    for (const name of ['Plain', 'Enveloped', 'Locked'] as const) {
      took[name].push((await stage.burst(engine, name, 1, false)).wholeMs)
    }
  }
  await engine.stop()
  const [plain, empty, locked] = [took.Plain, took.Enveloped, took.Locked].map((times) =>
    times.slice(Math.min(WARM, times.length >> 1)),
  ) as [number[], number[], number[]]
  const above = median(locked.map((each, index) => each - (plain[index] ?? Number.NaN)))
  const aboveEmpty = median(locked.map((each, index) => each - (empty[index] ?? Number.NaN)))
  return {
    bench: 'locks',
    shape: 'one run alone that locks a free resource, request → end',
    measured: `p50 ${ms(median(locked))}, ${ms(above)} above a plain run`,
    goal: `≤ ${GOAL_MS} ms above a plain run`,
    met: above <= GOAL_MS,
    notes: [
      `plain p50 ${ms(median(plain))}; with an envelope that locks nothing p50 ${ms(median(empty))}, and the lock ${ms(aboveEmpty)} above that`,
      `p99: plain ${ms(at(plain, 0.99))}, locked ${ms(at(locked, 0.99))}`,
    ],
    figures: { lockedP50Ms: median(locked), plainP50Ms: median(plain), emptyP50Ms: median(empty), above, aboveEmpty },
  }
}

/** Requests of runs that no engine takes, each for a resource of its own, and the manager alone. */
async function grants(stage: Stage, requests: number): Promise<Row> {
  const runIds: string[] = []
  while (runIds.length < requests) runIds.push(...(await stage.start('Plain', Math.min(500, requests - runIds.length))))
  await stage.patientPool.query(
    `insert into lock_request (run_id, owner_id, root_run_id, request, resources, priority, position)
     select id, 'local', id, 7, array['grant:' || id], 0, row_number() over () from unnest($1::uuid[]) as id`,
    [runIds],
  )
  await stage.patientPool.query('vacuum (analyze)')
  const store = createPostgresStore(stage.databaseUrl)
  const engine = await store.register('bench', process.pid, 600_000, false)
  const startedAt = nowMs()
  let granted = 0
  for (let from = 0; from < runIds.length; from += PER_PASS) {
    const pass = { runIds: runIds.slice(from, from + PER_PASS), released: [], scan: false }
    granted += (await store.passLocks(engine, pass)).granted
  }
  const seconds = (nowMs() - startedAt) / 1_000
  await store.close()
  if (granted !== requests) throw new Error(`${granted} of ${requests} requests were granted.`)
  const perSecond = granted / seconds
  return {
    bench: 'locks',
    shape: `${count(requests)} requests for resources of their own, in passes of ${PER_PASS}`,
    measured: `${count(perSecond)} grants/s`,
    goal: `≥ ${count(GOAL_PER_SECOND)} grants/s`,
    met: perSecond >= GOAL_PER_SECOND,
    figures: { grantsPerSecond: perSecond },
  }
}
