import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#core/definition/envelope.ts'
import { call, signal, subWorkflow, transform, work } from '#core/run/testing/steps.ts'
import { rowsOfLetters } from '#server/engine/locks/letters.ts'
import { createHarness, type Harness, poll } from '../testing/harness.ts'

let at: Harness
beforeAll(async () => {
  at = await createHarness()
  await at.engine()
})
afterAll(() => at.close())

const actor = { id: 'local' }
const hold = signal('Hold', 'go')
const go = (runId: string) => at.send(runId, { type: 'signal', signal_name: 'go', payload: {} })
const locks = (...resources: readonly string[]): Envelope => ({
  discover: { resources: resources.map((name) => `'${name}'`) },
  locks: {},
})

const phases = async (runId: string) =>
  (await at.history(runId)).flatMap((event) => (event.type === 'workflow.phase.changed' ? [event.payload.to] : []))

/** Waits until the run is in the phase. */
const inPhase = async (runId: string, phase: string) => {
  for (;;) {
    const { rows } = await at.pool.query('select phase from run_state where run_id = $1', [runId])
    if (rows[0]?.phase === phase) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const holders = async (resource: string) => {
  const { rows } = await at.pool.query(
    'select run_id, mode, token::int, quarantined from resource_lock where resource = $1',
    [resource],
  )
  return rows
}

describe('runs that lock the same resource', () => {
  test('envelope 6: the second waits with a note, and is locked after the first has ended', async () => {
    await at.publish('Lock', [hold], { envelope: locks('a:1') })
    const first = await at.start('Lock')
    await inPhase(first, 'RUNNING')
    const second = await at.start('Lock')
    await at.pool.query('select 1')
    while ((await phases(second)).length < 7) await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await phases(second)).slice(-3)).toEqual(['SCHEDULED', 'LOCKING', 'SCHEDULED'])
    const waiting = await at.state(second)
    expect(waiting.envelope).toMatchObject({ blockedBy: [first], retryNote: `a:1 is held by run ${first}` })
    await go(first)
    await inPhase(second, 'RUNNING')
    expect(await holders('a:1')).toEqual([{ run_id: second, mode: 'exclusive', token: 2, quarantined: false }])
    await go(second)
    await inPhase(second, 'COMPLETED_ACK')
    expect(await holders('a:1')).toEqual([])
  })

  test('envelope 9: a run whose lock is taken away ends with LOCK_LOST', async () => {
    await at.publish('Lose', [hold], { envelope: locks('a:2') })
    const runId = await at.start('Lose')
    await inPhase(runId, 'RUNNING')
    const { forceRelease } = await import('#server/engine/locks/release.ts')
    const lock = { ownerId: 'local', resource: 'a:2', runId, actor, reason: 'stuck' }
    expect(await forceRelease(at.pool, lock)).toBe(true)
    await at.until(runId, 'FAILED')
    expect((await at.state(runId)).outcome?.error?.code).toBe('LOCK_LOST')
  })

  test('envelope 9: nothing more is written under a lock that was taken away, even before the run has read so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-lock-lost-'))
    const until = join(folder, 'go')
    await at.publish(
      'LoseUnread',
      [call('A', { function: 'steps.awaitFile' }), call('B', { function: 'steps.addOne' })],
      {
        envelope: locks('a:7'),
      },
    )
    const runId = await at.start('LoseUnread', { until })
    await inPhase(runId, 'RUNNING')
    // The letter of this loss is late.
    await at.pool.query('delete from resource_lock where run_id = $1', [runId])
    await writeFile(until, '')
    const isRefused = () => at.lines.some((line) => line.includes('their runs have lost locks'))
    await poll(
      async () => isRefused(),
      async () => at.lines.join('\n'),
    )
    const kindsOf = async () => (await at.history(runId)).map(({ type }) => type)
    expect(await kindsOf()).not.toContain('workflow.node.completed')
    const command = { type: 'lock_lost', resource: 'a:7', actor, reason: 'stuck' } as const
    await rowsOfLetters(at.pool, [{ runId, command }])
    await at.until(runId, 'FAILED')
    expect((await at.state(runId)).outcome?.error?.code).toBe('LOCK_LOST')
    const history = await at.history(runId)
    expect(history.filter((event) => event.type === 'workflow.node.started' && event.step === 'B')).toEqual([])
    await rm(folder, { recursive: true })
  })

  test('envelope 10: a child passes through the locks of its root', async () => {
    await at.publish('Below', [transform('A', { done: 'true' })], { envelope: locks('a:3') })
    await at.publish('Above', [subWorkflow('Sub', 'Below')], { envelope: locks('a:3') })
    const runId = await at.start('Above')
    await inPhase(runId, 'COMPLETED_ACK')
    expect(await holders('a:3')).toEqual([])
  })

  test('envelope 12: an unsafe run keeps its lock until a person resolves what it left', async () => {
    await at.publish('Unsafe', [call('Fail', { function: 'steps.fail' })], { envelope: locks('a:4') })
    const runId = await at.start('Unsafe')
    await at.until(runId, 'FAILED')
    expect(await holders('a:4')).toMatchObject([{ quarantined: true }])
    const reply = await at.send(runId, { type: 'rollback', resolved: [{ step: 'Fail', note: 'by hand' }] })
    expect(reply).toMatchObject({ ok: true })
    await inPhase(runId, 'FAILED_SAFE_ACK')
    expect(await holders('a:4')).toEqual([])
  })
})

