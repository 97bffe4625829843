import { describe, expect, test } from 'vitest'
import { discoveryName } from '#core/definition/names.ts'
import { limits } from '#core/limits.ts'
import { locksOf } from '../../envelope/locks-of.ts'
import { phases } from '../../statuses.ts'
import { enveloped, locked, twoLocks } from '../../testing/enveloped.ts'
import { ana } from '../../testing/scripted-run.ts'
import { call, human } from '../../testing/steps.ts'
import { type PhaseSeverity, severityOf } from '../../views/phases.ts'
import { viewsOf } from '../../views/view-table.ts'

const signal = (signal_name: string) => ({ type: 'signal', actor: ana, signal_name, payload: {} }) as const
const isoOf = (ms: number) => new Date(ms).toISOString()

describe('validation', () => {
  test('envelope 2: invalid input is recorded with all reasons, and no step ever starts', () => {
    const validate = [
      { check: 'size(input.devices) > 0', message: 'Name at least one device' },
      { check: 'input.n > 1' },
    ]
    const run = enveloped({ validate }, { input: { devices: [], n: 0 } })
    expect(run.phases()).toEqual(['FAILED_SAFE'])
    const change = run.history.find((event) => event.type === 'workflow.phase.changed')
    expect(change?.payload).toMatchObject({
      event: 'Validate',
      result: 'invalid',
      reasons: ['Name at least one device', 'input.n > 1'],
    })
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', publicStatus: 'failed', taskState: 'failed' })
    expect(run.state.outcome?.error?.code).toBe('INVALID_INPUT')
    expect(run.history.some((event) => event.type === 'workflow.node.started')).toBe(false)
    expect(run.history.some((event) => event.type === 'workflow.run.started')).toBe(false)
  })

  test('envelope 2: a check that cannot be evaluated is a reason as well, and so is the schema', () => {
    const more = { input_schema: { type: 'object', required: ['n'] } }
    const run = enveloped({ validate: [{ check: 'input.x > 1' }] }, { more })
    const change = run.history.find((event) => event.type === 'workflow.phase.changed')
    expect(change?.type === 'workflow.phase.changed' && change.payload.reasons).toHaveLength(2)
  })
})

describe('a run that waits for nothing', () => {
  test('passes all phases in one decision, in the order of the diagram', () => {
    const run = enveloped({})
    expect(run.phases()).toEqual([
      'VALID',
      'READY',
      'RESOURCE_DISCOVERY',
      'RESOURCES_DISCOVERED',
      'SCHEDULED',
      'LOCKING',
      'LOCKED',
      'RUNNING',
    ])
    run.complete('A')
    expect(run.phases().at(-1)).toBe('COMPLETED')
    expect(viewsOf(run.state)).toMatchObject({ status: 'COMPLETED', phase: 'COMPLETED' })
  })
})

