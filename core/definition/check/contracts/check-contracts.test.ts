import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '#core/json.ts'
import type { Definition } from '../../definition.ts'
import { parse } from '../../parse.ts'
import { textOf } from '../../testing/problems-of.ts'
import { checkContracts, type KnownContracts } from './check-contracts.ts'
import { inputUses } from './input-uses.ts'
import { childStarts, startedWorkflows } from './sub-workflow-inputs.ts'
import { undeclaredInputs } from './undeclared-inputs.ts'

const allowedHosts = new Set<string>()
const read = (text: string) => parse(text).definition as Definition

function problemsOf(text: string, known: KnownContracts = {}): readonly string[] {
  const { definition, source } = parse(text)
  return checkContracts(definition as Definition, known, source).map(
    ({ code, severity, path, range }) =>
      `${severity} ${code} ${path.join('.')} @ ${text.slice(range.start, range.end).split('\n')[0]}`,
  )
}

describe('an input that nobody declares', () => {
  const schema = (more = '') => `input_schema: { type: object, properties: { amount: { type: number } }${more} }\n`
  const use = textOf('{ name: A, function: a.b, when: input.amount > 1 && input.vip }')

  test('is a warning at its first use, once, with and without a schema', () => {
    const twice = textOf(
      '{ name: A, function: a.b, when: input.amount > 1 && input.vip }',
      '{ name: B, function: a.b, when: input.vip }',
    )
    expect(problemsOf(twice)).toEqual([
      'warning INPUT_UNDECLARED steps.0.when @ input.amount > 1 && input.vip',
      'warning INPUT_UNDECLARED steps.0.when @ input.amount > 1 && input.vip',
    ])
    expect(problemsOf(schema() + use)).toEqual([
      'warning INPUT_UNDECLARED steps.0.when @ input.amount > 1 && input.vip',
    ])
    expect(problemsOf(`input_schema: { properties: { amount: {}, vip: {} } }\n${use}`)).toEqual([])
  })

  test.each([
    ', additionalProperties: true',
    ', additionalProperties: false',
    ', allOf: []',
    ', patternProperties: {}',
  ])('is none where the schema speaks about further fields: %s', (more) => {
    expect(problemsOf(schema(more) + use)).toEqual([])
  })

  test('is one problem where it is probably misspelt: the one that knows the name', () => {
    const misspelt = textOf('{ name: A, function: a.b, when: input.amuont > 1 }')
    expect(problemsOf(schema() + misspelt)).toEqual([])
    const asked = textOf('{ name: A, function: a.b, when: has(input.amuont) }')
    expect(problemsOf(schema() + asked)).toHaveLength(1)
  })

  test('is none where the input is no object', () => {
    expect(problemsOf(`input_schema: { type: string }\n${use}`)).toEqual([])
  })

  test('is found in loops and in templates, and in no text that cannot be read', () => {
    const body = '[{ name: I, function: a.b, with: { x: "{{ input.note }}" } }]'
    const loop = textOf(`{ name: L, type: LOOP, mode: ITERATE, iterate_over: input.items, loop_body: ${body} }`)
    expect(problemsOf(loop)).toEqual([
      'warning INPUT_UNDECLARED steps.0.iterate_over @ input.items',
      'warning INPUT_UNDECLARED steps.0.loop_body.0.with.x @ "{{ input.note }}"',
    ])
    expect(problemsOf(textOf('{ name: A, function: a.b, when: input.a and }'))).toEqual([])
  })

  test.each([
    ['input.a > 1', 'a number'],
    ['2 - input.a > 0', 'a number'],
    ['-input.a == 1', 'a number'],
    ['input.a == "x"', 'a string'],
    ['input.a + 1 == 2', 'a number'],
    ['input.a == null', 'a null'],
    ['input.a == input.b', 'a null, b null'],
    ['input.a', 'a boolean'],
    ['!input.a', 'a boolean'],
    ['input.a || input.b', 'a boolean, b boolean'],
    ['has(input.a) && input.a', 'a null maybe, a boolean'],
    ['has(input.a.b)', 'a object maybe'],
    ['has(input.a) == "yes"', 'a null maybe'],
    ['input.a ? input.b : input.c', 'a boolean, b boolean, c boolean'],
    ['"x" in input.a', 'a array'],
    ['input.a in ["x", input.b]', 'a null, b null'],
    ['input.a.b == 1', 'a object'],
    ['input.a[0] == 1', 'a array'],
    ['input.a["b"] == 1', 'a object'],
    ['input["a"] > 1', 'a number'],
    ['input[state.name] == 1', ''],
    ['input[0] == 1', ''],
    ['input.a.startsWith(input.b)', 'a string, b null'],
    ['input.a.unknownThing()', ''],
    ['size(input.a) > 1', 'a null'],
    ['{ "x": input.a }.x == 1', 'a null'],
    ['input.a.exists(x, x > input.b)', 'a array, b number'],
    ['input.a.map(x, x > 1, input.b).size() > 1', 'a array, b null'],
    ['input.a.map(x, input.b).size() > 1', 'a array, b null'],
    ['input.a.all(input, input.x > 1)', 'a array'],
  ])('tells its type by its use: %s', (when, uses) => {
    const [step] = read(textOf(`{ name: A, function: a.b, when: ${JSON.stringify(when)} }`)).steps
    const found = inputUses(step as never)
    expect(found.map((one) => `${one.field} ${one.usedAs}${one.mayBeMissing ? ' maybe' : ''}`).join(', ')).toBe(uses)
    expect(inputUses(step as never)).toBe(found)
  })

  test.each([
    ['type: WAIT, duration_seconds: "{{ input.a }}"', null],
    ['type: WAIT, duration_seconds: input.a', 'number'],
    ['type: WAIT, until: input.a', 'string'],
    ['type: HUMAN, title: "Pay {{ input.a }}"', 'string'],
    ['type: HUMAN, title: "{{ input.a }}"', null],
    ['type: TRANSFORM, set: { x: input.a }', null],
    ['type: PARALLEL, iterate_over: input.a, task_function: a.b', 'array'],
  ])('and by its place: %s', (step, type) => {
    expect(undeclaredInputs(read(textOf(`{ name: A, ${step} }`)).steps, undefined)).toMatchObject([
      { field: 'a', usedAs: type, required: true },
    ])
  })

  test('has the type that its uses agree on, and is required unless a use asks whether it is there', () => {
    const steps = (...conditions: readonly string[]) =>
      read(textOf(...conditions.map((when, at) => `{ name: S${at}, function: a.b, when: ${JSON.stringify(when)} }`)))
        .steps
    expect(undeclaredInputs(steps('input.a == null', 'input.a > 1'), undefined)).toMatchObject([
      { usedAs: 'number', required: true },
    ])
    expect(undeclaredInputs(steps('input.a > 1', 'input.a == null', 'input.a > 2'), undefined)).toMatchObject([
      { usedAs: 'number' },
    ])
    expect(undeclaredInputs(steps('has(input.a)', 'input.a > 1'), undefined)).toMatchObject([
      { usedAs: 'number', required: false },
    ])
  })
})

