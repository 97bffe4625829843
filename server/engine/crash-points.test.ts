import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CrashPoint, crashPoints } from './crash-points.ts'
import { type Armed, type ArmedProcess, spawnArmed } from './testing/crash/armed-process.ts'
import { effectViolations, recordedCalls } from './testing/crash/effects.ts'
import { type Journeys, openJourneys } from './testing/crash/journeys.ts'
import type { Request } from './testing/crash/sender.ts'
import { expireLease } from './testing/engine-process.ts'
import { createHarness, type Harness, poll } from './testing/harness.ts'

/** How an engine comes to a point. */
type Way =
  /** While it does the work of fresh runs. */
  | 'working'
  /** The same, with people who keep asking for what is refused. */
  | 'pestered'
  /** When it begins, right after another one was killed. */
  | 'beginning'
  /** When it is told to stop. */
  | 'stopping'
  /** Not an engine: somebody who starts a run or sends a command. */
  | 'asking'
  /** Three seconds into its life. */
  | 'renewing'
  /** Not in an engine; where it is, a test beside it does this. */
  | 'elsewhere'

const wayOf = (point: CrashPoint): Way => {
  const [commit] = point.split('.')
  if (commit === 'register' || commit === 'recover' || commit === 'retry_aside') return 'beginning'
  if (commit === 'hand_back' || commit === 'unregister') return 'stopping'
  if (commit === 'start_runs' || commit === 'send_command') return 'asking'
  if (commit === 'remove_runs') return 'elsewhere'
  if (commit === 'reply' || commit === 'release') return 'pestered'
  return commit === 'renew' ? 'renewing' : 'working'
}

/** Beyond the first visit: other commits and calls of the same journey. */
const later: readonly Armed[] = [
  ...[2, 4, 6, 9, 12, 16].map((times) => ({ point: 'append.sent', times }) as const),
  ...[3, 7, 11].map((times) => ({ point: 'append.after', times }) as const),
  ...[4, 8, 12].map((times) => ({ point: 'function.returned', times }) as const),
  // Among the items of the fan-out, and in the rounds of the loop.
  ...[20, 24, 28].map((times) => ({ point: 'function.ended', times }) as const),
  ...[3, 5].map((times) => ({ point: 'claim.sent', times }) as const),
  { point: 'undo.ended', times: 3 },
]

/** In the order in which they are tried: a suspect, and so `set_alone`, is what two engines in a row died of. */
const alone = crashPoints.filter((point) => point.startsWith('set_alone.'))
const inTurn = (way: Way) => crashPoints.filter((point) => wayOf(point) === way && !alone.includes(point))