describe('runs that wait for their conditions', () => {
  test('envelope 3: a waiting run is in no engine’s memory, and a signal lets it go on', async () => {
    const conditions = [{ name: 'approved', signal: 'go' }]
    await at.publish('Approved', [transform('A', { done: 'true' })], { envelope: { conditions } })
    const runId = await at.start('Approved')
    await inPhase(runId, 'BLOCKED_WAITING')
    await at.until(runId, 'ACTIVE')
    await go(runId)
    await inPhase(runId, 'COMPLETED_ACK')
  })

  test('envelope 3: the release of a resource lets it go on before the next check', async () => {
    await at.publish('Holds', [hold], { envelope: locks('a:5') })
    const conditions = [{ name: 'free', when: "resources('a:5').free", every_seconds: 3_600 }]
    await at.publish('Free', [transform('A', { done: 'true' })], { envelope: { conditions } })
    const holder = await at.start('Holds')
    await inPhase(holder, 'RUNNING')
    const runId = await at.start('Free')
    await inPhase(runId, 'BLOCKED_WAITING')
    await at.pool.query(`update resource_watch set notified_at = now() - interval '1 minute'`)
    await go(holder)
    await inPhase(runId, 'COMPLETED_ACK')
  })

  test('envelope 4: runs that wait are held by no engine, and all that are due are evaluated', async () => {
    const conditions = [{ name: 'later', when: "now >= timestamp('2999-01-01T00:00:00Z')", every_seconds: 3_600 }]
    await at.publish('Later', [transform('A', { done: 'true' })], { envelope: { conditions } })
    const runIds = await Promise.all(Array.from({ length: 100 }, () => at.start('Later')))
    const count = async (where: string) => {
      const { rows } = await at.pool.query<{ runs: number }>(
        `select count(*)::int as runs from run_state s where s.run_id = any($1) and ${where}`,
        [runIds],
      )
      return rows[0]?.runs ?? 0
    }
    const all = (where: string) =>
      poll(
        async () => (await count(where)) === runIds.length,
        async () => `${await count(where)} runs: ${where}`,
      )
    const waiting = `s.phase = 'BLOCKED_WAITING' and s.engine_id is null`
    const ofChecks = `t.run_id = s.run_id and t.timer_id like 'conditions:%'`
    await all(waiting)
    await at.pool.query(`update timer set due_at = now() where run_id = any($1) and timer_id like 'conditions:%'`, [
      runIds,
    ])
    await all(
      `${waiting} and exists (select from timer t where ${ofChecks} and t.due_at > now() + interval '1 minute')`,
    )
  })
})

describe('runs that discover their resources', () => {
  test('envelope 5: by a function of the engine', async () => {
    const discover = { function: 'steps.discover', with: { site: '{{ input.site }}' } }
    await at.publish('Discovers', [transform('A', { seen: 'state.discovered.site' })], {
      envelope: { discover, locks: {} },
    })
    const runId = await at.start('Discovers', { site: 's7' })
    await inPhase(runId, 'COMPLETED_ACK')
    const state = await at.state(runId)
    expect(state.envelope?.resources).toEqual(['site:s7'])
    expect(state.data).toMatchObject({ seen: 's7' })
  })

  test('envelope 5: without resources there are no rows of locks', async () => {
    await at.publish('Nothing', [transform('A', { a: '1' })], {
      envelope: { discover: { resources: ['[]'] }, locks: {} },
    })
    const runId = await at.start('Nothing')
    await inPhase(runId, 'COMPLETED_ACK')
    const { rows } = await at.pool.query('select from lock_request where run_id = $1', [runId])
    expect(rows).toEqual([])
  })
})

test('envelope 2: invalid input is recorded, and no step starts', async () => {
  const envelope: Envelope = { validate: [{ check: 'size(input.devices) > 0', message: 'Name at least one device' }] }
  await at.publish('Checked', [work('A')], { envelope })
  const runId = await at.start('Checked', { devices: [] })
  await inPhase(runId, 'FAILED_SAFE_ACK')
  expect(await phases(runId)).toEqual(['FAILED_SAFE', 'FAILED_SAFE_ACK'])
})

test('envelope 15: a workflow without an envelope has no event, no row and no commit more', async () => {
  await at.publish('Plain', [call('A', { function: 'steps.addOne' })])
  const runId = await at.start('Plain', { n: 1 })
  await at.until(runId, 'COMPLETED')
  expect((await at.history(runId)).map(({ type }) => type)).toEqual([
    'workflow.run.created',
    'workflow.run.queued',
    'workflow.run.promoted',
    'workflow.run.started',
    'workflow.node.started',
    'workflow.node.completed',
    'workflow.run.completed',
  ])
  expect(JSON.stringify((await at.state(runId)).header)).not.toContain('envelope')
  const { rows } = await at.pool.query('select count(*)::int as rows from run_log where run_id = $1', [runId])
  expect(rows[0]?.rows).toBeLessThanOrEqual(3)
})

test('envelope 16: a free lock costs a run two appends more than an envelope without locks, and no timer', async () => {
  const appends = async (name: string, envelope: Envelope) => {
    await at.publish(name, [call('A', { function: 'steps.addOne' })], {
      envelope: { acknowledge: { completed: 'manual' }, ...envelope },
    })
    const runId = await at.start(name, { n: 1 })
    await at.until(runId, 'COMPLETED')
    const types = (await at.history(runId)).map(({ type }) => type)
    expect(types).not.toContain('workflow.timer.set')
    const { rows } = await at.pool.query('select count(*)::int as rows from run_log where run_id = $1', [runId])
    return rows[0]?.rows as number
  }
  expect(await appends('Uncontended', locks('a:8'))).toBe((await appends('Lockless', {})) + 2)
})

test('the invariants hold', async () => {
  expect(await at.violations(false)).toEqual([])
})
