import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { parse } from './parse.ts'
import { problemsOf, textOf } from './testing/problems-of.ts'
import { splitDocuments } from './text/documents.ts'

const loan = readFileSync(new URL('./testing/examples/loan-approval.yaml', import.meta.url), 'utf8')

describe('a text becomes a definition', () => {
  test('in the words of the text, with shorthands resolved and defaults filled in', () => {
    const { definition, problems } = parse(
      textOf(
        '{ name: A, function: a.b, next: C }',
        '{ name: B, type: HUMAN_IN_LOOP, groups: credit }',
        '{ name: C, function: c.d, dependencies: [A, B] }',
      ),
    )
    expect(definition).toEqual({
      workflow_type: 'Flow',
      saga_enabled: false,
      fail_fast: true,
      timeout_includes_waits: false,
      steps: [
        { name: 'A', type: 'STANDARD', function: 'a.b', next: ['C'] },
        { name: 'B', type: 'HUMAN', groups: ['credit'] },
        { name: 'C', type: 'STANDARD', function: 'c.d', dependencies: ['A', 'B'] },
      ],
    })
    expect(problems.map(({ code }) => code)).toEqual(['STEP_UNREACHABLE', 'OTHER_SPELLING'])
  })

  test('public run 11: the recovery of a workflow is a map with bounds', () => {
    const read = (recovery: string) =>
      parse(`workflow_type: Flow\nrecovery: ${recovery}\nsteps: [{ name: A, function: a.b }]\n`)
    expect(read('{ stale_seconds: 30, attempts: 0 }').definition?.recovery).toEqual({ stale_seconds: 30, attempts: 0 })
    expect(read('{ attempts: 1 }').problems).toEqual([])
    const codes = (recovery: string) => read(recovery).problems.map(({ code, path }) => `${path.join('.')} ${code}`)
    expect(codes('3')).toEqual(['recovery TYPE_WRONG'])
    expect(codes('{ attempts: -1 }')).toEqual(['recovery.attempts OUT_OF_RANGE'])
    expect(codes('{ attempts: 1.5 }')).toEqual(['recovery.attempts TYPE_WRONG'])
    expect(codes('{ stale_seconds: 0.5 }')).toEqual(['recovery.stale_seconds OUT_OF_RANGE'])
    expect(codes('{ tries: 3 }')).toEqual(['recovery.tries KEY_UNKNOWN'])
  })

  test('the keys of the workflow are read, Ruvon names of models are kept without a word', () => {
    const text = `
workflow_type: Flow
workflow_version: 2.10
description: What for
input_schema: { type: object }
initial_state_model: app.models.State
initial_state_model_path: app.models
saga_enabled: true
fail_fast: false
timeout_seconds: 60
timeout_includes_waits: true
steps: [{ name: A, function: a.b }]
layout: { A: [10, -20.5] }
`
    const { definition, layout, problems } = parse(text)
    expect(problems).toEqual([])
    expect(layout).toEqual({ A: [10, -20.5] })
    expect(definition).toMatchObject({
      workflow_version: '2.10',
      input_schema: { type: 'object' },
      saga_enabled: true,
      fail_fast: false,
      timeout_seconds: 60,
      timeout_includes_waits: true,
    })
  })

  test('next on a DECISION is its default', () => {
    const routes = 'routes: [{ condition: state.a, target: B }]'
    const { definition } = parse(
      textOf(`{ name: D, type: DECISION, ${routes}, next: B }`, '{ name: B, function: a.b }'),
    )
    expect(definition?.steps[0]).toEqual({
      name: 'D',
      type: 'DECISION',
      routes: [{ condition: 'state.a', target: 'B' }, { target: 'B' }],
    })
  })

  test('steps within loops are read like others', () => {
    const loop =
      '{ name: L, type: LOOP, mode: ITERATE, iterate_over: input.list, loop_body: [{ name: I, function: a.b, next: END }] }'
    const { definition, source } = parse(textOf(loop))
    expect(definition?.steps[0]).toMatchObject({
      mode: 'ITERATE',
      loop_body: [{ name: 'I', type: 'STANDARD', next: ['END'] }],
    })
    expect(source.stepRange('I')).toEqual(source.rangeOf(['steps', 0, 'loop_body', 0]))
  })

  test('a step that is not finished is there, so that it can be drawn', () => {
    const { definition } = parse(
      textOf(
        '{ name: A }',
        '{ name: B, type: DECISION }',
        '{ name: C, type: SUB_WORKFLOW }',
        '{ name: D, type: TRANSFORM }',
      ),
    )
    expect(definition?.steps).toEqual([
      { name: 'A', type: 'STANDARD', function: '' },
      { name: 'B', type: 'DECISION', routes: [] },
      { name: 'C', type: 'SUB_WORKFLOW', sub_workflow_type: '' },
      { name: 'D', type: 'TRANSFORM', set: {} },
    ])
  })
})

