import { describe, expect, it } from 'vitest'
import { controlFlow } from '../control-flow.ts'
import type { Definition } from '../definition.ts'
import { parse } from '../parse.ts'
import { textOf } from '../testing/problems-of.ts'
import { deriveTest } from './derive-test.ts'
import type { TestPlan } from './test-plan.ts'

function derive(plan: TestPlan, ...steps: readonly string[]): Definition {
  const { definition } = parse(textOf(...steps))
  const derived = deriveTest(definition as Definition, plan)
  if (!derived.ok) throw new Error(derived.message)
  return derived.definition
}

const until = (step: string, ...steps: readonly string[]) => derive({ mode: 'until', step, pins: {} }, ...steps)

/** Beginnings, and edges as `A>B`. */
function flowOf(definition: Definition): string {
  const { roots, edges } = controlFlow(definition)
  return [roots.join(','), ...edges.map(({ from, to, kind }) => `${from}>${to}${kind === 'failure' ? '!' : ''}`)].join(
    ' ',
  )
}

const call = (name: string, more = '') => `{ name: ${name}, function: f.${name}${more} }`

/** Two whole steps and a short task side by side; and a whole step for each item of a list. */
const side =
  '{ name: P, type: PARALLEL, tasks: [{ name: t, function: f.t }, { name: X, type: STANDARD, function: f.x, compensate_function: f.undo }, { name: Y, type: HUMAN }] }'
const each =
  '{ name: Q, type: PARALLEL, iterate_over: state.list, item_var_name: box, task: { name: Z, type: STANDARD, function: f.z } }'

/** A step with a rule for each of these lists, which inserts it. */
function inserting(name: string, ...lists: readonly (readonly string[])[]): string {
  const rules = lists.map(
    (steps) => `{ condition_key: risk, value_match: high, action: INSERT_AFTER_CURRENT, steps_to_insert: [${steps}] }`,
  )
  return call(name, `, dynamic_injection: { rules: [${rules}] }`)
}

