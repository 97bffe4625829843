import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { type Armed, spawnArmed } from '../testing/crash/armed-process.ts'
import { effectViolations, recordedCalls } from '../testing/crash/effects.ts'
import { openJourneys } from '../testing/crash/journeys.ts'
import { prepareKillTest } from '../testing/crash/kill-test.ts'
import { engineMain } from '../testing/crash/killed-engines.ts'
import type { Request } from '../testing/crash/sender.ts'
import { pointsBy } from '../testing/crash/ways.ts'
import { createHarness, poll } from '../testing/harness.ts'

/** Beyond the first visit: other commits and calls of the same journey. */
const later: readonly Armed[] = [
  { point: 'append.sent', times: 9 },
  { point: 'append.after', times: 16 },
  // Among the items of the fan-out, and in the rounds of the loop.
  { point: 'function.returned', times: 20 },
  { point: 'function.ended', times: 26 },
  { point: 'claim.sent', times: 3 },
  { point: 'undo.ended', times: 3 },
]

describe('an engine that is killed', () => {
  const at = prepareKillTest()

  const openRuns = async () => {
    const { rows } = await at.harness.pool.query<{ run_id: string }>(
      'select run_id from run_state where ended_at is null',
    )
    return rows.map(({ run_id }) => run_id)
  }

  it.each([...pointsBy('working').map((point) => ({ point, times: 1 })), ...later])(
    'at $point ($times), leaves runs that the next one finishes',
    (armed) => at.engines.working(armed, at.journeys.start),
  )

  it.each(pointsBy('beginning'))('at %s, leaves the runs of the one before it to the next one', async (point) => {
    if ((await at.journeys.open()) === 0)
      await at.engines.working({ point: 'function.called', times: 3 }, at.journeys.start)
    await at.engines.beginning({ point, times: 1 })
  })

  it.each(pointsBy('pestered'))('at %s, leaves the command unanswered or answered, never both', async (point) => {
    const engine = at.engines.begin()
    await at.engines.settled()
    await engine.arm({ point, times: 1 })
    let killed = false
    void engine.died.then(() => {
      killed = true
    })
    while (!killed) {
      await at.journeys.start()
      for (let pestered = 0; pestered < 40 && !killed; pestered += 1) {
        await Promise.all((await openRuns()).map(refused))
      }
    }
    await at.engines.death(engine, { point, times: 1 })
  })
  const refused = (runId: string) =>
    at.harness.send(runId, { type: 'resume', step: 'Nowhere', input: {} }, randomUUID(), 0)

  it.each(pointsBy('stopping'))('at %s, leaves its runs to the next one all the same', async (point) => {
    const engine = at.engines.begin()
    await at.engines.settled()
    await engine.arm({ point, times: 1 })
    await at.journeys.start()
    await poll(async () => (await at.journeys.received()).length > 0, at.engines.complain)
    engine.signal('SIGTERM')
    await at.engines.death(engine, { point, times: 1 })
  })

  const killedAsking = async (point: CrashPoint, request: Request) => {
    const sender = join(import.meta.dirname, '../testing/crash/sender.ts')
    const asking = spawnArmed(at.harness.databaseUrl, sender, { parameters: [JSON.stringify(request)] })
    asking.begin({ point, times: 1 })
    await asking.died
    expect(asking.wasKilled(), asking.output()).toBe(true)
    at.engines.struck.add(point)
  }
  const asking = pointsBy('asking')

  const askedTwice = async (point: CrashPoint, workflow: string) => {
    const input = { receiver: at.journeys.receiver, fail: false }
    const idempotencyKey = randomUUID()
    await killedAsking(point, { kind: 'start', workflow, idempotencyKey, input })
    const runId = await at.harness.start(workflow, input, { idempotencyKey })
    const { rows } = await at.harness.pool.query('select id from run where idempotency_key = $1', [idempotencyKey])
    expect(rows).toEqual([{ id: runId }])
  }

  it.each(asking.filter((point) => point.startsWith('start_runs')))(
    'is none of the business of a caller killed at %s, who asks again and has started one run',
    (point) => askedTwice(point, 'Journey'),
  )

  const beginRegistered = async () => {
    const engine = at.engines.begin()
    await poll(async () => {
      const { rowCount } = await at.harness.pool.query('select from engine where pid = $1', [engine.pid])
      return rowCount === 1
    }, at.engines.complain)
    return engine
  }

  it.each(asking.filter((point) => point.startsWith('start_eager')))(
    'has one run of a caller that was about to start a run eagerly and was killed at %s, and asked again',
    async (point) => {
      const engine = await beginRegistered()
      await at.engines.settled()
      await askedTwice(point, 'Errand')
      engine.signal('SIGTERM')
      await engine.died
    },
  )

  it.each(pointsBy('eager'))('at %s, leaves the run that was started eagerly for it to the next one', async (point) => {
    const engine = await beginRegistered()
    await at.engines.settled()
    await engine.arm({ point, times: 1 })
    let killed = false
    void engine.died.then(() => {
      killed = true
    })
    // A caller that starts runs has to meet this engine first, and looks for an engine now and then.
    const startAndLook = async () => {
      await at.harness.start('Errand', { receiver: at.journeys.receiver })
      return killed
    }
    await expect.poll(startAndLook, { interval: 100 }).toBe(true)
    await at.engines.death(engine, { point, times: 1 })
  })

  it.each(asking.filter((point) => point.startsWith('send_command')))(
    'is none of the business of a caller killed at %s, who asks again and has sent one command',
    async (point) => {
      const runId = await at.harness.start('Journey', { receiver: at.journeys.receiver, fail: false })
      const operationId = randomUUID()
      const command = { type: 'pause', actor: { id: 'local', name: 'You' } } as const
      await killedAsking(point, { kind: 'send', runId, operationId, command })
      await at.harness.send(runId, { type: 'pause' }, operationId, 0)
      const { rows } = await at.harness.pool.query('select 1 from mailbox where operation_id = $1', [operationId])
      expect(rows).toHaveLength(1)
      await at.harness.send(runId, { type: 'resume' }, randomUUID(), 0)
    },
  )

  it('leaves no trace in the end: every run has its outcome, every effect its one key', async () => {
    const ends = await at.engines.finish()
    for (const { fail, status } of ends) expect(status).toBe(fail ? 'FAILED_ROLLED_BACK' : 'COMPLETED')
  })

  it('has been killed at every such point', () => {
    const points = pointsBy('working', 'beginning', 'pestered', 'stopping', 'asking', 'eager')
    expect(points.filter((point) => !at.engines.struck.has(point))).toEqual([])
  })
})

describe('engines that are killed as they renew their lease', () => {
  it('leave their runs to one that lives', async () => {
    const harness = await createHarness()
    const journeys = await openJourneys(harness)
    const load = () => spawnArmed(harness.databaseUrl, engineMain)
    const engines = pointsBy('renewing').map((point) => ({ point, engine: load() }))
    for (const { point, engine } of engines) engine.begin({ point, times: 1 })
    for (let pairs = 0; pairs < 2; pairs += 1) await journeys.start()
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