describe('conditions', () => {
  test('envelope 3: a signal makes a waiting condition true, and is used up', () => {
    const run = enveloped(
      { conditions: [{ name: 'approved', signal: 'change-{{ input.id }}' }] },
      { input: { id: 'c7' } },
    )
    expect(run.state.phase).toBe('BLOCKED_WAITING')
    expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'pending', taskState: 'blocked' })
    run.send(signal('other'))
    expect(run.state.phase).toBe('BLOCKED_WAITING')
    run.send(signal('change-c7'))
    expect(run.state.phase).toBe('RUNNING')
    expect(run.state.signals).toEqual({ other: [{}] })
  })

  test('envelope 3: a time makes a condition true at its instant, and not before', () => {
    const start = 1_000_000 + 90_000
    const when = 'now >= timestamp(input.start)'
    const run = enveloped(
      { conditions: [{ name: 'window', when, at: 'input.start' }] },
      { input: { start: isoOf(start) } },
    )
    run.fire('conditions')
    expect(run.now).toBe(1_000_000 + 60_000)
    expect(run.state.phase).toBe('BLOCKED_WAITING')
    run.fire('conditions')
    expect(run.now).toBe(start)
    expect(run.state.phase).toBe('RUNNING')
  })

  test('envelope 3: a condition is checked every so many seconds', () => {
    const when = 'now >= timestamp(input.start)'
    const input = { start: isoOf(1_000_000 + 5_000) }
    const run = enveloped({ conditions: [{ name: 'window', when, every_seconds: 2 }] }, { input })
    run.fire('conditions')
    run.fire('conditions')
    expect(run.state.phase).toBe('BLOCKED_WAITING')
    run.fire('conditions')
    expect(run.now).toBe(1_006_000)
    expect(run.state.phase).toBe('RUNNING')
  })

  test('envelope 3: a free resource makes a condition true', () => {
    const run = enveloped({ conditions: [{ name: 'free', when: "resources('site:1').free" }] })
    const check = () => run.plan().find((effect) => effect.kind === 'conditions')
    expect(run.state.phase).toBe('VALID')
    const first = check()
    expect(first).toMatchObject({ resources: ['site:1'] })
    const busy = { 'site:1': { free: false, holders: ['r2'], waiting: 0 } }
    run.send({ type: 'conditions_checked', due: first?.kind === 'conditions' ? first.due : 0, resources: busy })
    expect(run.state.phase).toBe('BLOCKED_WAITING')
    expect(locksOf(run.executable, run.state).watches).toEqual(['site:1'])
    run.send({ type: 'conditions_due' })
    const second = check()
    const free = { 'site:1': { free: true, holders: [], waiting: 0 } }
    run.send({ type: 'conditions_checked', due: second?.kind === 'conditions' ? second.due : 0, resources: free })
    expect(run.state.phase).toBe('RUNNING')
  })

  test('envelope 3: an evaluation for an earlier look changes nothing', () => {
    const run = enveloped({ conditions: [{ name: 'free', when: "resources('site:1').free" }] })
    expect(run.refusal({ type: 'conditions_checked', due: 1, resources: {} }).code).toBe('STALE')
  })

  test('envelope 3: all conditions have to be true at once', () => {
    const conditions = [
      { name: 'one', signal: 'one' },
      { name: 'two', signal: 'two' },
    ]
    const run = enveloped({ conditions })
    run.send(signal('one'))
    expect(run.state.phase).toBe('BLOCKED_WAITING')
    expect(run.state.envelope?.conditions?.map(({ value }) => value)).toEqual([true, false])
    run.send(signal('two'))
    expect(run.state.phase).toBe('RUNNING')
  })

  test('a condition that fails is false and shows its error; five times the same error end the run', () => {
    const run = enveloped({ conditions: [{ name: 'odd', when: 'now > input.nothing', every_seconds: 1 }] })
    expect(run.state.envelope?.conditions?.[0]?.error).toContain('nothing')
    for (let check = 0; check < 3; check += 1) run.fire('conditions')
    expect(run.state.phase).toBe('BLOCKED_WAITING')
    run.fire('conditions')
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(run.state.outcome?.error?.code).toBe('CONDITION_INVALID')
  })

  test('their deadline ends the run as safe, and stands still while the run is held', () => {
    const run = enveloped({ conditions: [{ name: 'one', signal: 'one' }], conditions_timeout_seconds: 10 })
    run.now += 4_000
    run.send({ type: 'pause', actor: ana })
    run.now += 60_000
    run.send({ type: 'resume', actor: ana })
    run.fire('conditions_timeout')
    expect(run.now).toBe(1_000_000 + 70_000)
    expect(run.state.outcome?.error?.code).toBe('CONDITIONS_TIMEOUT')
    expect(run.state.phase).toBe('FAILED_SAFE')
  })

  test('envelope B29: conditions without a deadline have the longest one, so that every run ends', () => {
    const run = enveloped({ conditions: [{ name: 'one', signal: 'one' }] })
    run.fire('conditions_timeout')
    expect(run.now).toBe(1_000_000 + limits.envelope.waitSeconds * 1_000)
    expect(run.state.outcome?.error?.code).toBe('CONDITIONS_TIMEOUT')
  })

  test('a run that is cancelled while it waits is safe', () => {
    const run = enveloped({ conditions: [{ name: 'one', signal: 'one' }] })
    run.send({ type: 'cancel', actor: ana })
    expect(run.phases()).toEqual(['VALID', 'BLOCKED_WAITING', 'FAILED_SAFE'])
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', publicStatus: 'cancelled' })
  })
})