describe('up to a step', () => {
  it('are those that lead to it, in the order of the text', () => {
    expect(flowOf(until('C', call('A'), call('B'), call('C'), call('D')))).toBe('A A>B B>C')
  })

  it('are not those beside it, though they stand between', () => {
    const steps = [call('A', ', next: [B, C]'), call('B', ', next: END'), call('C', ', next: END')]
    expect(flowOf(until('C', ...steps))).toBe('A A>C')
  })

  it('the other ways of a decision end the run', () => {
    const gate = '{ name: Gate, type: DECISION, routes: [{ condition: state.a, target: No }, { default: Yes }] }'
    const derived = until('Yes', call('A'), gate, call('No', ', next: END'), call('Yes'))
    expect(flowOf(derived)).toBe('A A>Gate Gate>Yes')
    expect(derived.steps[1]).toMatchObject({ routes: [{ condition: 'state.a', target: 'END' }, { target: 'Yes' }] })
  })

  it('a decision itself chooses, and leads nowhere', () => {
    const gate = '{ name: Gate, type: DECISION, routes: [{ condition: state.a, target: A }, { default: No }] }'
    const derived = until('Gate', call('A'), gate, call('No'))
    expect(flowOf(derived)).toBe('A A>Gate')
    expect(derived.steps[1]).toMatchObject({ routes: [{ condition: 'state.a', target: 'END' }, { target: 'END' }] })
  })

  it('a round before it stays, and one that begins with it does not', () => {
    const again = '{ name: Again, type: DECISION, routes: [{ condition: state.a, target: Mend }, { default: C }] }'
    const steps = [call('A'), again, call('Mend', ', next: A'), call('C')]
    expect(flowOf(until('C', ...steps))).toBe('A A>Again Again>Mend Again>C Mend>A')
    expect(flowOf(until('A', ...steps))).toBe('A')
  })

  it('a handler of a failure stays where it leads there', () => {
    const steps = [
      call('A', ', on_failure: { target_step: Mend }, next: B'),
      call('B', ', on_failure: { target_step: Out }'),
      call('Mend', ', next: B'),
      call('Out'),
    ]
    expect(flowOf(until('B', ...steps))).toBe('A A>B A>Mend! Mend>B')
    expect(flowOf(until('Mend', call('A', ', on_failure: { target_step: Mend }, next: END'), call('Mend')))).toBe(
      'A A>Mend!',
    )
    const aside = [call('A', ', on_failure: { target_step: Mend }, next: B'), call('B'), call('Mend')]
    expect(flowOf(until('B', ...aside))).toBe('A A>B')
  })

  it('what waits for a decision that does not choose it still waits', () => {
    const gate = '{ name: Gate, type: DECISION, routes: [{ default: END }] }'
    const steps = [call('A'), gate, call('B', ', dependencies: [A, Gate]'), call('C')]
    expect(flowOf(until('B', ...steps))).toBe('A A>Gate A>B Gate>B')
    expect(flowOf(until('C', ...steps))).toBe('A A>Gate A>B Gate>B B>C')
  })

  it('what never runs is not waited for', () => {
    const steps = [call('A'), call('B', ', dependencies: [B2]'), call('C', ', dependencies: [A, B]')]
    expect(flowOf(until('C', ...steps))).toBe('A A>C')
  })

  it('a beginning stands first', () => {
    const steps = [call('B', ', dependencies: [A]'), call('A', ', dependencies: []'), call('C', ', dependencies: [B]')]
    expect(flowOf(until('C', ...steps))).toBe('A A>B B>C')
  })

  it('a step within a loop is reached in its first round, with nothing after it', () => {
    const loop = (name: string, body: string) =>
      `{ name: ${name}, type: LOOP, mode: ITERATE, iterate_over: "[1, 2]", loop_body: [${body}] }`
    const inner = loop('Inner', `${call('Deep')}, ${call('Deeper')}`)
    const steps = [call('A'), loop('Outer', `${call('First')}, ${inner}, ${call('Last')}`), call('B')]
    const derived = until('Deep', ...steps)
    expect(flowOf(derived)).toBe('A A>Outer')
    expect(derived.steps[1]).toMatchObject({
      first_round_only: true,
      loop_body: [{ name: 'First' }, { name: 'Inner', first_round_only: true, loop_body: [{ name: 'Deep' }] }],
    })
    const whole = until('Outer', ...steps)
    expect(whole.steps[1]).toMatchObject({ loop_body: [{ name: 'First' }, { name: 'Inner' }, { name: 'Last' }] })
    expect(whole.steps[1]).not.toHaveProperty('first_round_only')
    const unreached = loop('Outer', `${call('First', ', next: END')}, ${call('Island')}`)
    const { definition } = parse(textOf(unreached))
    expect(deriveTest(definition as Definition, { mode: 'until', step: 'Island', pins: {} })).toMatchObject({
      ok: false,
    })
  })

  it('a step that a rule inserts is reached where the rule applies, with nothing after it and no other rule', () => {
    const derived = until(
      'Second',
      call('A'),
      inserting('B', [call('First'), call('Second'), call('Third')]),
      call('C'),
    )
    expect(flowOf(derived)).toBe('A A>B')
    expect(derived.steps[1]).toMatchObject({
      next: ['END'],
      dynamic_injection: {
        rules: [{ condition_key: 'risk', steps_to_insert: [{ name: 'First' }, { name: 'Second', next: ['END'] }] }],
      },
    })
    const { steps } = until('Other', inserting('B', [call('First')], [call('Other')]))
    expect(steps[0]?.dynamic_injection?.rules).toMatchObject([{ steps_to_insert: [{ name: 'Other' }] }])
  })

  it('a step that a rule inserts behind a loop runs after all rounds, and one within a loop in the first', () => {
    const body = (step: string) => `mode: ITERATE, iterate_over: "[1, 2]", loop_body: [${step}]`
    const behind = until('X', inserting('L', [call('X')]).replace('function: f.L', `type: LOOP, ${body(call('In'))}`))
    expect(behind.steps[0]).not.toHaveProperty('first_round_only')
    const within = until('X', `{ name: L, type: LOOP, ${body(inserting('In', [call('X')]))} }`)
    expect(within.steps[0]).toMatchObject({
      first_round_only: true,
      loop_body: [{ name: 'In', dynamic_injection: {} }],
    })
  })

  it('a branch runs alone in its PARALLEL step, and one that runs for each item as it is', () => {
    const steps = [call('A'), side, each, call('B')]
    const derived = until('X', ...steps)
    expect(flowOf(derived)).toBe('A A>P')
    expect(derived.steps[1]).toMatchObject({ next: ['END'], tasks: [{ name: 'X', type: 'STANDARD' }] })
    expect(until('P', ...steps).steps[1]).toMatchObject({ tasks: [{ name: 't' }, { name: 'X' }, { name: 'Y' }] })
    const perItem = until('Z', ...steps)
    expect(flowOf(perItem)).toBe('A A>P P>Q')
    expect(perItem.steps[2]).toMatchObject({ iterate_over: 'state.list', task: { name: 'Z' } })
    expect(perItem.steps[2]).not.toHaveProperty('tasks')
  })

  it('a step that a rule inserts behind a PARALLEL step runs after all its branches', () => {
    const { steps } = until('New', inserting('P', [call('New')]).replace('function: f.P', side.slice(11, -2)))
    expect(steps[0]).toMatchObject({
      tasks: [{ name: 't' }, { name: 'X' }, { name: 'Y' }],
      dynamic_injection: { rules: [{ steps_to_insert: [{ name: 'New' }] }] },
    })
  })

  it('is refused where no run gets to, and where there is no such step', () => {
    const island = inserting('B', [call('First', ', next: END'), call('Island')])
    const { definition: inserts } = parse(textOf(island))
    expect(deriveTest(inserts as Definition, { mode: 'until', step: 'Island', pins: {} })).toMatchObject({ ok: false })
    const { definition } = parse(textOf(call('A', ', next: END'), call('B')))
    for (const step of ['B', 'Nowhere']) {
      const derived = deriveTest(definition as Definition, { mode: 'until', step, pins: {} })
      expect(derived).toMatchObject({ ok: false, message: expect.stringContaining(step) })
    }
  })
})

