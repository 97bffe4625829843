import { describe, expect, test } from 'vitest'
import { type ExecutableDefinition, executable } from '#core/definition/executable.ts'
import { decide } from '../decide.ts'
import type { Carried } from '../events/operator-event.ts'
import { fold } from '../evolve.ts'
import { createEvents } from '../start/create.ts'
import { initialState, type RunState } from '../state.ts'
import { begun } from '../testing/begun.ts'
import { lineOf } from '../testing/line.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, human, loop } from '../testing/steps.ts'
import { carryOver } from './carry-over.ts'

const actor = ana
type Steps = Parameters<typeof definition>[0]

function version(...steps: Steps): ExecutableDefinition {
  return executable(definition(steps))
}

/** What a run does at once that begins with these results. */
function begins(next: ExecutableDefinition, { header }: RunState, carried: Carried) {
  const created = createEvents({ ...header, run_id: 'again', version: 2 }, { now: 2_000_000, carried })
  const state = fold(initialState(), JSON.parse(JSON.stringify(created)))
  const context = { now: 2_000_000, newId: () => 'id', random: () => 0.5 }
  const result = decide(next, state, { type: 'own', engine_id: 'engine', epoch: 1 }, context)
  if (!result.ok) throw new Error(result.refusal.message)
  return { state: result.state, lines: result.events.map(lineOf).slice(2) }
}

function carriedOf(run: ScriptedRun, next: ExecutableDefinition, fromStep?: string) {
  const result = carryOver(run, next, fromStep)
  if (!result.ok) throw new Error(result.message)
  return result
}

function refusalOf(run: ScriptedRun, next: ExecutableDefinition, fromStep?: string): string {
  const result = carryOver(run, next, fromStep)
  if (result.ok) throw new Error(`carried ${result.kept.join(', ')}`)
  return result.message
}

describe('a new run goes on with the results of an old one', () => {
  test('what has a result is not run again, and what comes after finds it', () => {
    const run = begun([call('A'), call('B'), call('C')], { input: { n: 1 } })
    run.complete('A', { a: 1 })
    run.fail('B')
    const next = version(call('A'), call('B', { with: { a: '{{ state.a }}' } }), call('C'))
    const { kept, carried } = carriedOf(run, next)
    expect(kept).toEqual(['A'])
    const { state, lines } = begins(next, run.state, carried)
    expect(lines).toEqual(['B started'])
    expect(state.steps.B).toMatchObject({ with: { a: 1 }, key: 'again/B/1/do' })
    expect(state.data).toEqual({ n: 1, a: 1 })
    expect(state.outputs.A).toEqual({ output: { a: 1 } })
  })

  test('from a step on: that and what follows runs again', () => {
    const run = begun([call('A'), call('B'), call('C')])
    run.complete('A', { a: 1 })
    run.complete('B', { b: 1 })
    run.complete('C', { c: 1 })
    const { state, lines } = begins(run.executable, run.state, carriedOf(run, run.executable, 'B').carried)
    expect(lines).toEqual(['B started'])
    expect(state.data).toEqual({ a: 1 })
  })

  test('nothing at all is a beginning too', () => {
    const run = begun([call('A')])
    run.fail('A')
    expect(begins(run.executable, run.state, carriedOf(run, run.executable).carried).lines).toEqual(['A started'])
  })

  test('choices, skips, handled failures and jumps are kept as they were', () => {
    const steps = [
      call('A', { on_failure: { target_step: 'Rescue' } }),
      call('Rescue'),
      call('Optional', { when: 'false' }),
      decision('Which', [['true', 'Left'], 'Right']),
      call('Left', { next: ['END'] }),
      call('Right', { next: ['END'] }),
    ]
    const run = begun(steps)
    run.fail('A')
    run.complete('Rescue')
    run.fail('Left')
    const moved = version(...steps.slice(0, 3), decision('Which', ['Right', ['false', 'Left']]), ...steps.slice(4))
    const { lines, state } = begins(moved, run.state, carriedOf(run, moved).carried)
    expect(lines).toEqual(['Right skipped (dead)', 'Left started'])
    expect(state.steps.A).toMatchObject({ status: 'failed', handled: true })
    expect(state.steps.Optional).toMatchObject({ status: 'skipped', reason: 'when' })
    const jumped = begun([call('A'), call('B'), call('C')])
    jumped.ask('A', { kind: 'jump', target: 'C', result: null })
    jumped.fail('C')
    expect(begins(jumped.executable, jumped.state, carriedOf(jumped, jumped.executable).carried).lines).toEqual([
      'B skipped (dead)',
      'C started',
    ])
    expect(refusalOf(jumped, version(call('A'), call('B')))).toBe('The run continued at C, which no longer exists.')
  })

  test('a loop is kept as a whole or begins anew; what people gave by hand stays', () => {
    const steps = [
      loop('Each', [call('Send')], { iterate_over: 'input.list' }),
      loop('Then', [call('Ship')], { iterate_over: 'input.list' }),
    ]
    const run = begun(steps, { input: { list: [1] } })
    run.complete('Send', { sent: true })
    run.fail('Ship')
    const { carried, kept } = carriedOf(run, run.executable)
    expect(kept).toEqual(['Each'])
    expect(carried.outputs).toHaveProperty('Send')
    const { state, lines } = begins(run.executable, run.state, carried)
    expect(lines).toContain('Ship started')
    expect(state.data).toMatchObject({ sent: true })
    const stepped = new ScriptedRun(definition([call('A')]), { drive: 'manual' })
    stepped.own()
    stepped.send({ type: 'next_step', actor, user_input: { by: 'hand' } })
    stepped.fail('A')
    expect(carriedOf(stepped, stepped.executable).carried.writes).toHaveProperty([''])
  })

  test('what could be undone still can be; what was undone runs again', () => {
    const undo = { compensate_function: 'test.undo' }
    const run = begun([call('A', undo), call('B', undo), call('C')], {}, { saga_enabled: true })
    run.complete('A', { a: 1 })
    run.complete('B')
    run.fail('C')
    run.complete('B')
    run.fail('A', 'Stuck', false)
    expect(run.state.outcome?.status).toBe('FAILED')
    const { kept, carried } = carriedOf(run, run.executable)
    expect(kept).toEqual(['A'])
    expect(carried.undo).toMatchObject([{ step: 'A', attempts: 0 }])
    expect(begins(run.executable, run.state, carried).lines).toEqual(['B started'])
  })
})