describe('an engine that is killed', () => {
  let harness: Harness
  let journeys: Journeys
  let standby: ArmedProcess
  let current: ArmedProcess | null = null
  const quarantinable = new Set<string>()
  const struck = new Set<CrashPoint>()

  beforeAll(async () => {
    harness = await createHarness()
    journeys = await openJourneys(harness)
    standby = loadNext()
  })
  afterAll(async () => {
    standby.signal('SIGKILL')
    current?.signal('SIGTERM')
    await Promise.all([standby.died, current?.died])
    await journeys.close()
    await harness.close()
  })

  const loadNext = () => spawnArmed(harness.databaseUrl, join(import.meta.dirname, 'main.ts'))
  const begin = (armed?: Armed): ArmedProcess => {
    const engine = standby
    engine.begin(armed)
    current = engine
    standby = loadNext()
    return engine
  }
  const complain = async () => {
    const { rows } = await harness.pool.query(
      'select status, current_steps, error_code from run_state join run_progress using (run_id) where ended_at is null',
    )
    return `${JSON.stringify(rows)}\n${current?.output()}`
  }
  const settled = () => poll(async () => (await journeys.open()) === 0, complain)
  const death = async (engine: ArmedProcess, { point }: Armed) => {
    const late = sleep(60_000, 'late', { ref: false })
    if ((await Promise.race([engine.died, late])) === 'late') throw new Error(`${point}: ${await complain()}`)
    expect(engine.wasKilled(), engine.output()).toBe(true)
    await expireLease(harness.pool, engine.pid)
    expect(await harness.violations(false)).toEqual([])
    struck.add(point)
  }
  const working = async (armed: Armed) => {
    const engine = begin()
    await settled()
    await engine.arm(armed)
    await journeys.start()
    await death(engine, armed)
  }
  const beginning = async (armed: Armed) => death(begin(armed), armed)

  it.each([...inTurn('working').map((point) => ({ point, times: 1 })), ...later])(
    'at $point ($times), leaves runs that the next one finishes',
    working,
  )

  it.each(inTurn('beginning'))('at %s, leaves the runs of the one before it to the next one', async (point) => {
    if ((await journeys.open()) === 0) await working({ point: 'function.called', times: 3 })
    await beginning({ point, times: 1 })
  })

  it.each(alone)('at %s, has put down what it is about to run alone, or not', async (point) => {
    await working({ point: 'function.called', times: 1 })
    const { rows } = await harness.pool.query<{ run_id: string }>('select run_id from run_state where ended_at is null')
    for (const { run_id } of rows) quarantinable.add(run_id)
    await beginning({ point: 'claim.after', times: 1 })
    await beginning({ point, times: 1 })
  })

  it.each(inTurn('pestered'))('at %s, leaves the command unanswered or answered, never both', async (point) => {
    const engine = begin()
    await settled()
    await engine.arm({ point, times: 1 })
    let killed = false
    void engine.died.then(() => {
      killed = true
    })
    while (!killed) {
      await journeys.start()
      for (let pestered = 0; pestered < 40 && !killed; pestered += 1) {
        const { rows } = await harness.pool.query<{ run_id: string }>(
          `select run_id from run_state where ended_at is null`,
        )
        await Promise.all(rows.map(({ run_id }) => refused(run_id)))
      }
    }
    await death(engine, { point, times: 1 })
  })
  const refused = (runId: string) =>
    harness.send(runId, { type: 'resume', step: 'Nowhere', input: {} }, randomUUID(), 0)

  it.each(inTurn('stopping'))('at %s, leaves its runs to the next one all the same', async (point) => {
    const engine = begin()
    await settled()
    await engine.arm({ point, times: 1 })
    await journeys.start()
    await poll(async () => (await journeys.received()).length > 0, complain)
    engine.signal('SIGTERM')
    await death(engine, { point, times: 1 })
  })

  const killedAsking = async (point: CrashPoint, request: Request) => {
    const sender = join(import.meta.dirname, 'testing/crash/sender.ts')
    const asking = spawnArmed(harness.databaseUrl, sender, [JSON.stringify(request)])
    asking.begin({ point, times: 1 })
    await asking.died
    expect(asking.wasKilled(), asking.output()).toBe(true)
    struck.add(point)
  }
  const asking = inTurn('asking')

  it.each(asking.filter((point) => point.startsWith('start_runs')))(
    'is none of the business of a caller killed at %s, who asks again and has started one run',
    async (point) => {
      const input = { receiver: journeys.receiver, fail: false }
      const request = { workflow: 'Journey', idempotencyKey: randomUUID(), input }
      await killedAsking(point, { kind: 'start', ...request })
      const runId = await harness.start('Journey', input, { idempotencyKey: request.idempotencyKey })
      const { rows } = await harness.pool.query('select id from run where idempotency_key = $1', [
        request.idempotencyKey,
      ])
      expect(rows).toEqual([{ id: runId }])
    },
  )

  it.each(asking.filter((point) => point.startsWith('send_command')))(
    'is none of the business of a caller killed at %s, who asks again and has sent one command',
    async (point) => {
      const runId = await harness.start('Journey', { receiver: journeys.receiver, fail: false })
      const operationId = randomUUID()
      const command = { type: 'pause', actor: { id: 'local', name: 'You' } } as const
      await killedAsking(point, { kind: 'send', runId, operationId, command })
      await harness.send(runId, { type: 'pause' }, operationId, 0)
      const { rows } = await harness.pool.query('select 1 from mailbox where operation_id = $1', [operationId])
      expect(rows).toHaveLength(1)
      await harness.send(runId, { type: 'resume' }, randomUUID(), 0)
    },
  )

  it('leaves no trace in the end: every run has its outcome, every effect its one key', async () => {
    const engine = begin()
    await settled()
    await poll(
      async () => (await harness.violations()).length === 0,
      async () => JSON.stringify(await harness.violations()),
    )
    const { rows } = await harness.pool.query<{
      id: string
      fail: boolean
      status: string
      error_code: string | null
    }>(`
      select r.id, (l.events::json->0->'payload'->'input'->>'fail')::boolean as fail, s.status, s.error_code
        from run r join run_state s on s.run_id = r.id join run_log l on l.run_id = r.id and l.seq = 1
       where r.workflow = 'Journey'`)
    for (const run of rows) {
      if (quarantinable.has(run.id) && run.error_code === 'STEP_QUARANTINED') continue
      expect(run.status).toBe(run.fail ? 'FAILED_ROLLED_BACK' : 'COMPLETED')
    }
    expect(rows.filter(({ error_code }) => error_code === 'STEP_QUARANTINED').length).toBeLessThanOrEqual(
      2 * alone.length,
    )
    expect(effectViolations(await journeys.received(), await recordedCalls(harness.pool))).toEqual([])
    engine.signal('SIGTERM')
    await engine.died
    expect(await harness.violations()).toEqual([])
  })

  it('has been killed at every point that there is', () => {
    const others: readonly Way[] = ['renewing', 'elsewhere']
    expect(crashPoints.filter((point) => !struck.has(point) && !others.includes(wayOf(point)))).toEqual([])
  })
})

describe('engines that are killed as they renew their lease', () => {
  it('leave their runs to one that lives', async () => {
    const harness = await createHarness()
    const journeys = await openJourneys(harness)
    const load = () => spawnArmed(harness.databaseUrl, join(import.meta.dirname, 'main.ts'))
    const engines = inTurn('renewing').map((point) => ({ point, engine: load() }))
    for (const { point, engine } of engines) engine.begin({ point, times: 1 })
    for (let pairs = 0; pairs < 5; pairs += 1) await journeys.start()
    for (const { engine } of engines) {
      await engine.died
      expect(engine.wasKilled(), engine.output()).toBe(true)
      await expireLease(harness.pool, engine.pid)
    }
    await journeys.start()
    const last = load()
    last.begin()
    await poll(
      async () => (await journeys.open()) === 0,
      async () => last.output(),
    )
    last.signal('SIGTERM')
    await last.died
    expect(await harness.violations()).toEqual([])
    expect(effectViolations(await journeys.received(), await recordedCalls(harness.pool))).toEqual([])
    await journeys.close()
    await harness.close()
  })
})