describe('a pinned step', () => {
  it('keeps what it is, and has nothing to undo', () => {
    const pins = { B: { output: { b: 1 } }, Inner: { output: 2 } }
    const loop =
      '{ name: L, type: LOOP, mode: ITERATE, iterate_over: "[1]", loop_body: [{ name: Inner, function: f.x }] }'
    const { steps } = derive(
      { mode: 'whole', pins },
      call('A'),
      call('B', ', compensate_function: f.undo, when: "true"'),
      loop,
    )
    expect(steps[0]).not.toHaveProperty('pinned')
    expect(steps[1]).toEqual({
      type: 'STANDARD',
      name: 'B',
      function: 'f.B',
      when: 'true',
      pinned: { output: { b: 1 } },
    })
    expect(steps[2]).toMatchObject({ loop_body: [{ name: 'Inner', pinned: { output: 2 } }] })
  })

  it('may be a branch of a PARALLEL step, also one that runs for each item; a short task is none', () => {
    const pins = { t: { output: 0 }, X: { output: 1 }, Z: { output: 2 } }
    const { steps } = derive({ mode: 'whole', pins }, side, each)
    expect(steps[0]).toMatchObject({
      tasks: [{ name: 't', function: 'f.t' }, { pinned: { output: 1 } }, { name: 'Y' }],
    })
    const tasks = (steps[0] as { readonly tasks?: readonly object[] }).tasks ?? []
    expect(tasks[1]).not.toHaveProperty('compensate_function')
    for (const task of [tasks[0], tasks[2], steps[0], steps[1]]) expect(task).not.toHaveProperty('pinned')
    expect(steps[1]).toMatchObject({ task: { name: 'Z', pinned: { output: 2 } } })
    expect(steps[1]).not.toHaveProperty('tasks')
  })

  it('may be one that a rule inserts, also behind a pinned one', () => {
    const pins = { B: { output: 1 }, First: { output: 2 } }
    const { steps } = derive({ mode: 'whole', pins }, inserting('B', [call('First'), call('Second')]))
    expect(steps[0]).toMatchObject({
      pinned: { output: 1 },
      dynamic_injection: {
        rules: [{ steps_to_insert: [{ name: 'First', pinned: { output: 2 } }, { name: 'Second' }] }],
      },
    })
  })

  it('is one by its own name only', () => {
    const { steps } = derive({ mode: 'whole', pins: {} }, call('constructor'.slice(0, 5)))
    expect(steps[0]).not.toHaveProperty('pinned')
  })
})

