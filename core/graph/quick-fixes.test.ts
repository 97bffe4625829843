import { describe, expect, it } from 'vitest'
import { checkReferences, type KnownNames } from '#core/definition/check/check-known-names.ts'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { Problem } from '#core/definition/problem.ts'
import { decompile } from './decompile.ts'
import { pathInStep, quickFixes, type Repair } from './quick-fixes.ts'
import { edited } from './testing/edit-text.ts'

const known: KnownNames = {
  functions: new Set(['orders.charge', 'orders.ship']),
  workflows: new Set(['Label']),
  secrets: new Map([
    ['BILLING_TOKEN', { isSendable: true, workflows: [] }],
    ['MAIL_TOKEN', { isSendable: true, workflows: ['Other'] }],
    ['MAIN_TOKEN', { isSendable: true, workflows: ['A'] }],
  ]),
  inputs: new Map([['Label', { properties: { size: { type: 'number' } }, additionalProperties: false }]]),
}

function problemsIn(text: string): { readonly all: readonly Problem[]; readonly graph: ReturnType<typeof decompile> } {
  const { definition, layout, problems, source } = parse(text)
  const read = definition as Definition
  return { all: [...problems, ...checkReferences(read, known, source)], graph: decompile(read, layout) }
}

function applied(text: string, repair: Repair): string {
  if ('edits' in repair) return edited(text, ...repair.edits)
  return text.slice(0, repair.range.start) + repair.text + text.slice(repair.range.end)
}

const steps = (...lines: readonly string[]) =>
  `workflow_type: A\nsteps:\n${lines.map((line) => `  - ${line}\n`).join('')}`