describe('the input of a sub-workflow', () => {
  const child: JsonSchema = {
    type: 'object',
    required: ['amount'],
    properties: { amount: { type: 'number' }, who: { $ref: '#/$defs/name' }, items: { type: 'array' } },
    $defs: { name: { type: 'string' } },
  }
  const inputs = new Map<string, JsonSchema | null>([
    ['Child', child],
    ['Closed', { ...child, additionalProperties: false }],
    ['Old', { properties: { who: { $ref: '#/definitions/name' } }, definitions: { name: { type: 'string' } } }],
    ['Open', null],
  ])
  const start = (more: string) => problemsOf(textOf(`{ name: S, type: SUB_WORKFLOW, ${more} }`), { inputs })

  test.each([
    [
      'sub_workflow_type: Child',
      ['error SUB_INPUT_MISSING steps.0.input.amount @ - { name: S, type: SUB_WORKFLOW, sub_workflow_type: Child }'],
    ],
    ['sub_workflow_type: Child, input: {}', ['error SUB_INPUT_MISSING steps.0.input.amount @ {}']],
    ['sub_workflow_type: Child, input: { amount: 1 }', []],
    ['sub_workflow_type: Child, input: { amount: "{{ state.x }}" }', []],
    ['sub_workflow_type: Child, input: "{{ state }}"', []],
    ['sub_workflow_type: Child, input: 5', ['error SUB_INPUT_INVALID steps.0.input @ 5']],
    ['sub_workflow_type: Child, input: { amount: many }', ['error SUB_INPUT_INVALID steps.0.input.amount @ many']],
    ['sub_workflow_type: Child, input: { amount: 1, who: 2 }', ['error SUB_INPUT_INVALID steps.0.input.who @ 2']],
    ['sub_workflow_type: Child, input: { amount: 1, items: [1, "{{ state.x }}"] }', []],
    ['sub_workflow_type: Child, input: { amount: 1, items: { a: "{{ state.x }}" } }', []],
    [
      'sub_workflow_type: Child, input: { amount: 1, items: { a: 1 } }',
      ['error SUB_INPUT_INVALID steps.0.input.items @ { a: 1 }'],
    ],
    ['sub_workflow_type: Child, input: { amount: 1, more: 2 }', []],
    ['sub_workflow_type: Closed, input: { amount: 1, more: 2 }', ['error SUB_INPUT_UNKNOWN steps.0.input.more @ 2']],
    ['sub_workflow_type: Old, input: { who: Ann }', []],
    ['sub_workflow_type: Old, input: { who: 2 }', ['error SUB_INPUT_INVALID steps.0.input.who @ 2']],
    ['sub_workflow_type: Open', []],
    ['sub_workflow_type: Unknown', []],
    ['sub_workflow_type: ""', []],
  ])('%s', (more, problems) => {
    expect(start(more)).toEqual(problems)
  })

  test('is checked of every step that starts a workflow', () => {
    const text = textOf(
      '{ name: F, type: FIRE_AND_FORGET, workflow_type: Child }',
      '{ name: G, type: FIRE_AND_FORGET, function: a.b }',
      '{ name: P, type: PARALLEL, tasks: [{ name: a, sub_workflow_type: Child, input: {} }, { name: b, function: a.b }] }',
      '{ name: Q, type: PARALLEL, tasks: [{ name: W, type: SUB_WORKFLOW, sub_workflow_type: Open }] }',
      '{ name: E, type: PARALLEL, iterate_over: state.x, task: { name: V, type: SUB_WORKFLOW, sub_workflow_type: Child } }',
      '{ name: T, type: TRANSFORM, set: { x: "1" } }',
    )
    expect(startedWorkflows(read(text).steps)).toEqual(['Child', 'Open'])
    expect(problemsOf(text, { inputs }).map((said) => said.split(' @')[0])).toEqual([
      'error SUB_INPUT_MISSING steps.0.input.amount',
      'error SUB_INPUT_MISSING steps.2.tasks.0.input.amount',
      'error SUB_INPUT_MISSING steps.4.task.input.amount',
    ])
  })

  test('is left to the model where a tool of an AI step starts the workflow', () => {
    const tools = '[{ name: a, sub_workflow_type: Child }, { name: b, function: a.b }]'
    const text = textOf(
      '{ name: A, type: AI, connection: model, prompt: Help }',
      `{ name: B, type: AI, connection: model, prompt: Help, tools: ${tools} }`,
    )
    const steps = read(text).steps
    expect(startedWorkflows(steps)).toEqual(['Child'])
    expect(childStarts(steps)).toMatchObject([
      { workflow: 'Child', path: ['steps', 1, 'tools', 0, 'sub_workflow_type'] },
    ])
    expect(problemsOf(text, { inputs })).toEqual([])
  })

  test('a property that is no schema demands nothing, a list of required fields that is none neither', () => {
    const odd = new Map([['Child', { required: 'all', properties: { a: true } } as unknown as JsonSchema]])
    expect(
      problemsOf(textOf('{ name: S, type: SUB_WORKFLOW, sub_workflow_type: Child, input: { a: 1 } }'), { inputs: odd }),
    ).toEqual([])
  })

  test('a nested value is named by its path', () => {
    const nested = new Map([
      ['Child', { properties: { a: { type: 'object', properties: { b: { type: 'number' } } } } }],
    ])
    const text = textOf('{ name: S, type: SUB_WORKFLOW, sub_workflow_type: Child, input: { a: { b: x } } }')
    const { definition, source } = parse(text)
    const [problem] = checkContracts(definition as Definition, { inputs: nested }, source)
    expect(problem?.message).toContain('The input a.b of Child does not match')
  })
})

