import { describe, expect, test } from 'vitest'
import type { InjectionRule, Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { fold } from '../evolve.ts'
import { initialState } from '../state.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, human, loop, transform } from '../testing/steps.ts'

const rule = (steps: readonly Step[], when: Partial<InjectionRule> = { value_match: 'gold' }): InjectionRule => ({
  condition_key: 'tier',
  action: 'INSERT_AFTER_CURRENT',
  steps_to_insert: steps,
  ...when,
})
const inserts = (...rules: readonly InjectionRule[]) => ({ dynamic_injection: { rules } })
const welcome = inserts(rule([call('Gift'), call('Card')]))

function started(steps: readonly Step[], more = {}, header = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, more), { input: {}, ...header })
  run.own()
  return run
}

/** The same history again, from its first event. */
const replayed = (run: ScriptedRun) => fold(initialState(), run.history)

describe('dynamic_injection', () => {
  test('a rule that applies inserts its steps behind the one that completed, and what followed it follows the last', () => {
    const run = started([call('A', welcome), call('Z')])
    expect(run.complete('A', { tier: 'gold' })).toEqual([
      'A completed',
      'A steps_injected (Gift, Card)',
      'Gift started',
    ])
    expect(run.complete('Gift')).toEqual(['Gift completed', 'Card started'])
    expect(run.complete('Card')).toEqual(['Card completed', 'Z started'])
    run.complete('Z')
    expect(run.state.outcome?.status).toBe('COMPLETED')
    expect(replayed(run)).toEqual(run.state)
  })

  test('a rule that does not apply leaves no trace', () => {
    const run = started([call('A', welcome), call('Z')])
    expect(run.complete('A', { tier: 'blue' })).toEqual(['A completed', 'Z started'])
    expect(run.complete('Z')).toEqual(['Z completed', 'run completed'])
    expect(Object.keys(run.state.steps)).toEqual(['A', 'Z'])
    const broken = started([call('A', welcome), call('Z')])
    expect(broken.fail('A')).toEqual(['A failed (Error)', 'run cancelled (fail_fast)', 'Z skipped (failed)'])
  })

  test.each<[Partial<InjectionRule>, Json, boolean]>([
    [{ value_match: { a: 1, b: 2 } }, { tier: { b: 2, a: 1 } }, true],
    [{ value_match: null }, {}, true],
    [{ value_match: 'gold' }, {}, false],
    [{ value_is_not: ['blue', 'red'] }, { tier: 'gold' }, true],
    [{ value_is_not: ['blue', 'red'] }, { tier: 'red' }, false],
    [{ value_greater_than: 5 }, { tier: 6 }, true],
    [{ value_greater_than: 5 }, { tier: 5 }, false],
    [{ value_greater_than: 5 }, { tier: '6' }, false],
    [{ value_less_than: 5 }, { tier: 4 }, true],
    [{ value_less_than: 5 }, { tier: 5 }, false],
    [{ value_between: [1, 3] }, { tier: 3 }, true],
    [{ value_between: [1, 3] }, { tier: 0 }, false],
    [{ value_between: [1, 3] }, { tier: 4 }, false],
    [{}, { tier: 1 }, false],
    [{ value_match: 1, steps_to_insert: [] }, { tier: 1 }, false],
    [{ condition_key: 'customer.tier', value_match: 1 }, { customer: { tier: 1 } }, true],
    [{ condition_key: 'customer.tier', value_match: 1 }, { customer: 'tier' }, false],
  ])('%j over %j', (when, output, applies) => {
    const run = started([call('A', inserts(rule([call('Gift')], when))), call('Z')])
    run.complete('A', output)
    expect(run.state.open).toEqual([applies ? 'Gift' : 'Z'])
  })

  test('each rule inserts right behind the step, so that the steps of a later one come first', () => {
    const vip = rule([call('Vip')], { condition_key: 'vip', value_match: true })
    const both = started([call('A', inserts(rule([call('Gift')]), vip, rule([call('Never')], {}))), call('Z')])
    both.complete('A', { tier: 'gold', vip: true })
    expect(both.complete('Vip')).toEqual(['Vip completed', 'Gift started'])
    expect(both.complete('Gift')).toEqual(['Gift completed', 'Z started'])
  })

  test('a DECISION goes on where it chose to, behind what it inserted', () => {
    const gate = decision('Gate', [['state.big', 'Big'], 'Small'], welcome)
    const run = started([
      transform('Set', { tier: "'gold'", big: 'true' }),
      gate,
      call('Small'),
      call('Big', { next: ['END'] }),
    ])
    expect(run.state.open).toEqual(['Gift'])
    run.complete('Gift')
    expect(run.complete('Card')).toEqual(['Card completed', 'Small skipped (dead)', 'Big started'])
  })

  test('inserted steps may choose and lead on themselves, be skipped, fail and be caught', () => {
    const chain = [
      call('Check', { on_failure: { target_step: 'Mend' } }),
      decision('Which', [['state.short', 'Z'], 'Long']),
      call('Long', { when: 'false' }),
      call('Last', { next: ['Z', 'END'] }),
      call('Mend'),
    ]
    const steps = [call('A', inserts(rule(chain))), call('Y'), call('Z')]
    const short = started(steps)
    short.complete('A', { tier: 'gold', short: true })
    expect(short.complete('Check')).toEqual([
      'Check completed',
      'Which started',
      'Which completed',
      'Mend skipped (dead)',
      'Long skipped (dead)',
      'Y skipped (dead)',
      'Last skipped (dead)',
      'Z started',
    ])
    const long = started(steps)
    long.complete('A', { tier: 'gold', short: false })
    long.complete('Check')
    expect(long.state.open).toEqual(['Last'])
    const mended = started(steps)
    mended.complete('A', { tier: 'gold', short: false })
    mended.fail('Check')
    expect(mended.state.open).toEqual(['Mend'])
    expect(mended.complete('Mend').slice(0, 2)).toEqual(['Mend completed', 'Y started'])
  })

  test('one that is skipped by its own when lets a DECISION go on where it chose', () => {
    const gate = decision('Gate', ['Z'], inserts(rule([call('Gift', { when: 'false' })])))
    const run = started([transform('Set', { tier: "'gold'" }), gate, call('Z')])
    expect(run.state.open).toEqual(['Z'])
  })

  test('an inserted step that fails ends the run like any other, and a retry goes on from it', () => {
    const run = started([call('A', welcome), call('Z')])
    run.complete('A', { tier: 'gold' })
    expect(run.fail('Gift')).toEqual([
      'Gift failed (Error)',
      'run cancelled (fail_fast)',
      'Card skipped (failed)',
      'Z skipped (failed)',
    ])
    run.send({ type: 'retry', actor: ana, from_step: 'Gift' })
    expect(run.state.open).toEqual(['Gift'])
    const patient = started([call('A', welcome), call('Z')], { fail_fast: false })
    patient.complete('A', { tier: 'gold' })
    patient.fail('Gift')
    expect(patient.state.outcome).toMatchObject({ status: 'FAILED', error: { step: 'Gift' } })
  })

  test('a retry from the step that inserted decides anew', () => {
    const run = started([call('A', welcome), call('Z')])
    run.complete('A', { tier: 'gold' })
    run.fail('Gift')
    run.send({ type: 'retry', actor: ana, from_step: 'A' })
    expect(run.complete('A', { tier: 'blue' })).toEqual(['A@2 completed', 'Z started'])
    expect(run.complete('Z')).toEqual(['Z completed', 'run completed'])
    expect(replayed(run)).toEqual(run.state)
  })

  test('a circle comes back to it, and each visit inserts for itself', () => {
    const again = decision('Again', [["state.tier == 'gold'", 'A'], 'END'])
    const run = started([call('A', welcome), again])
    run.complete('A', { tier: 'gold' })
    run.complete('Gift')
    run.complete('Card')
    expect(run.state.open).toEqual(['A'])
    run.complete('A', { tier: 'gold' })
    expect(run.complete('Gift')).toEqual(['Gift@2 completed', 'Card@2 started'])
    run.complete('Card')
    expect(run.complete('A', { tier: 'blue' })).toEqual([
      'A@3 completed',
      'Again@3 started',
      'Again@3 completed',
      'run completed',
    ])
    expect(replayed(run)).toEqual(run.state)
  })

  test('in the body of a loop each round inserts for itself', () => {
    const body = [
      transform('Set', { tier: 'item' }),
      decision('Gate', ['END'], inserts(rule([transform('Gift', { gift: 'index' })]))),
    ]
    const run = started([loop('Loop', body, { iterate_over: "['gold', 'blue']" })])
    expect(run.lines().slice(4)).toEqual([
      'Loop started',
      'Loop loop.round_started',
      'Set started',
      'Set completed',
      'Gate started',
      'Gate completed',
      'Gate steps_injected (Gift)',
      'Gift started',
      'Gift completed',
      'Loop loop.round_started',
      'Set@2 started',
      'Set@2 completed',
      'Gate@2 started',
      'Gate@2 completed',
      'Loop completed',
      'run completed',
    ])
    expect(run.state.data).toMatchObject({ gift: 0 })
  })

  test('a saga undoes inserted steps as well', () => {
    const gifts = inserts(rule([call('Gift', { compensate_function: 'gifts.take_back' })]))
    const run = started([call('A', gifts), call('Z')], { saga_enabled: true })
    run.complete('A', { tier: 'gold' })
    run.complete('Gift')
    expect(run.fail('Z')).toContain('Gift compensation.started')
  })

  test('a jump leads past it; to what was not inserted there is none; what failed and is ignored inserts nothing', () => {
    const run = started([call('A', welcome), call('Y'), call('Z')])
    run.ask('A', { kind: 'jump', target: 'Z', result: null })
    expect(run.state.open).toEqual(['Z'])
    const astray = started([call('A', welcome), call('Z')])
    astray.ask('A', { kind: 'jump', target: 'Gift', result: null })
    expect(astray.state.outcome?.error?.code).toBe('JUMP_NOT_ALLOWED')
    const ignored = started([
      transform('Set', { tier: "'gold'" }),
      call('A', { ...welcome, on_error: 'ignore' }),
      call('Z'),
    ])
    ignored.fail('A')
    expect(ignored.state.open).toEqual(['Z'])
  })

  test('a person who steps the run sees each of them', () => {
    const run = started([human('Ask', welcome), call('Z')], {}, { drive: 'manual' })
    run.send({ type: 'next_step', actor: ana, user_input: {} })
    run.resume({ tier: 'gold' })
    run.send({ type: 'next_step', actor: ana, user_input: {} })
    expect(run.state.open).toEqual(['Gift'])
  })

  test('what is fired and forgotten inserts nothing: nobody waits for it', () => {
    const steps: readonly Step[] = [{ type: 'FIRE_AND_FORGET', name: 'F', function: 'a.b', ...welcome }, call('Z')]
    const run = started(steps, {}, { input: { tier: 'gold' } })
    expect(run.executable.has('Gift')).toBe(false)
    expect(run.state.open).toEqual(['F', 'Z'])
  })
})
