import { describe, expect, test } from 'vitest'
import { stepTypes } from '../definition.ts'
import { parse } from '../parse.ts'
import { problemsOf, problemsOfStep, textOf } from '../testing/problems-of.ts'

const stepOf = (keys: string) => parse(textOf(`{ name: S, ${keys} }`)).definition?.steps[0]
const fixed = (text: string, code: string) => {
  const fix = parse(text).problems.find((problem) => problem.code === code)?.fix
  return fix === undefined ? undefined : text.slice(0, fix.range.start) + fix.text + text.slice(fix.range.end)
}

describe('the name of a step', () => {
  test.each([
    ['A step with spaces', ['warning NAME_UNUSUAL steps.0.name @ A step with spaces']],
    ['END', ['error NAME_RESERVED steps.0.name @ END']],
    ['_fabric_capture_input', ['error NAME_RESERVED steps.0.name @ _fabric_capture_input']],
    ['__proto__', ['error NAME_RESERVED steps.0.name @ __proto__']],
    ['constructor', ['error NAME_RESERVED steps.0.name @ constructor']],
    ['prototype', ['error NAME_RESERVED steps.0.name @ prototype']],
    ['a'.repeat(65), [`warning NAME_UNUSUAL steps.0.name @ ${'a'.repeat(65)}`]],
    ['a'.repeat(129), [`error NAME_TOO_LONG steps.0.name @ ${'a'.repeat(129)}`]],
    ['1', ['warning NAME_UNUSUAL steps.0.name @ 1']],
    ['"In\\0voice"', ['error NAME_INVALID steps.0.name @ \\"In\\\\0voice\\"']],
    ['In\u200bvoice', ['warning NAME_UNUSUAL steps.0.name @ In\u200bvoice']],
    ['true', []],
    ['toString', []],
    ['[x]', ['error NAME_MISSING steps.0.name @ name']],
  ])('%s', (name, problems) => {
    expect(problemsOf(textOf(`{ name: ${name}, function: a.b }`))).toEqual(problems)
  })

  test('is needed; without one the step has a stand-in', () => {
    expect(parse(textOf('{ function: a.b }')).definition?.steps[0]?.name).toBe('Step_1')
    expect(problemsOf(textOf('{ function: a.b }'))).toEqual(['error NAME_MISSING steps.0.name @ function'])
    expect(problemsOf(textOf('{ name: "", function: a.b }'))).toEqual(['error NAME_MISSING steps.0.name @ name'])
    expect(problemsOf(textOf('{ name:, function: a.b }'))).toEqual(['error NAME_MISSING steps.0.name @ name'])
  })

  test('is there once, in loops too; the second is told apart, and the fix does the same', () => {
    const text = textOf('{ name: A, function: a.b }', '{ name: A_2, function: a.b }', '{ name: A, function: a.b }')
    expect(parse(text).definition?.steps.map(({ name }) => name)).toEqual(['A', 'A_2', 'A_3'])
    expect(problemsOf(text)).toEqual(['error NAME_TWICE steps.2.name @ A'])
    expect(problemsOf(fixed(text, 'NAME_TWICE') as string)).toEqual([])
    const loop = textOf(
      '{ name: A, type: LOOP, mode: ITERATE, iterate_over: input.a, loop_body: [{ name: A, function: a.b }] }',
    )
    expect(problemsOf(loop).filter((problem) => problem.startsWith('error'))).toEqual([
      'error NAME_TWICE steps.0.loop_body.0.name @ A',
    ])
  })

  test('a stand-in is not a name that is there', () => {
    const text = textOf('{ name: Step_2, function: a.b }', '{ function: a.b }')
    expect(parse(text).definition?.steps.map(({ name }) => name)).toEqual(['Step_2', 'Step_2_2'])
  })

  test('an unusual name is put in quotes by the fix', () => {
    const text = textOf('{ name: a b, function: a.b }', '{ name: a b, function: a.b }')
    expect(fixed(text, 'NAME_TWICE')).toContain('name: "a b_2"')
  })
})

describe('what is no step', () => {
  test.each([
    ['foo', 'error STEP_INVALID steps.0 @ foo'],
    ['', 'error STEP_INVALID steps.0 @ -'],
    ['[]', 'error STEP_INVALID steps.0 @ []'],
  ])('%j keeps its place', (item, problem) => {
    const text = textOf(item)
    expect(problemsOf(text)).toContain(problem)
    expect(parse(text).definition?.steps).toEqual([{ name: 'Step_1', type: 'UNKNOWN', written_type: '' }])
  })
})