describe('what is no workflow', () => {
  test.each([
    ['', ['error WORKFLOW_MISSING  @ ']],
    ['# nothing yet\n', ['error WORKFLOW_MISSING  @ ']],
    ['LoanApproval', ['error WORKFLOW_MISSING  @ LoanApproval']],
    ['- name: A', ['error WORKFLOW_MISSING  @ A']],
    ['null', ['error WORKFLOW_MISSING  @ null']],
  ])('%j', (text, problems) => {
    expect(parse(text).definition).toBeNull()
    expect(parse(text).layout).toEqual({})
    expect(problemsOf(text)).toEqual(problems)
  })

  test('a workflow without a name or steps can be edited, not published', () => {
    expect(parse('description: x').definition?.steps).toEqual([])
    expect(problemsOf('description: x')).toEqual([
      'error KEY_MISSING workflow_type @ description',
      'error STEPS_MISSING steps @ description',
    ])
    expect(problemsOf('workflow_type: A\nsteps:\n')).toEqual(['error STEPS_MISSING steps @ steps'])
    expect(problemsOf('workflow_type: A\nsteps: []\n')).toEqual(['error STEPS_MISSING steps @ steps'])
    expect(problemsOf('workflow_type: A\nsteps: x\n')).toEqual(['error TYPE_WRONG steps @ x'])
  })

  test.each(['My Flow', '1st', `${'a'.repeat(129)}`, 'a:b'])('the name %j is refused', (name) => {
    expect(problemsOf(`workflow_type: "${name}"\nsteps: [{ name: A, function: a.b }]`)).toEqual([
      `error NAME_INVALID workflow_type @ \\"${name}\\"`,
    ])
  })

  test('an empty name is missing', () => {
    expect(problemsOf('workflow_type: ""\nsteps: [{ name: A, function: a.b }]')).toEqual([
      'error KEY_MISSING workflow_type @ \\"\\"',
    ])
  })
})

describe('unknown keys are kept in the text and warned about', () => {
  test('with what was probably meant', () => {
    const text = `descripton: x\n${textOf('{ name: A, function: a.b, retyr: 1, colour: red }')}`
    const { problems } = parse(text)
    expect(problemsOf(text)).toEqual([
      'warning KEY_UNKNOWN descripton @ descripton',
      'warning KEY_UNKNOWN steps.0.retyr @ retyr',
      'warning KEY_UNKNOWN steps.0.colour @ colour',
    ])
    expect(problems.map(({ fix }) => fix?.text)).toEqual(['description', 'retry', undefined])
    expect(problems[1]?.step).toBe('A')
  })
})

describe('the layout', () => {
  test.each([
    ['layout: [1, 2]', ['warning LAYOUT_INVALID layout @ layout']],
    ['layout: { A: [1] }', ['warning LAYOUT_INVALID layout.A @ A']],
    ['layout: { A: [1, 2, 3] }', ['warning LAYOUT_INVALID layout.A @ A']],
    ['layout: { A: [1, x] }', ['warning LAYOUT_INVALID layout.A @ A']],
    ['layout: { A: [1, 1e9] }', ['warning LAYOUT_INVALID layout.A @ A']],
    ['layout: { A: here }', ['warning LAYOUT_INVALID layout.A @ here']],
    ['layout:', []],
  ])('%s', (layout, problems) => {
    const text = `${textOf('{ name: A, function: a.b }')}${layout}\n`
    expect(problemsOf(text)).toEqual(problems)
    expect(parse(text).layout).toEqual({})
  })
})