describe('a certain repair mends its problem', () => {
  it.each([
    [
      'a misspelt step',
      'STEP_NOT_FOUND',
      'Change to Ship_It',
      '{ name: A, function: orders.charge, next: Ship_Itt }',
      '{ name: Ship_It, function: orders.ship }',
    ],
    ['a misspelt key', 'KEY_UNKNOWN', 'Change to function', '{ name: A, functoin: orders.charge }'],
    [
      'a name that is taken',
      'NAME_TWICE',
      'Rename to A_2',
      '{ name: A, function: orders.charge }',
      '{ name: A, function: orders.ship }',
    ],
    ['a name that is missing', 'NAME_MISSING', 'Name it Step_1', '{ function: orders.charge }'],
    [
      'a misspelt output',
      'FIELD_NOT_FOUND',
      'Change to Charge',
      '{ name: Charge, function: orders.charge }',
      '{ name: B, type: TRANSFORM, set: { x: steps.Chrage.output } }',
    ],
    ['a misspelt function', 'FUNCTION_UNKNOWN', 'Change to orders.charge', '{ name: A, function: orders.chrage }'],
    [
      'a misspelt secret',
      'SECRET_UNKNOWN',
      'Change to BILLING_TOKEN',
      '{ name: A, type: HTTP, http_config: { url: "https://a.example", headers: { k: "Bearer {{secrets.BILING_TOKEN}}!" } } }',
    ],
    [
      'a misspelt secret within a list of a loop',
      'SECRET_UNKNOWN',
      'Change to BILLING_TOKEN',
      '{ name: L, type: LOOP, mode: ITERATE, iterate_over: "[1]", loop_body: [{ name: A, type: HTTP, http_config: { url: "https://a.example", method: POST, body: { list: ["x", "{{ secrets.BILLING_TOKN }}"] } } }] }',
    ],
    [
      'a secret of other workflows beside one of this workflow',
      'SECRET_NOT_ALLOWED',
      'Change to MAIN_TOKEN',
      '{ name: A, type: HTTP, http_config: { url: "https://a.example/{{ secrets.MAIL_TOKEN }}" } }',
    ],
    [
      'a misspelt workflow',
      'WORKFLOW_UNKNOWN',
      'Change to Label',
      '{ name: A, type: SUB_WORKFLOW, sub_workflow_type: Lable }',
    ],
    [
      'a step that nothing leads to',
      'STEP_UNREACHABLE',
      'Connect A to it',
      '{ name: A, function: orders.charge, next: END }',
      '{ name: B, function: orders.ship }',
    ],
    [
      'a default that is not the last',
      'ROUTE_UNREACHABLE',
      'Move the default to the end',
      '{ name: A, type: DECISION, routes: [{ default: END }, { condition: "true", target: B }] }',
      '{ name: B, function: orders.ship }',
    ],
    [
      'a second default',
      'DEFAULT_TWICE',
      'Remove this default',
      '{ name: A, type: DECISION, routes: [{ default: END }, { default: B }] }',
      '{ name: B, function: orders.ship }',
    ],
    [
      'a key without effect',
      'KEY_UNUSED',
      'Remove task_function',
      '{ name: A, type: PARALLEL, tasks: [{ name: t, function: orders.ship }], task_function: orders.ship }',
    ],
    [
      'a key too many',
      'KEYS_EXCLUSIVE',
      'Remove until',
      '{ name: A, type: WAIT, duration_seconds: 1, until: 2027-01-01T00:00:00Z }',
    ],
    [
      'what was not imported',
      'NOT_IMPORTED',
      'Remove not_imported',
      '{ name: A, function: orders.ship, not_imported: [Its pages.] }',
    ],
    ['an empty key', 'VALUE_EMPTY', 'Remove description', '{ name: A, function: orders.ship, description: }'],
    [
      'an END where there is none',
      'END_NOT_HERE',
      'Remove dependencies',
      '{ name: A, function: orders.ship }',
      '{ name: B, function: orders.ship, dependencies: [A, END] }',
    ],
  ])('%s', (_, code, title, ...lines) => {
    const text = steps(...lines)
    const { all, graph } = problemsIn(text)
    const problem = all.find((one) => one.code === code)
    if (problem === undefined) throw new Error(all.map((one) => one.code).join(' '))
    const [first] = quickFixes(problem, { graph, known })
    expect(first?.title).toBe(title)
    const after = problemsIn(applied(text, first as Repair)).all
    expect(after.filter((one) => one.code === code)).toEqual([])
  })

  it.each([
    [
      'a field of the input that is not declared',
      'INPUT_UNDECLARED',
      'Declare amount (number)',
      '{ name: A, function: orders.charge, when: input.amount > 1 }',
    ],
    [
      'a field of the input whose type no use tells',
      'INPUT_UNDECLARED',
      'Declare amount',
      '{ name: A, type: TRANSFORM, set: { x: input.amount } }',
    ],
    [
      'a field that the sub-workflow does not have',
      'SUB_INPUT_UNKNOWN',
      'Remove more',
      '{ name: A, type: SUB_WORKFLOW, sub_workflow_type: Label, input: { more: 1, size: 2 } }',
    ],
    [
      'the same field of a branch',
      'SUB_INPUT_UNKNOWN',
      'Remove more',
      '{ name: P, type: PARALLEL, tasks: [{ name: S, type: SUB_WORKFLOW, sub_workflow_type: Label, input: { more: 1 } }] }',
    ],
    [
      'the same field of a short task',
      'SUB_INPUT_UNKNOWN',
      'Remove more',
      '{ name: P, type: PARALLEL, tasks: [{ name: s, sub_workflow_type: Label, input: { more: 1 } }] }',
    ],
    [
      'a step of a saga that cannot be undone',
      'UNDO_MISSING',
      'It has no side effects',
      '{ name: A, function: orders.charge }',
      '{ name: B, function: orders.ship, effects: none }',
    ],
    [
      'an unknown key of a branch',
      'KEY_UNKNOWN',
      'Remove strange',
      '{ name: P, type: PARALLEL, tasks: [{ name: S, type: STANDARD, function: orders.ship, strange: 1 }] }',
    ],
    [
      'an unknown key of the step for each item',
      'KEY_UNKNOWN',
      'Remove strange',
      '{ name: P, type: PARALLEL, iterate_over: state.a, task: { name: S, type: STANDARD, function: orders.ship, strange: 1 } }',
    ],
  ])('of a contract, and within branches: %s', (_, code, title, ...lines) => {
    const text = steps(...lines).replace('\n', '\nsaga_enabled: true\n')
    const { all, graph } = problemsIn(text)
    const problem = all.find((one) => one.code === code)
    if (problem === undefined) throw new Error(all.map((one) => one.code).join(' '))
    const [first] = quickFixes(problem, { graph, known })
    expect(first?.title).toBe(title)
    const after = problemsIn(applied(text, first as Repair)).all
    expect(after.filter((one) => one.code === code)).toEqual([])
  })

  it('a declaration keeps what the schema says, and requires the field unless a use asks for it', () => {
    const declared = (schema: string, when: string) => {
      const text = `workflow_type: A\n${schema}steps:\n  - { name: A, function: orders.ship, when: ${when} }\n`
      const { all, graph } = problemsIn(text)
      const problem = all.find(({ code }) => code === 'INPUT_UNDECLARED') as Problem
      const mended = applied(text, quickFixes(problem, { graph, known })[0] as Repair)
      return parse(mended).definition?.input_schema
    }
    expect(declared('', 'input.vip')).toEqual({
      type: 'object',
      required: ['vip'],
      properties: { vip: { type: 'boolean' } },
    })
    const before = 'input_schema: { required: [a], properties: { a: { type: string } } }\n'
    expect(declared(before, 'input.vip')).toEqual({
      required: ['a', 'vip'],
      properties: { a: { type: 'string' }, vip: { type: 'boolean' } },
    })
    expect(declared(before, 'has(input.vip) && input.vip')).toEqual({
      required: ['a'],
      properties: { a: { type: 'string' }, vip: { type: 'boolean' } },
    })
  })

  it('within the body of a loop, and for the workflow itself', () => {
    const loop =
      '{ name: L, type: LOOP, mode: ITERATE, iterate_over: state.a, loop_body: [{ name: A, function: orders.ship, odd: 1 }] }'
    const text = `workflow_type: A\nstrange: 1\nsteps: [${loop}]\n`
    const { all, graph } = problemsIn(text)
    const mended = all.reduce(
      (before, problem) => applied(before, quickFixes(problem, { graph, known })[0] as Repair),
      text,
    )
    expect(all.map(({ code }) => code)).toEqual(['KEY_UNKNOWN', 'KEY_UNKNOWN'])
    expect(mended).toBe(text.replace('strange: 1\n', '').replace(', odd: 1', ''))
  })
})