describe('one step alone', () => {
  const alone = (plan: Omit<Extract<TestPlan, { mode: 'step' }>, 'mode'>, ...steps: readonly string[]) =>
    derive({ mode: 'step', ...plan }, ...steps)

  it('is tried once, whatever its text says of retries, conditions and what comes after', () => {
    const written =
      ', retry: { max_attempts: 5 }, when: state.a, compensate_function: f.undo, on_failure: { target_step: A }, timeout_seconds: 3'
    const derived = alone({ step: 'B', given: {} }, call('A'), call('B', written))
    expect(derived).toMatchObject({ saga_enabled: false })
    expect(derived.steps).toEqual([
      {
        type: 'STANDARD',
        name: 'B',
        function: 'f.B',
        timeout_seconds: 3,
        retry: { max_attempts: 1 },
        dependencies: [],
      },
    ])
  })

  it('finds the given state and outputs', () => {
    const given = { state: { a: 1 }, steps: { A: { output: { x: 1 }, http: { status: 200 } }, B: { output: 3 } } }
    const derived = alone({ step: 'B', given }, call('A'), call('B'))
    expect(flowOf(derived)).toBe('Given_state Given_state>A A>B')
    expect(derived.steps.slice(0, 2)).toMatchObject([
      { pinned: { output: null, state: { a: 1 } } },
      { pinned: { output: { x: 1 }, http: { status: 200 }, state: {} } },
    ])
    expect(derived.steps[2]).not.toHaveProperty('pinned')
  })

  it('a decision chooses, and leads nowhere', () => {
    const gate = '{ name: Gate, type: DECISION, routes: [{ condition: state.a, target: A }, { default: A }] }'
    expect(flowOf(alone({ step: 'Gate', given: { steps: { A: { output: 1 } } } }, gate, call('A')))).toBe('A A>Gate')
  })

  it('within a loop it is tried with one element', () => {
    const loop = (more: string) =>
      `{ name: L, type: LOOP, mode: ITERATE, iterate_over: state.list${more}, loop_body: [{ name: In, function: f.x }, { name: M, type: LOOP, mode: ITERATE, iterate_over: state.list, item_var_name: row, loop_body: [{ name: Deep, function: f.x }] }] }`
    const one = alone({ step: 'In', given: { item: 7, steps: { L: { output: 1 } } } }, loop(', item_var_name: line'))
    expect(flowOf(one)).toBe('Given_item Given_item>L')
    expect(one.steps).toMatchObject([
      { pinned: { output: [7] } },
      { iterate_over: 'steps.Given_item.output', item_var_name: 'line', loop_body: [{ name: 'In' }] },
    ])
    const deep = alone({ step: 'Deep', given: {} }, loop(''))
    expect(deep.steps).toMatchObject([{ pinned: { output: [null] } }, { name: 'M', item_var_name: 'row' }])
    expect(alone({ step: 'In', given: {} }, loop('')).steps[1]).not.toHaveProperty('item_var_name')
    expect(alone({ step: 'L', given: {} }, loop('')).steps).toHaveLength(1)
  })

  it('a branch stands by itself, and one that runs for each item is tried with one element', () => {
    expect(alone({ step: 'X', given: { item: 7 } }, side).steps).toEqual([
      {
        type: 'STANDARD',
        name: 'X',
        function: 'f.x',
        retry: { max_attempts: 1 },
        dependencies: [],
      },
    ])
    const given = { item: 7, steps: { Q: { output: 1 } } }
    expect(alone({ step: 'Z', given }, each).steps).toMatchObject([
      { name: 'Given_item', pinned: { output: [7] } },
      {
        name: 'Q',
        type: 'LOOP',
        iterate_over: 'steps.Given_item.output',
        item_var_name: 'box',
        loop_body: [{ name: 'Z' }],
      },
    ])
  })

  it('one that a rule inserts stands by itself, within a loop with one element', () => {
    const one = alone({ step: 'X', given: { steps: { B: { output: 1 } } } }, inserting('B', [call('X', ', next: END')]))
    expect(flowOf(one)).toBe('B B>X')
    const body = inserting('In', [call('X')])
    const loop = `{ name: L, type: LOOP, mode: ITERATE, iterate_over: state.list, loop_body: [${body}] }`
    expect(alone({ step: 'X', given: { item: 7 } }, loop).steps).toMatchObject([
      { pinned: { output: [7] } },
      { name: 'L', loop_body: [{ name: 'X' }] },
    ])
    const behind = inserting('L', [call('X')]).replace(
      'function: f.L',
      `type: LOOP, mode: ITERATE, iterate_over: state.list, loop_body: [${call('In')}]`,
    )
    expect(alone({ step: 'X', given: {} }, behind).steps).toMatchObject([{ name: 'X' }])
  })

  it('is refused where there is no such step', () => {
    const { definition } = parse(textOf(call('A')))
    expect(deriveTest(definition as Definition, { mode: 'step', step: 'X', given: {} })).toMatchObject({ ok: false })
  })
})