describe('bounds', () => {
  test('2,000 steps', () => {
    const most = limits.definition.steps
    const steps = Array.from({ length: most + 1 }, (_, index) => `{name: S${index}, function: a.b}`)
    expect(parse(textOf(...steps.slice(1))).problems).toEqual([])
    const { definition, problems } = parse(textOf(...steps))
    expect(definition?.steps).toHaveLength(most)
    expect(problems.map(({ code, path }) => [code, path])).toEqual([['TOO_MANY_STEPS', ['steps']]])
  })

  test('steps within loops count', () => {
    const body = Array.from({ length: 1_001 }, (_, index) => `{name: B${index}, function: a.b}`).join(', ')
    const loop = (name: string) =>
      `{ name: ${name}, type: LOOP, mode: ITERATE, iterate_over: input.a, loop_body: [${body.replaceAll('B', name)}] }`
    expect(problemsOf(textOf(loop('L'), loop('M'))).filter((problem) => problem.startsWith('error'))).toEqual([
      'error TOO_MANY_STEPS steps @ steps',
    ])
  })

  test('5,000 edges', () => {
    const names = Array.from({ length: 110 }, (_, index) => `S${index}`)
    const text = textOf(
      ...names.map(
        (name, index) => `{ name: ${name}, function: a.b, next: [${[...names.slice(index + 1), 'END'].join(', ')}] }`,
      ),
    )
    expect(problemsOf(text)).toEqual(['error TOO_MANY_EDGES steps @ steps'])
  })

  test('a megabyte', () => {
    expect(parse(`# ${'x'.repeat(1024 * 1024)}`).problems.map(({ code }) => code)).toEqual(['TEXT_TOO_LARGE'])
  })
})

describe('places', () => {
  const { source, definition } = parse(loan)
  const shown = (range: { start: number; end: number } | undefined) => range && loan.slice(range.start, range.end)

  test('of a step: the whole list item, comments behind it left out', () => {
    expect(shown(source.stepRange('Calculate_Risk'))).toBe('- name: Calculate_Risk\n    function: loans.calculate_risk')
    expect(shown(source.stepRange('Decline'))).toBe('- name: Decline\n    function: loans.decline\n    next: END')
    expect(source.stepRange('Nobody')).toBeUndefined()
  })

  test('of a value and its key', () => {
    expect(shown(source.rangeOf(['steps', 1, 'routes', 0, 'condition']))).toBe('state.risk_score >= 75')
    expect(shown(source.rangeOf(['steps', 2, 'title']))).toBe('"Loan of {{ input.amount }} for {{ input.customer }}"')
    expect(shown(source.keyRange(['steps', 2, 'title']))).toBe('title')
    expect(source.rangeOf(['steps', 99, 'title'])).toBeUndefined()
    expect(source.rangeOf(['steps', 'title'])).toBeUndefined()
    expect(source.keyRange(['steps', 2])).toBeUndefined()
  })

  test('also by the proper name of a key that was written under another', () => {
    const text = textOf('{ name: D, type: DECISION, routes: [{ condition: state.a, next: D }, { default: END }] }')
    const range = parse(text).source.rangeOf(['steps', 0, 'routes', 0, 'target'])
    expect(text.slice(range?.start, range?.end)).toBe('D')
  })

  test('a step of every name can be found', () => {
    for (const { name } of definition?.steps ?? []) expect(shown(source.stepRange(name))).toContain(`name: ${name}`)
  })
})

describe('the example texts', () => {
  const folder = new URL('./testing/examples/', import.meta.url)

  test.each(readdirSync(folder))('%s has no errors, and every comment stays', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const documents = splitDocuments(text).map((document) => document.text)
    for (const document of documents) {
      expect(parse(document).definition).not.toBeNull()
      expect(problemsOf(document).filter((problem) => problem.startsWith('error'))).toEqual([])
    }
    const comments = (one: string) => one.match(/#.*$/gm) ?? []
    expect(documents.flatMap(comments)).toEqual(comments(text))
  })
})