describe('an address that the guard refuses', () => {
  test.each([
    ['http://127.0.0.1:3201/x', true],
    ['https://10.0.0.1/', true],
    ['https://[::1]/x', true],
    ['http://localhost:8080', true],
    ['http://localhost', true],
    ['https://api.localhost/x', true],
    ['https://api.example:8443/x', true],
    ['https://api.example/x', false],
    ['https://api.example?x={{ input.x }}', false],
    ['https://{{ input.host }}/x', false],
    ['{{ input.url }}', false],
    ['ftp://10.0.0.1', false],
    ['https://user@10.0.0.1', false],
    ['not an address', false],
  ])('%s: %s', (url, isRefused) => {
    const text = textOf(`{ name: H, type: HTTP, http_config: { url: "${url}" } }`)
    const found = problemsOf(text, { allowedHosts }).filter((said) => said.includes('ADDRESS_REFUSED'))
    expect(found).toHaveLength(isRefused ? 1 : 0)
    expect(problemsOf(text).filter((said) => said.includes('ADDRESS_REFUSED'))).toEqual([])
  })

  test('is found among steps of other types, and within them', () => {
    const request = (name: string) => `{ name: ${name}, type: HTTP, http_config: { url: "https://10.0.0.1" } }`
    const text = textOf('{ name: A, function: a.b }', `{ name: P, type: PARALLEL, tasks: [${request('H')}] }`)
    expect(problemsOf(text, { allowedHosts })).toEqual([
      'warning ADDRESS_REFUSED steps.1.tasks.0.http_config.url @ "https://10.0.0.1"',
    ])
  })

  test('is none where the operator allows it, or where there is no text', () => {
    const at = (url: string) => textOf(`{ name: H, type: HTTP, http_config: { url: ${url} } }`)
    const hosts = new Set(['localhost', '127.0.0.1:3201', 'localhost:81'])
    for (const url of ['http://localhost', 'http://127.0.0.1:3201/x', 'http://localhost:81']) {
      expect(problemsOf(at(url), { allowedHosts: hosts })).toEqual([])
    }
    expect(problemsOf(at('[1]'), { allowedHosts })).toEqual([])
  })
})