describe('refused, in words, when the graph cannot carry the results over', () => {
  const run = begun([call('A'), decision('Which', [['true', 'B'], 'C']), call('B'), call('C')])
  run.complete('A')
  run.fail('B')

  test('a run that goes on has no results to give away', () => {
    const live = begun([call('A')])
    expect(refusalOf(live, live.executable)).toContain('has not ended')
  })

  test.each([
    ['a step is gone', version(call('B')), 'A has a result, but the step no longer exists.'],
    [
      'a step is within a loop',
      version(loop('L', [call('A')], { iterate_over: '[1]' })),
      'A has a result, but is part of L now.',
    ],
    ['a step is another', version(human('A')), 'A has a result as STANDARD, but is a HUMAN step now.'],
    [
      'its failure leads elsewhere',
      version(call('A', { on_failure: { target_step: 'B' } }), call('B')),
      'A has a result, but its failure connection has changed.',
    ],
    [
      'a choice is no more',
      version(call('A'), decision('Which', ['C']), call('C')),
      'Which chose B, which is no longer one of its routes.',
    ],
    [
      'a new step comes before a result',
      version(call('A'), call('New'), decision('Which', [['true', 'B'], 'C']), call('B'), call('C')),
      'Which has a result, but now comes after New, which has none.',
    ],
    [
      'the way does not lead there',
      version(
        call('A', { next: ['X'] }),
        decision('X', [['true', 'END'], 'Which'], { dependencies: ['A'] }),
        decision('Which', [['true', 'B'], 'C']),
        call('B'),
        call('C'),
      ),
      'Which has a result, but now comes after X, which has none.',
    ],
  ])('%s', (_, next, message) => {
    expect(refusalOf(run, next)).toBe(message)
  })

  test('the way that was chosen leads past a result', () => {
    const which = decision('Which', [['true', 'B'], 'C'])
    const chosen = begun([which, call('C', { next: ['END'] }), call('B'), call('D'), call('E')])
    chosen.complete('B')
    chosen.complete('D')
    chosen.fail('E')
    const next = version(which, call('B', { next: ['END'] }), call('C'), call('D'), call('E'))
    expect(refusalOf(chosen, next)).toBe('D has a result, but the chosen route no longer leads to it.')
  })

  test('rules of a step that has inserted others', () => {
    const rules = (name: string) => ({
      dynamic_injection: {
        rules: [
          {
            condition_key: 'n',
            value_match: 1,
            steps_to_insert: [call(name)],
            action: 'INSERT_AFTER_CURRENT' as const,
          },
        ],
      },
    })
    const inserted = begun([call('A', rules('X')), call('B')])
    inserted.complete('A', { n: 1 })
    inserted.complete('X')
    inserted.fail('B')
    expect(carriedOf(inserted, inserted.executable).kept).toEqual(['A', 'X'])
    const other = version(call('A', { dynamic_injection: { rules: [] } }), call('B'))
    expect(refusalOf(inserted, other)).toBe('A has inserted steps, but its rules have changed.')
  })
})
