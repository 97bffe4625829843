import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireLease } from '#server/engine/expire-lease.ts'
import { type ArmedProcess, spawnArmed } from '../testing/crash/armed-process.ts'
import { engineMain } from '../testing/crash/killed-engines.ts'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'
import { type LockWitness, watchLocks } from '../testing/lock-witness.ts'
import { createRandom, type Random } from '../torture/random.ts'

const RUNS = 500
const RESOURCES = Array.from({ length: 20 }, (_, index) => `storm:${index}`)
const MOST_OF_A_RUN = 5
const ENGINES = 3
const IN_FLIGHT = 40
const KILLS = 6
const FAIR = 0.8

/** Index of Jain: 1 where all have waited equally long, 1/n where one has waited alone. */
function jainIndex(waits: readonly number[]): number {
  const sum = waits.reduce((total, wait) => total + wait, 0)
  const squares = waits.reduce((total, wait) => total + wait * wait, 0)
  return squares === 0 ? 1 : (sum * sum) / (waits.length * squares)
}

/**
 * Mean index over groups of runs that started together. A kill delays every run that waits for a lock of the killed
 * engine, so the index over the whole storm would measure the kills.
 */
function fairness(waits: readonly number[]): number {
  const groups = Array.from({ length: Math.floor(waits.length / IN_FLIGHT) }, (_, group) =>
    waits.slice(group * IN_FLIGHT, (group + 1) * IN_FLIGHT),
  )
  return groups.reduce((total, group) => total + jainIndex(group), 0) / groups.length
}

function draw(random: Random): readonly string[] {
  const names = new Set<string>()
  const count = 1 + Math.floor(random.next() * MOST_OF_A_RUN)
  while (names.size < count) names.add(RESOURCES[Math.floor(random.next() * RESOURCES.length)] as string)
  return [...names]
}

