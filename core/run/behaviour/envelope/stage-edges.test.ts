import { describe, expect, test } from 'vitest'
import { discoveryName } from '#core/definition/names.ts'
import { locksOf } from '../../envelope/locks-of.ts'
import { enveloped, locked, twoLocks } from '../../testing/enveloped.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human } from '../../testing/steps.ts'

const lose = { type: 'lock_lost', resource: 'device:1', actor: ana, reason: 'stuck' } as const
const error = (run: ScriptedRun) => run.state.outcome?.error

describe('validation', () => {
  test('a schema error of the whole input names no field, and checks that hold are no reasons', () => {
    const more = { input_schema: { type: 'object', minProperties: 2 } }
    const validate = [{ check: 'input.n == 0' }, { check: 'input.n > 0', message: 'Too small' }]
    const run = enveloped({ validate }, { input: { n: 0 }, more })
    expect(error(run)?.message).toMatch(/^The input is invalid: input: [^;]+; Too small$/)
  })

  test('a check that is no expression is a reason with its syntax error', () => {
    const run = enveloped({ validate: [{ check: 'input.n >', message: 'Too small' }] })
    expect(error(run)?.message).toMatch(/^The input is invalid: Too small \(.+\)$/)
  })
})

describe('conditions', () => {
  const readsResource = { conditions: [{ name: 'free', when: "resources('a:1').free" }] }

  test('a released resource makes them due once, until its state has been read', () => {
    const run = enveloped(readsResource)
    const look = (free: boolean) => {
      const resources = { 'a:1': { free, holders: [], waiting: 0 } }
      return run.send({ type: 'conditions_checked', due: run.state.envelope?.due ?? 0, resources })
    }
    look(false)
    expect(run.state.phase).toBe('BLOCKED_WAITING')
    expect(run.send({ type: 'conditions_due' })).toEqual(['run conditions.due'])
    expect(run.send({ type: 'conditions_due' })).toEqual([])
    look(true)
    expect(run.state.phase).toBe('RUNNING')
  })

  test('a released resource is no news for a run that waits for no condition', () => {
    expect(enveloped({}).refusal({ type: 'conditions_due' }).code).toBe('STALE')
  })
})

describe('discovery', () => {
  test.each([
    ['arguments that cannot be rendered', { function: 'f', with: { site: '{{ input.nothing.id }}' } }],
    ['an expression with a syntax error', { resources: ['input.('] }],
  ])('%s end the run as safe', (_, discover) => {
    const run = enveloped({ discover })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(error(run)?.code).toBe('DISCOVERY_FAILED')
    expect(error(run)?.message).not.toBe('')
    expect(run.plan().filter(({ kind }) => kind === 'attempt')).toEqual([])
  })

  test('a function that asks for a pause ends the run as safe', () => {
    const run = enveloped({ discover: { function: 'f' } })
    run.ask(discoveryName, { kind: 'pause', result: null })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(error(run)?.message).toBe('A discovery cannot pause, jump or start a sub-workflow.')
  })

  test.each([
    ['no object', 'device:1'],
    ['no resources', {}],
    ['resources that are no names', { resources: [1] }],
  ])('a function that returns %s ends the run as safe', (_, output) => {
    const run = enveloped({ discover: { function: 'f' } })
    run.complete(discoveryName, output)
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(error(run)?.message).toBe('The function must return { resources: [...] }, a list of names.')
  })

  test('all resources are locked shared where the mode says so', () => {
    const run = enveloped({ ...twoLocks, locks: { mode: 'shared' } })
    expect(locksOf(run.executable, run.state).request?.shared).toEqual(['device:1', 'device:2'])
  })

  test('resources are locked exclusively without a word about locks', () => {
    const run = enveloped({ discover: { resources: ["'device:1'"] } })
    expect(locksOf(run.executable, run.state).request).toMatchObject({ resources: ['device:1'], shared: [] })
  })

  test('shared names that cannot be evaluated end the run as safe', () => {
    const run = enveloped({ ...twoLocks, locks: { shared: ['input.nothing'] } })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(error(run)).toMatchObject({ code: 'DISCOVERY_FAILED' })
    expect(error(run)?.message).toContain('input.nothing')
  })
})

describe('locks', () => {
  const refused = { type: 'locks_refused', retry_note: 'device:1 is held', blocked_by: ['r2'] } as const
  const asking = () => locked([human('Ask'), call('B')], { ...twoLocks, locks: { while_waiting: 'release' } })

  test('a refusal shows the position in the queue, and one of another request is stale', () => {
    const run = enveloped(twoLocks)
    const request = run.state.envelope?.request ?? 0
    run.send({ ...refused, request, position: 3 })
    expect(run.state.envelope).toMatchObject({ position: 3, blockedBy: ['r2'] })
    expect(run.refusal({ ...refused, request: request + 1 }).code).toBe('STALE')
  })

  test('a run that still waits for people takes no locks', () => {
    const run = asking()
    const request = run.state.envelope?.request ?? 0
    expect(run.refusal({ type: 'locks_granted', request, tokens: {} }).code).toBe('STALE')
  })

  test('a run that takes its locks again waits while they are busy, and fails where that would be a deadlock', () => {
    const run = asking()
    run.resume({ ok: true })
    const request = run.state.envelope?.request ?? 0
    expect(run.refusal({ ...refused, request }).code).toBe('STALE')
    run.send({ ...refused, request, code: 'LOCK_ORDER' })
    expect(run.state.phase).toBe('ERROR')
    // The rollback waits for the locks too.
    expect(run.refusal({ ...refused, request, code: 'LOCK_ORDER' }).code).toBe('STALE')
    run.grant(2)
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(error(run)).toMatchObject({ code: 'LOCK_ORDER', message: 'device:1 is held' })
  })

  test.each([
    ['without an envelope', new ScriptedRun(definition([call('A')]))],
    ['that has not got its locks', enveloped(twoLocks)],
  ])('nothing can be taken from a run %s', (_, run) => {
    expect(run.refusal(lose).code).toBe('STALE')
  })

  test('a lock is taken out of quarantine without another outcome', () => {
    const run = locked([call('A')])
    run.fail('A')
    expect(run.send(lose)).toEqual(['run locks.lost'])
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    expect(run.state.envelope?.tokens).toEqual({ 'device:2': 1 })
  })

  test('a retried run loses a lock of its attempt before, and goes on waiting for the new ones', () => {
    const run = locked([call('A')])
    run.fail('A')
    run.send({ type: 'retry', actor: ana })
    expect(run.send(lose)).toEqual(['run locks.lost'])
    expect(run.state.phase).toBe('SCHEDULED')
    run.grant(2)
    expect(run.state.phase).toBe('RUNNING')
  })
})