describe('the type of a step', () => {
  test('is STANDARD when it is left out', () => {
    expect(stepOf('function: a.b')).toEqual({ name: 'S', type: 'STANDARD', function: 'a.b' })
  })

  test.each(stepTypes)('%s is known', (type) => {
    expect(stepOf(`type: ${type}`)?.type).toBe(type)
  })

  test('an unknown one is warned about; its keys are its own business, the common ones are read', () => {
    const step = 'type: AI_INFERENCE, model: large, retry: { max_attempts: 2 }'
    expect(stepOf(step)).toEqual({
      name: 'S',
      type: 'UNKNOWN',
      written_type: 'AI_INFERENCE',
      retry: { max_attempts: 2 },
    })
    expect(problemsOfStep(step)).toEqual(['warning STEP_TYPE_UNKNOWN steps.0.type @ AI_INFERENCE'])
    expect(stepOf('type: toString')).toMatchObject({ type: 'UNKNOWN' })
  })

  test('one in other letters was probably meant', () => {
    expect(fixed(textOf('{ name: S, type: Human }'), 'STEP_TYPE_UNKNOWN')).toContain('type: HUMAN')
  })

  test.each(['[HUMAN]', '""', '1', ''])('%j is none', (type) => {
    expect(problemsOfStep(`type: ${type}, function: a.b`)).toEqual(['error TYPE_WRONG steps.0.type @ type'])
  })
})

describe('a step that refers to another', () => {
  test.each([
    ['next: B', []],
    ['next: [B, END]', []],
    ['next: Nowhere', ['error STEP_NOT_FOUND steps.0.next @ Nowhere']],
    ['next: [B, Nowhere]', ['error STEP_NOT_FOUND steps.0.next.1 @ Nowhere']],
    ['dependencies: [Nowhere]', ['error STEP_NOT_FOUND steps.0.dependencies.0 @ Nowhere']],
    ['dependencies: END', ['error END_NOT_HERE steps.0.dependencies @ END']],
    ['on_failure: { target_step: Nowhere }', ['error STEP_NOT_FOUND steps.0.on_failure.target_step @ Nowhere']],
    ['on_failure: { target_step: END }', ['error END_NOT_HERE steps.0.on_failure.target_step @ END']],
    ['on_failure: { target_step: [B] }', ['error TYPE_WRONG steps.0.on_failure.target_step @ target_step']],
    [
      'on_failure: { target: B }',
      [
        'warning KEY_UNKNOWN steps.0.on_failure.target @ target',
        'error KEY_MISSING steps.0.on_failure.target_step @ on_failure',
      ],
    ],
    ['on_failure: B', ['error TYPE_WRONG steps.0.on_failure @ B']],
  ])('%s', (keys, problems) => {
    const found = problemsOf(
      textOf(`{ name: A, function: a.b, ${keys} }`, '{ name: B, function: a.b, dependencies: [] }'),
    )
    expect(found.toSorted().filter((problem) => !problem.includes('STEP_UNREACHABLE'))).toEqual(problems.toSorted())
  })

  test('is offered the name that was meant, END among them', () => {
    const text = textOf(
      '{ name: Alpha, function: a.b, next: Betta }',
      '{ name: Beta, function: a.b, next: EDN, dependencies: [] }',
    )
    expect(fixed(text, 'STEP_NOT_FOUND')).toContain('next: Beta }')
    expect(parse(text).problems.map(({ fix }) => fix?.text)).toEqual(['Beta', 'END'])
  })

  test('by a number or a word that YAML reads otherwise', () => {
    const text = textOf(
      '{ name: A, function: a.b, next: 2 }',
      '{ name: 2, function: a.b, on_failure: { target_step: true } }',
      '{ name: true, function: a.b }',
    )
    expect(problemsOf(text)).toEqual(['warning NAME_UNUSUAL steps.1.name @ 2'])
    expect(parse(text).definition?.steps[0]?.next).toEqual(['2'])
  })

  test('only within its own list: no edge leaves a loop or enters it', () => {
    const body = '[{ name: I, function: a.b, next: Out }, { name: J, function: a.b }]'
    const text = textOf(
      `{ name: L, type: LOOP, mode: ITERATE, iterate_over: input.a, loop_body: ${body} }`,
      '{ name: Out, function: a.b, next: J }',
    )
    expect(problemsOf(text).filter((problem) => problem.startsWith('error'))).toEqual([
      'error STEP_NOT_FOUND steps.0.loop_body.0.next @ Out',
      'error STEP_NOT_FOUND steps.1.next @ J',
    ])
  })

  test('what leads nowhere within a loop is told there', () => {
    const body = '[{ name: I, function: a.b, next: END }, { name: J, function: a.b, next: [J] }]'
    const text = textOf(`{ name: L, type: LOOP, mode: ITERATE, iterate_over: input.a, loop_body: ${body} }`)
    expect(parse(text).problems.map(({ code, step }) => [code, step])).toEqual([
      ['STEP_UNREACHABLE', 'J'],
      ['ENDLESS_LOOP', 'J'],
    ])
  })
})