describe('many runs that want the same locks, on three engines that are killed at random', () => {
  const random = createRandom(30)
  let at: Harness
  let witness: LockWitness
  let engines: ArmedProcess[] = []
  let storming = true
  let storm: Promise<void>
  let kills = 0

  const begin = (): ArmedProcess => {
    const engine = spawnArmed(at.databaseUrl, engineMain)
    engine.begin()
    return engine
  }

  /** Waits until all engines hold a lease: with kills faster than starts, no engine would be left to grant locks. */
  const untilAllLive = async () => {
    for (;;) {
      const { rows } = await at.pool.query<{ live: number }>(
        'select count(*)::int as live from engine where lease_expires_at > clock_timestamp()',
      )
      if (!storming || (rows[0]?.live ?? 0) >= ENGINES) return
      await sleep(100)
    }
  }

  beforeAll(async () => {
    at = await createHarness()
    witness = await watchLocks(at.pool)
    await at.publish('Storm', [standard('Work', 'slowly')], {
      envelope: { discover: { resources: ['input.resources'] }, locks: {} },
    })
    engines = Array.from({ length: ENGINES }, begin)
    storm = (async () => {
      while (storming && kills < KILLS) {
        await untilAllLive()
        await sleep(2_000 + random.next() * 4_000)
        const [victim, ...others] = engines
        if (!storming || victim === undefined) return
        victim.signal('SIGKILL')
        await victim.died
        kills += 1
        // The lease of the killed engine ends at once, so that the index measures the order of the queue and no lease.
        await expireLease(at.pool, victim.pid)
        engines = [...others, begin()]
      }
    })()
  })
  afterAll(async () => {
    storming = false
    await storm
    for (const engine of engines) engine.signal('SIGTERM')
    await Promise.all(engines.map(({ died }) => died))
    await at.close()
  })

  const open = async () => {
    const { rows } = await at.pool.query<{ open: number }>(
      'select count(*)::int as open from run_state where ended_at is null',
    )
    return rows[0]?.open ?? 0
  }
  const complain = async () => {
    const { rows } = await at.pool.query(
      'select run_id, position, tries, retry_note, reserved_at from lock_request order by position limit 20',
    )
    return `${await open()} runs are open: ${JSON.stringify(rows)}`
  }
  const startOne = (resources: readonly string[]) =>
    at.start('Storm', { resources: [...resources], ms: 20 + Math.floor(random.next() * 60) })
  /** Milliseconds from the request to the grant, by the histories, in the order of the runs. */
  const waits = async (runIds: readonly string[]) => {
    const { rows } = await at.pool.query<{ wait: number }>(
      `select (max((e->>'at')::float8) filter (where e->'payload'->>'to' = 'LOCKED')
             - min((e->>'at')::float8) filter (where e->'payload'->>'to' = 'SCHEDULED')) as wait
         from run_log l cross join lateral json_array_elements(l.events::json) e
        where l.run_id = any($1) and e->>'type' = 'workflow.phase.changed'
        group by l.run_id order by array_position($1::uuid[], l.run_id)`,
      [runIds],
    )
    return rows.map(({ wait }) => wait)
  }

  it('envelope 7: no deadlock, never two exclusive holders, every run ends, and all wait about equally long', async () => {
    const runIds: string[] = []
    let locks = 0
    while (runIds.length < RUNS) {
      const missing = Math.min(IN_FLIGHT - (await open()), RUNS - runIds.length)
      for (let more = 0; more < missing; more += 1) {
        const resources = draw(random)
        locks += resources.length
        runIds.push(await startOne(resources))
      }
      await sleep(20)
    }
    storming = false
    await storm
    await poll(async () => (await open()) === 0, complain)
    await poll(async () => (await witness.replay(true)).length === 0, complain)
    // Each lock of each run is granted once.
    expect(witness.granted).toBe(locks)
    const { rows } = await at.pool.query(
      `select phase, count(*)::int as runs from run_state where phase not like 'COMPLETED%' group by 1`,
    )
    expect(rows).toEqual([])
    const waited = await waits(runIds)
    const index = fairness(waited)
    const longest = Math.max(...waited)
    process.stdout.write(
      `${kills} kills; Jain index of ${waited.length} waits ${jainIndex(waited).toFixed(3)}, of those that came together ${index.toFixed(3)}; the longest ${longest} ms\n`,
    )
    expect(waited).toHaveLength(RUNS)
    expect(kills).toBeGreaterThan(0)
    expect(index).toBeGreaterThan(FAIR)
  })

  it('envelope 8: a run that wants all of them is reserved, and nobody who came later gets one before it', async () => {
    const crowd: string[] = []
    const comes = async () => {
      while ((await open()) < IN_FLIGHT) {
        crowd.push(await startOne([RESOURCES[Math.floor(random.next() * RESOURCES.length)] as string]))
      }
    }
    await comes()
    const wanting = await startOne(RESOURCES)
    let reservedAt: string | null = null
    /** Runs that were started when the request of the one was in the queue already. */
    let earlier: number | null = null
    const isGranted = async () => {
      const { rows } = await at.pool.query<{ reserved: string | null }>(
        'select reserved_at::text as reserved from lock_request where run_id = $1',
        [wanting],
      )
      reservedAt ??= rows[0]?.reserved ?? null
      if (rows.length > 0) earlier ??= crowd.length
      await comes()
      return (await waits([wanting]))[0] != null
    }
    await poll(isGranted, complain)
    const later = crowd.slice(earlier ?? 0)
    const { rows } = await at.pool.query<{ run_id: string }>(
      `with granted as (
         select l.run_id, max((e->>'at')::float8) as at from run_log l cross join lateral json_array_elements(l.events::json) e
          where e->>'type' = 'workflow.phase.changed' and e->'payload'->>'to' = 'LOCKED' and l.run_id = any($1) group by 1
       )
       select run_id from granted where run_id <> $2 and at < (select at from granted where run_id = $2)`,
      [[...later, wanting], wanting],
    )
    const [wait] = await waits([wanting])
    process.stdout.write(`granted after ${wait} ms among ${crowd.length} single requests; reserved at ${reservedAt}\n`)
    expect(rows).toEqual([])
    expect(later.length).toBeGreaterThan(0)
    await poll(async () => (await open()) === 0, complain)
    await poll(async () => (await witness.replay(true)).length === 0, complain)
  })
})