describe('discovery', () => {
  test('envelope 5: by expressions, sorted and each once', () => {
    const resources = ["'site:' + input.site", "input.devices.map(d, 'device:' + d)", "'site:1'"]
    const run = enveloped(
      { discover: { resources }, locks: { shared: ["'site:' + input.site"] } },
      { input: { site: '1', devices: ['b', 'a'] } },
    )
    const { request } = locksOf(run.executable, run.state)
    expect(request).toMatchObject({ resources: ['device:a', 'device:b', 'site:1'], shared: ['site:1'] })
    expect(run.state.phase).toBe('SCHEDULED')
  })

  test('envelope 5: by a function, whose data becomes state.discovered', () => {
    const run = enveloped(
      { discover: { function: 'net.discover', with: { site: '{{ input.site }}' } } },
      { input: { site: 's' } },
    )
    const call = run.plan().find((effect) => effect.kind === 'attempt')
    expect(call).toMatchObject({ step: discoveryName, function: 'net.discover', with: { site: 's' } })
    run.complete(discoveryName, { resources: ['device:1'], data: { vendor: 'x' } })
    expect(run.state.phase).toBe('SCHEDULED')
    expect(run.state.data).toMatchObject({ discovered: { vendor: 'x' } })
  })

  test('envelope 5: by a worker, for whom it is a task of a queue', () => {
    const run = enveloped({ discover: { function: 'net.discover', queue: 'net' } })
    expect(run.plan()).toMatchObject([{ kind: 'timer' }, { kind: 'worker_task', queue: 'net', idempotent: true }])
    const outcome = { kind: 'completed', output: { resources: [] } } as const
    run.send({ type: 'attempt_ended', step: discoveryName, iteration: 1, attempt: 1, outcome })
    // Without a resource there is nothing to lock.
    expect(run.state.phase).toBe('RUNNING')
    expect(locksOf(run.executable, run.state)).toMatchObject({ request: null, watches: [] })
  })

  test.each([
    ['an expression that fails', ['input.nothing'], 'DISCOVERY_FAILED'],
    ['an expression that gives no names', ['{"a": 1}'], 'DISCOVERY_FAILED'],
    ['a bad name', ["'device'"], 'RESOURCES_INVALID'],
    ['a name that is too long', ["'device:' + input.long"], 'RESOURCES_INVALID'],
    ['more than 1,000 names', ["input.many.map(n, 'device:' + n)"], 'RESOURCES_INVALID'],
  ])('envelope 5: %s ends the run as safe', (_, resources, code) => {
    const many = Array.from({ length: 1_001 }, (_, at) => String(at))
    const run = enveloped({ discover: { resources } }, { input: { long: 'x'.repeat(300), many } })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(run.state.outcome?.error?.code).toBe(code)
  })

  test('envelope 5: a function that fails, or answers with something else, ends the run as safe', () => {
    const failed = enveloped({ discover: { function: 'f' } })
    failed.fail(discoveryName)
    expect(failed.state.outcome?.error?.code).toBe('DISCOVERY_FAILED')
    const odd = enveloped({ discover: { function: 'f' } })
    odd.complete(discoveryName, ['device:1'])
    expect(odd.state.phase).toBe('FAILED_SAFE')
  })

  test('a discovery that takes too long ends the run as safe', () => {
    const run = enveloped({ discover: { function: 'f', timeout_seconds: 3 } })
    run.fire('discovery_timeout')
    expect(run.state.outcome?.error?.code).toBe('DISCOVERY_TIMEOUT')
    expect(
      run.refusal({
        type: 'attempt_ended',
        step: discoveryName,
        iteration: 1,
        attempt: 1,
        outcome: { kind: 'completed', output: null },
      }).code,
    ).toBe('STALE')
  })
})