describe('there are several repairs, or none', () => {
  const context = (text: string) => ({ graph: problemsIn(text).graph, known })
  const simple = steps('{ name: A, function: orders.ship }')
  const about = (problem: Partial<Problem>): Problem => ({
    code: 'X',
    message: '',
    severity: 'error',
    path: ['steps', 0],
    range: { start: 0, end: 0 },
    ...problem,
  })
  const titles = (problem: Partial<Problem>, text = simple) =>
    quickFixes(about(problem), context(text)).map(({ title }) => title)

  it('a misspelt key may go as well, and so may a step that nothing leads to', () => {
    const text = steps('{ name: A, functoin: orders.charge }')
    const { all, graph } = problemsIn(text)
    const problem = all.find(({ code }) => code === 'KEY_UNKNOWN') as Problem
    expect(quickFixes(problem, { graph, known }).map(({ title }) => title)).toEqual([
      'Change to function',
      'Remove functoin',
    ])
    expect(titles({ code: 'STEP_UNREACHABLE', step: 'A' })).toEqual(['Remove the step'])
    expect(
      titles(
        { code: 'STEP_UNREACHABLE', step: 'B' },
        steps('{ name: A, function: x.a }', '{ name: B, function: x.b }'),
      ),
    ).toEqual(['Remove the step'])
  })

  it('nothing is certain about a problem without a place, a step or a known name', () => {
    expect(titles({ code: 'STEP_UNREACHABLE' })).toEqual([])
    expect(titles({ code: 'ROUTE_UNREACHABLE' })).toEqual([])
    expect(titles({ code: 'ROUTE_UNREACHABLE', step: 'A' })).toEqual([])
    expect(titles({ code: 'NAME_MISSING' })).toEqual([])
    expect(titles({ code: 'KEY_UNUSED' })).toEqual([])
    expect(titles({ code: 'KEY_UNUSED', step: 'A' })).toEqual([])
    expect(titles({ code: 'KEY_UNUSED', path: [] })).toEqual([])
    expect(titles({ code: 'FUNCTION_UNKNOWN', step: 'A', message: 'Other words' })).toEqual([])
    expect(titles({ code: 'SECRET_UNKNOWN', message: 'Other words' })).toEqual([])
    expect(titles({ code: 'SECRET_UNKNOWN', step: 'A', message: 'There is no secret BILLING_TOKE.' })).toEqual([])
    expect(titles({ code: 'ENDLESS_LOOP', step: 'A' })).toEqual([])
    expect(titles({ code: 'UNDO_MISSING' })).toEqual([])
    expect(titles({ code: 'INPUT_UNDECLARED', message: 'input.gone is used.' })).toEqual([])
    const unknown = about({ code: 'FUNCTION_UNKNOWN', step: 'A', path: ['steps', 0, 'function'] })
    expect(quickFixes(unknown, { ...context(simple), known: null })).toEqual([])
    for (const code of ['WORKFLOW_UNKNOWN', 'SECRET_UNKNOWN'])
      expect(quickFixes({ ...unknown, code }, { ...context(simple), known: null })).toEqual([])
  })
})

it('a path within a step begins behind the innermost step', () => {
  expect(pathInStep(['steps', 1, 'retry', 'backoff'])).toEqual(['retry', 'backoff'])
  expect(pathInStep(['steps', 1, 'loop_body', 0, 'loop_body', 2, 'when'])).toEqual(['when'])
  expect(pathInStep(['steps', 1, 'loop_body'])).toEqual(['loop_body'])
  expect(pathInStep(['steps', 1, 'tasks', 2, 'when'], true)).toEqual(['when'])
  expect(pathInStep(['steps', 1, 'loop_body', 0, 'task', 'when'], true)).toEqual(['when'])
  expect(pathInStep(['steps', 1, 'tasks', 2, 'name'])).toEqual(['tasks', 2, 'name'])
  expect(pathInStep(['steps', 0, 'dynamic_injection', 'rules', 0, 'steps_to_insert', 1, 'name'])).toEqual(['name'])
  expect(pathInStep(['steps', 0, 'dynamic_injection', 'rules', 0, 'steps_to_insert'])).toEqual([
    'dynamic_injection',
    'rules',
    0,
    'steps_to_insert',
  ])
})