describe('keys that belong together', () => {
  test.each([
    ['type: WAIT', ['error KEY_MISSING steps.0.duration_seconds @ S']],
    ['type: WAIT, duration_seconds: 1, until: "2027-01-01"', ['error KEYS_EXCLUSIVE steps.0.until @ until']],
    ['type: WAIT, duration_seconds: [1]', ['error TYPE_WRONG steps.0.duration_seconds @ duration_seconds']],
    ['type: WAIT, until: "2027-01-01"', []],
    ['type: WAIT, until: "2027-01-01T{{ state.hour }}:00:00Z"', []],
    ['type: WAIT, until: 2026-13-45', ['error TYPE_WRONG steps.0.until @ 2026-13-45']],
    ['type: WAIT, until: 1800000000', ['error TYPE_WRONG steps.0.until @ 1800000000']],
    [
      'type: WAIT, until: 2026-01-31T09:00:00 Europe/Berlin',
      ['error TYPE_WRONG steps.0.until @ 2026-01-31T09:00:00 Europe/Berlin'],
    ],
    ['type: WAIT, duration_seconds: "1.2.3"', ['error TYPE_WRONG steps.0.duration_seconds @ \\"1.2.3\\"']],
    ['type: WAIT, duration_seconds: 2027-01-01', ['error TYPE_WRONG steps.0.duration_seconds @ 2027-01-01']],
    ['type: FIRE_AND_FORGET', ['error KEY_MISSING steps.0.workflow_type @ S']],
    ['type: FIRE_AND_FORGET, workflow_type: A, function: a.b', ['error KEYS_EXCLUSIVE steps.0.function @ function']],
    ['type: PARALLEL', ['error KEY_MISSING steps.0.tasks @ S']],
    ['type: PARALLEL, tasks: []', ['error KEY_MISSING steps.0.tasks @ tasks']],
    ['type: PARALLEL, iterate_over: input.a', ['error KEY_MISSING steps.0.task_function @ S']],
    ['type: PARALLEL, iterate_over: input.a, task_function: a.b', []],
    [
      'type: PARALLEL, tasks: [{ name: a, function: a.b }], task_function: a.b',
      ['warning KEY_UNUSED steps.0.task_function @ task_function'],
    ],
    ['type: HUMAN, reminders: [60]', ['warning KEY_UNUSED steps.0.reminders @ reminders']],
    ['type: HUMAN, escalate_to: bosses', ['warning KEY_UNUSED steps.0.escalate_to @ escalate_to']],
    [
      'type: HUMAN, escalate_after_seconds: 60',
      ['warning KEY_UNUSED steps.0.escalate_after_seconds @ escalate_after_seconds'],
    ],
    ['type: HUMAN, escalate_to: bosses, escalate_after_seconds: 60', []],
    ['type: HUMAN, escalate_to: bosses, reminders: [60], due_in_seconds: 90', []],
    [
      'type: LOOP, loop_body: [{ name: I, function: a.b }]',
      ['error KEY_MISSING steps.0.iterate_over @ S', 'error KEY_MISSING steps.0.mode @ S'],
    ],
    [
      'type: LOOP, mode: WHILE, loop_body: [{ name: I, function: a.b }]',
      ['error KEY_MISSING steps.0.max_iterations @ S', 'error KEY_MISSING steps.0.while_condition @ S'],
    ],
    [
      'type: LOOP, mode: WHILE, while_condition: "true", max_iterations: 0, iterate_over: input.a, loop_body: []',
      [
        'error KEY_MISSING steps.0.loop_body @ loop_body',
        'error OUT_OF_RANGE steps.0.max_iterations @ 0',
        'warning KEY_UNUSED steps.0.iterate_over @ iterate_over',
      ],
    ],
    [
      'type: LOOP, mode: ITERATE, iterate_over: input.a, while_condition: "true", loop_body: x',
      ['error TYPE_WRONG steps.0.loop_body @ x', 'warning KEY_UNUSED steps.0.while_condition @ while_condition'],
    ],
  ])('%s', (keys, problems) => {
    expect(problemsOfStep(keys).toSorted()).toEqual(problems)
  })
})

test('what is wrong with the text of a step belongs to the step, in loops too', () => {
  const body = '[{ name: I, function: a.b, function: c.d }]'
  const loop = `{ name: L, type: LOOP, mode: ITERATE, iterate_over: input.a, mode: WHILE, loop_body: ${body} }`
  const found = parse(textOf('{ name: A, function: a.b, function: c.d }', loop)).problems
  expect(found.filter(({ code }) => code === 'KEY_TWICE').map(({ step }) => step)).toEqual(['A', 'L', 'I'])
})

describe('next on a DECISION', () => {
  const routes = 'type: DECISION, routes: [{ condition: state.a, target: S }]'

  test('is its default, one step or END', () => {
    expect(stepOf(`${routes}, next: END`)).toMatchObject({ routes: [{}, { target: 'END' }] })
    expect(stepOf(`${routes}, next: []`)).toMatchObject({ routes: [{}, { target: 'END' }] })
    expect(problemsOfStep(`${routes}, next: [END, S]`)).toEqual(['error NEXT_INVALID steps.0.next @ next'])
  })

  test('has no effect beside a default', () => {
    const step = 'type: DECISION, routes: [{ default: END }], next: S'
    expect(stepOf(step)).toEqual({ name: 'S', type: 'DECISION', routes: [{ target: 'END' }] })
    expect(problemsOfStep(step)).toEqual(['warning KEY_UNUSED steps.0.next @ next'])
  })
})