describe('a step of a saga that cannot be undone', () => {
  const saga = (...steps: readonly string[]) => problemsOf(`saga_enabled: true\n${textOf(...steps)}`)
  const last = '{ name: Z, function: a.b }'

  test.each([
    ['{ name: A, function: a.b }', true],
    ['{ name: A, type: ASYNC, function: a.b }', true],
    ['{ name: A, function: a.b, effects: none }', false],
    ['{ name: A, function: a.b, compensate_function: a.c }', false],
    ['{ name: A, type: HTTP, http_config: { url: "https://x.example", method: POST } }', true],
    ['{ name: A, type: HTTP, http_config: { url: "https://x.example" } }', false],
    ['{ name: A, type: TRANSFORM, set: { a: "1" } }', false],
    ['{ name: A, type: LOOP, mode: ITERATE, iterate_over: state.x, loop_body: [{ name: I, function: a.b }] }', true],
  ])('%s is warned about: %s', (step, isWarned) => {
    expect(saga(step, last)).toHaveLength(isWarned ? 1 : 0)
    expect(problemsOf(textOf(step, last))).toEqual([])
  })

  test('the last step of all needs no undo, unless others run beside it', () => {
    expect(saga(last)).toEqual([])
    expect(saga('{ name: A, function: a.b, next: END, on_failure: { target_step: Z } }', last)).toEqual([])
    expect(saga('{ name: A, function: a.b, next: END }', '{ name: Z, function: a.b, dependencies: [] }')).toHaveLength(
      2,
    )
  })
})

describe('a sub-workflow that takes locks', () => {
  const locks = 'envelope: { discover: { resources: ["\'site:\' + input.site"] }, locks: {} }\n'
  const locking = new Set(['Child'])
  const warned = (text: string) => problemsOf(text, { locking }).filter((said) => said.includes('LOCKS_IN_CHILD'))
  const child = '{ name: S, type: SUB_WORKFLOW, sub_workflow_type: Child }'

  test('envelope 10: is warned about where the workflow holds locks of its own, wherever it starts it', () => {
    const tasks = '[{ name: a, sub_workflow_type: Child }, { name: W, type: SUB_WORKFLOW, sub_workflow_type: Child }]'
    expect(warned(locks + textOf(child, `{ name: P, type: PARALLEL, tasks: ${tasks} }`))).toEqual([
      'warning LOCKS_IN_CHILD steps.0.sub_workflow_type @ Child',
      'warning LOCKS_IN_CHILD steps.1.tasks.0.sub_workflow_type @ Child',
      'warning LOCKS_IN_CHILD steps.1.tasks.1.sub_workflow_type @ Child',
    ])
  })

  test.each([
    ['the workflow has no envelope', textOf(child)],
    ['it locks nothing', `envelope: { locks: {} }\n${textOf(child)}`],
    ['the child takes no locks', locks + textOf('{ name: S, type: SUB_WORKFLOW, sub_workflow_type: Other }')],
    ['nobody waits for the run', locks + textOf('{ name: S, type: FIRE_AND_FORGET, workflow_type: Child }')],
  ])('envelope 10: is fine where %s', (_, text) => {
    expect(warned(text)).toEqual([])
  })
})