describe('locks', () => {
  test('envelope 6: a refusal is one round of LOCKING and SCHEDULED with the note; the grant starts the steps', () => {
    const run = enveloped(twoLocks)
    expect(run.refuse()).toEqual([
      'run phase.changed (SCHEDULED to LOCKING)',
      'run phase.changed (LOCKING to SCHEDULED)',
      'run timer.set (lock_timeout)',
    ])
    expect(run.state.envelope).toMatchObject({ retryNote: 'device:7 is held by run r2', blockedBy: ['r2'] })
    run.grant(4)
    expect(run.phases().slice(-3)).toEqual(['LOCKING', 'LOCKED', 'RUNNING'])
    expect(run.state.envelope?.tokens).toEqual({ 'device:1': 4, 'device:2': 4 })
    expect(locksOf(run.executable, run.state)).toMatchObject({ request: null, holds: 'held' })
    run.complete('A')
    expect(locksOf(run.executable, run.state).holds).toBe('none')
  })

  test('a grant for another request is stale', () => {
    const run = enveloped(twoLocks)
    expect(run.refusal({ type: 'locks_granted', request: 1, tokens: {} }).code).toBe('STALE')
  })

  test('envelope 10: locks that are refused for good end the run as safe', () => {
    const run = enveloped(twoLocks)
    run.refuse({ code: 'LOCK_ORDER' })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(run.state.outcome?.error?.code).toBe('LOCK_ORDER')
  })

  test('the deadline of the wait ends the run as safe', () => {
    const run = enveloped({ ...twoLocks, locks: { wait_timeout_seconds: 5 } })
    run.refuse()
    run.fire('lock_timeout')
    expect(run.state.outcome?.error?.code).toBe('LOCK_TIMEOUT')
    expect(locksOf(run.executable, run.state)).toMatchObject({ request: null, holds: 'none' })
  })

  test('envelope B29: locks without a deadline have the longest one, from the first refusal on', () => {
    const run = enveloped(twoLocks)
    expect(run.plan()).toEqual([])
    run.refuse()
    const { timers } = run.state.envelope ?? {}
    expect(timers?.lock_timeout).toMatchObject({ dueAt: run.now + limits.envelope.waitSeconds * 1_000 })
    run.now += 1_000
    run.refuse({ retry_note: 'device:7 is held by run r3' })
    expect(run.state.envelope?.timers).toEqual(timers)
    run.fire('lock_timeout')
    expect(run.state.outcome?.error?.code).toBe('LOCK_TIMEOUT')
  })

  test('a retry counts its wait anew, also after an end in the queue that left the world unsafe', () => {
    const run = locked([call('A')])
    run.fail('A')
    run.send({ type: 'retry', actor: ana })
    run.refuse()
    run.refuse({ code: 'LOCK_ORDER' })
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    run.now += 3_600_000
    run.send({ type: 'retry', actor: ana })
    expect(run.state.envelope?.timers).toEqual({})
    run.refuse()
    expect(run.state.envelope?.timers.lock_timeout).toMatchObject({
      dueAt: run.now + limits.envelope.waitSeconds * 1_000,
    })
  })

  test('envelope 9: a run whose lock is taken away fails with LOCK_LOST', () => {
    const run = locked([call('A', { effects: 'none' }), call('B')])
    run.send({ type: 'lock_lost', resource: 'device:1', actor: ana, reason: 'stuck' })
    expect(run.state.phase).toBe('ERROR')
    // What is in flight settles first, and nothing starts any more.
    run.complete('A')
    expect(run.state.outcome?.error?.code).toBe('LOCK_LOST')
    expect(run.phases().slice(-3)).toEqual(['ERROR', 'ROLLBACK', 'FAILED_SAFE'])
  })

  test('are given back while people are asked, and taken again before the next step', () => {
    const run = locked([human('Ask'), call('B')], { ...twoLocks, locks: { while_waiting: 'release' } })
    expect(locksOf(run.executable, run.state)).toMatchObject({ holds: 'none', request: null })
    expect(run.state.phase).toBe('RUNNING')
    run.resume({ ok: true })
    expect(run.plan().some((effect) => effect.kind === 'attempt')).toBe(false)
    expect(locksOf(run.executable, run.state).request).not.toBeNull()
    run.grant(9)
    expect(run.state.envelope?.tokens).toEqual({ 'device:1': 9, 'device:2': 9 })
    expect(run.plan().some((effect) => effect.kind === 'attempt' && effect.step === 'B')).toBe(true)
    run.complete('B')
    expect(run.state.phase).toBe('COMPLETED')
  })

  test('are kept while people are asked, unless the definition says otherwise', () => {
    const run = locked([human('Ask'), call('B')])
    expect(locksOf(run.executable, run.state).holds).toBe('held')
  })

  test('envelope 9: a step may ask for the fencing tokens', () => {
    const run = locked([call('A', { fencing: true })])
    expect(run.owed('attempt', 'A').fencing).toEqual({ 'device:1': 1, 'device:2': 1 })
    expect(locked([call('A')]).owed('attempt', 'A').fencing).toBeUndefined()
  })

  test('a held run that has its locks starts when the hold is lifted', () => {
    const run = enveloped(twoLocks)
    run.send({ type: 'pause', actor: ana })
    run.grant()
    expect(run.state.phase).toBe('LOCKED')
    run.send({ type: 'resume', actor: ana })
    expect(run.state.phase).toBe('RUNNING')
  })
})

test('envelope B28: each of the 18 phases has the colour class of the diagram', () => {
  expect(phases).toHaveLength(18)
  const of = (severity: PhaseSeverity) => phases.filter((phase) => severityOf(phase) === severity).toSorted()
  expect(of('bad')).toEqual(['FAILED_UNSAFE', 'FAILED_UNSAFE_ACK'])
  expect(of('warning')).toEqual(['ERROR', 'FAILED_SAFE', 'FAILED_SAFE_ACK', 'ROLLBACK'])
  expect(of('good')).toHaveLength(12)
})
