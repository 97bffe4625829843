import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { parse } from '../parse.ts'
import { validateJson } from '../schema/json-schema.ts'
import { problemsOfStep, textOf } from '../testing/problems-of.ts'

const stepOf = (keys: string) => parse(textOf(`{ name: S, ${keys} }`)).definition?.steps[0] as unknown as JsonObject
const standard = (keys: string) => problemsOfStep(`function: a.b, ${keys}`)

describe('what a key holds', () => {
  test.each<[string, string, unknown]>([
    ['text', 'function: 1.10', { function: '1.10' }],
    ['names as one word', 'function: a, type: HUMAN, groups: credit', { groups: ['credit'] }],
    ['names that YAML reads otherwise', 'type: HUMAN, groups: [1, true, a]', { groups: ['1', 'true', 'a'] }],
    ['an empty list of names', 'function: a.b, dependencies: []', { dependencies: [] }],
    ['a number', 'type: HUMAN, due_in_seconds: 1.5', { due_in_seconds: 1.5 }],
    [
      'a duration with an expression',
      'type: WAIT, duration_seconds: "{{ input.a }}"',
      { duration_seconds: '{{ input.a }}' },
    ],
    [
      'a choice by its Ruvon name',
      'type: PARALLEL, merge_conflict_behavior: PREFER_OLD',
      { merge_conflict_behavior: 'PREFER_EXISTING' },
    ],
    ['any value', 'type: SUB_WORKFLOW, sub_workflow_type: A, input: null', { input: null }],
    ['a schema', 'type: HUMAN, form: { type: object }', { form: { type: 'object' } }],
    [
      'assignments',
      'type: TRANSFORM, set: { a: 1, b.c: "\'x\'", d: null, e: ~, f: true }',
      { set: { a: '1', 'b.c': "'x'", d: 'null', e: 'null', f: 'true' } },
    ],
    [
      'retry',
      'function: a, retry: { max_attempts: 3, non_retryable: Oops }',
      { retry: { max_attempts: 3, non_retryable: ['Oops'] } },
    ],
    [
      'a request',
      'type: HTTP, http_config: { url: x, query_params: { a: 1 }, expect_status: [200] }',
      { http_config: { url: 'x', query: { a: 1 }, expect_status: [200] } },
    ],
    [
      'tasks',
      'type: PARALLEL, tasks: [{ name: a, function_path: b.c }, { name: d, sub_workflow_type: E, input: 1 }]',
      {
        tasks: [
          { name: 'a', function: 'b.c' },
          { name: 'd', sub_workflow_type: 'E', input: 1 },
        ],
      },
    ],
    [
      "Ruvon's own keys",
      'function: a, input_model: M, required_input: [x], automate_next: true, dynamic_injection: { rules: [] }',
      { input_model: 'M', required_input: ['x'], automate_next: true, dynamic_injection: { rules: [] } },
    ],
  ])('%s', (_, keys, step) => {
    expect(stepOf(keys)).toMatchObject(step as object)
    expect(
      problemsOfStep(keys).filter((problem) => problem.startsWith('error') && !problem.includes('KEY_MISSING')),
    ).toEqual([])
  })
})

describe('what does not fit is an error at its field, and left out', () => {
  test.each([
    ['timeout_seconds: soon', 'error TYPE_WRONG steps.0.timeout_seconds @ soon'],
    ['timeout_seconds: "30"', 'error TYPE_WRONG steps.0.timeout_seconds @ \\"30\\"'],
    ['timeout_seconds: 0', 'error OUT_OF_RANGE steps.0.timeout_seconds @ 0'],
    ['timeout_seconds: -1', 'error OUT_OF_RANGE steps.0.timeout_seconds @ -1'],
    ['timeout_seconds: 1e12', 'error OUT_OF_RANGE steps.0.timeout_seconds @ 1e12'],
    ['max_visits: 1.5', 'error TYPE_WRONG steps.0.max_visits @ 1.5'],
    ['max_visits: 1000000000', 'error OUT_OF_RANGE steps.0.max_visits @ 1000000000'],
    ['automate_next: "yes"', 'error TYPE_WRONG steps.0.automate_next @ \\"yes\\"'],
    ['on_error: ignroe', 'error CHOICE_UNKNOWN steps.0.on_error @ ignroe'],
    ['on_error: [ignore]', 'error CHOICE_UNKNOWN steps.0.on_error @ on_error'],
    ['effects: some', 'error CHOICE_UNKNOWN steps.0.effects @ some'],
    ['description: [x]', 'error TYPE_WRONG steps.0.description @ description'],
    ['next: [{}]', 'error TYPE_WRONG steps.0.next.0 @ {}'],
    ['next: [""]', 'error TYPE_WRONG steps.0.next.0 @ \\"\\"'],
    ['next: {}', 'error TYPE_WRONG steps.0.next @ next'],
    ['with: 1', 'error TYPE_WRONG steps.0.with @ 1'],
    ['retry: 3', 'error TYPE_WRONG steps.0.retry @ 3'],
    ['retry: { backoff: 2 }', 'error KEY_MISSING steps.0.retry.max_attempts @ retry'],
    ['retry: { max_attempts: 1e9 }', 'error OUT_OF_RANGE steps.0.retry.max_attempts @ 1e9'],
    ['retry: { max_attempts: 2, non_retryable: [[]] }', 'error TYPE_WRONG steps.0.retry.non_retryable.0 @ []'],
    ['type: HUMAN, form: yes', 'error TYPE_WRONG steps.0.form @ yes'],
    ['type: HUMAN, reminders: [x]', 'error TYPE_WRONG steps.0.reminders @ reminders'],
    ['type: HUMAN, reminders: 5', 'error TYPE_WRONG steps.0.reminders @ 5'],
    ['type: TRANSFORM, set: [a]', 'error TYPE_WRONG steps.0.set @ set'],
    ['type: TRANSFORM, set: {}', 'error KEY_MISSING steps.0.set @ set'],
    ['type: TRANSFORM, set: { a: [1] }', 'error TYPE_WRONG steps.0.set.a @ a'],
    ['type: TRANSFORM, set: { a: }', 'error KEY_MISSING steps.0.set.a @ a'],
    ['type: TRANSFORM, set: { a..b: "1" }', 'error PATH_INVALID steps.0.set.a..b @ a..b'],
    ['function: a.b, output_key: a..b', 'error PATH_INVALID steps.0.output_key @ a..b'],
    ['function: a.b, output_key: "answer."', 'error PATH_INVALID steps.0.output_key @ \\"answer.\\"'],
    ['function: a.b, output_key: ""', 'error PATH_INVALID steps.0.output_key @ \\"\\"'],
    ['function: a.b, output_key: a.__proto__', 'error PATH_INVALID steps.0.output_key @ a.__proto__'],
    ['type: HTTP, http_config: x', 'error TYPE_WRONG steps.0.http_config @ x'],
    ['type: HTTP', 'error KEY_MISSING steps.0.http_config.url @ S'],
    ['type: HTTP, http_config: { url: x, method: FETCH }', 'error CHOICE_UNKNOWN steps.0.http_config.method @ FETCH'],
    [
      'type: HTTP, http_config: { url: x, expect_status: 99 }',
      'error TYPE_WRONG steps.0.http_config.expect_status @ 99',
    ],
    ['type: PARALLEL, tasks: x', 'error TYPE_WRONG steps.0.tasks @ x'],
    ['type: PARALLEL, tasks: [x]', 'error TYPE_WRONG steps.0.tasks.0 @ x'],
    ['type: PARALLEL, tasks: [{ function: a.b }]', 'error KEY_MISSING steps.0.tasks.0.name @ function'],
    ['type: PARALLEL, tasks: [{ name: a }]', 'error KEY_MISSING steps.0.tasks.0.function @ a'],
    [
      'type: PARALLEL, tasks: [{ name: __proto__, function: a.b }]',
      'error NAME_RESERVED steps.0.tasks.0.name @ __proto__',
    ],
    [
      'type: PARALLEL, tasks: [{ name: a, function: a.b }, { name: a, function: a.b }]',
      'error NAME_TWICE steps.0.tasks.1.name @ a',
    ],
    [
      'type: PARALLEL, tasks: [{ name: a, function: a.b, sub_workflow_type: C }]',
      'error KEYS_EXCLUSIVE steps.0.tasks.0.sub_workflow_type @ sub_workflow_type',
    ],
    [
      'type: PARALLEL, tasks: [{ name: a, function: a.b, input: 1 }]',
      'warning KEY_UNUSED steps.0.tasks.0.input @ input',
    ],
  ])('%s', (keys, problem) => {
    const found = (keys.startsWith('type') ? problemsOfStep(keys) : standard(keys)).filter(
      (one) => !one.includes('.iterate_over '),
    )
    expect(found).toContain(problem)
    expect(found.length).toBeLessThanOrEqual(2)
  })

  test('a task that is not readable keeps its place', () => {
    expect(
      stepOf('type: PARALLEL, tasks: [{ function: a.b }, x, { name: [], function: c.d }, { name: e, function: f.g }]')
        .tasks,
    ).toEqual([
      { name: '', function: 'a.b' },
      { name: '' },
      { name: '', function: 'c.d' },
      { name: 'e', function: 'f.g' },
    ])
  })

  test('too many tasks', () => {
    const tasks = Array.from({ length: 1_001 }, (_, index) => `{ name: t${index}, function: a.b }`).join(', ')
    expect(problemsOfStep(`type: PARALLEL, tasks: [${tasks}]`)).toEqual(['error OUT_OF_RANGE steps.0.tasks @ tasks'])
    expect(stepOf(`type: PARALLEL, tasks: [${tasks}]`).tasks).toHaveLength(1_000)
  })
})

describe('what is empty', () => {
  test.each([
    ['function:', ['error KEY_MISSING steps.0.function @ function']],
    ['function: ""', ['error KEY_MISSING steps.0.function @ \\"\\"']],
    ['function: a.b, retry:', ['warning VALUE_EMPTY steps.0.retry @ retry']],
    ['type: SUB_WORKFLOW, sub_workflow_type: A, input:', []],
  ])('%s', (keys, problems) => {
    expect(problemsOfStep(keys)).toEqual(problems)
  })
})

test('an alias is called one, and not empty as well', () => {
  const text = (step: string) => `workflow_type: W\nsteps:\n  - name: S\n${step}`
  const problems = (step: string) => parse(text(step)).problems.map(({ code }) => code)
  const anchored = '    function: a.b\n    with: &one { a: 1 }\n'
  expect(problems(`${anchored}    retry: *one\n`)).toEqual(['ANCHOR', 'ALIAS'])
  expect(problems('    with: &one { a: 1 }\n    function: *one\n')).toEqual(['ANCHOR', 'ALIAS'])
})

test('messages say what to do', () => {
  const message = (keys: string) => parse(textOf(`{ name: S, function: a.b, ${keys} }`)).problems[0]?.message
  expect(message('timeout_seconds: "30"')).toBe('timeout_seconds must be a number of seconds, without quotes.')
  expect(message('timeout_seconds: 1e12')).toBe('timeout_seconds can be at most 315360000 (3650 days).')
  expect(message('max_visits: x')).toBe('max_visits must be a whole number.')
  expect(message('retry: { max_attempts: 2, backoff: x }')).toBe('backoff must be a number.')
  expect(message('on_error: ignroe')).toBe('on_error must be one of fail, ignore. Did you mean ignore?')
  expect(message('effects: some')).toBe('effects must be none.')
  expect(message('with: 1')).toBe('with: This must be an object with fields.')
  expect(message('dependencies: {}')).toBe('dependencies must be a name or a list of names.')
})

test.each([
  ['max_visits: "3"', 'max_visits: 3'],
  ["timeout_seconds: ' 1.5 '", 'timeout_seconds: 1.5'],
  ['timeout_seconds: "030"', null],
  ['timeout_seconds: "1e3"', null],
  ['timeout_seconds: soon', null],
  ['timeout_seconds: "Infinity"', null],
  ['automate_next: yes', 'automate_next: true'],
  ['automate_next: Off', 'automate_next: false'],
  ['automate_next: "true"', 'automate_next: true'],
  ['automate_next: maybe', null],
  ['automate_next: constructor', null],
  ['automate_next: 1', null],
  ['automate_next: "yes\n\n  "', null],
  ['with: { a: 12345678901234567890 }', 'with: { a: "12345678901234567890" }'],
])('what %s is meant as is certain, and a repair: %s', (keys, mended) => {
  const text = textOf(`{ name: S, function: a.b, ${keys} }`)
  const [problem] = parse(text).problems
  const { fix } = problem ?? {}
  const after = fix && text.slice(0, fix.range.start) + fix.text + text.slice(fix.range.end)
  expect(after ?? null).toBe(mended === null ? null : textOf(`{ name: S, function: a.b, ${mended} }`))
})

test('a word that other YAML takes for true is asked about, not its quotes', () => {
  const message = (keys: string) => parse(textOf(`{ name: S, function: a.b, ${keys} }`)).problems[0]?.message
  expect(message('automate_next: yes')).toBe('automate_next must be true or false. Did you mean true?')
  expect(message('automate_next: "false"')).toBe('automate_next must be true or false, without quotes.')
})

describe('a schema that is invalid between two letters', () => {
  test.each<[string, string, object]>([
    ['HUMAN', 'form', { type: 'objekt' }],
    ['HUMAN', 'form', { type: 'object', properties: { a: { type: 'string', pattern: '^[' }, b: { type: 'number' } } }],
    ['SIGNAL', 'schema', { type: 'object', properties: { a: { type: 'string', minLength: -1 } } }],
    ['HUMAN', 'form', { type: { toString: 1 }, enum: 3, required: 'a', properties: { a: null } }],
    ['HUMAN', 'form', { allOf: 1, anyOf: [null], items: 3, prefixItems: 'x', $ref: '#/nowhere', not: 5 }],
  ])('of %s is an error, and stays to be edited: %s %j', (type, key, schema) => {
    const keys = `type: ${type}, signal: s, ${key}: ${JSON.stringify(schema)}`
    expect(problemsOfStep(keys)).toContain(`error SCHEMA_INVALID steps.0.${key} @ ${key}`)
    expect(stepOf(keys)).toMatchObject({ [key]: schema })
    for (const value of [null, 1, 'a', ['a'], { a: 'a' }])
      expect(() => validateJson(schema as JsonSchema, value)).not.toThrow()
  })

  test('of the input stays too', () => {
    const { definition, problems } = parse(
      'workflow_type: W\ninput_schema: { pattern: "^[", properties: { a: {} } }\nsteps: [{ name: A, function: a }]\n',
    )
    expect(definition?.input_schema).toEqual({ pattern: '^[', properties: { a: {} } })
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toContain('error SCHEMA_INVALID')
  })
})

describe('the tags of a workflow', () => {
  const read = (tags: string) => parse(`workflow_type: T\ntags: ${tags}\nsteps: [{ name: A, function: a.b }]\n`)
  const most = limits.definition.tags
  const longest = limits.definition.tagCharacters

  test.each([
    ['[finance, monthly]', ['finance', 'monthly']],
    ['finance', ['finance']],
    ['[2026, "month  end\\n", 月次]', ['2026', 'month end', '月次']],
    ['[a, b, a, " b "]', ['a', 'b']],
    ['[]', []],
    [`[${Array.from({ length: most }, (_, index) => `t${index}`)}]`, expect.anything()],
    [`[${'x'.repeat(longest)}]`, ['x'.repeat(longest)]],
  ])('%s are %j', (written, tags) => {
    const { definition, problems } = read(written)
    expect([definition?.tags, problems.filter(({ severity }) => severity === 'error')]).toEqual([tags, []])
  })

  test.each([
    ['{ a: b }', 'tags must be a name or a list of names.'],
    ['["\\u200b", a]', 'tags must be a name or a list of names.'],
    [
      `[${Array.from({ length: most + 1 }, (_, index) => `t${index}`)}]`,
      `tags can have up to ${most} entries; there are ${most + 1}.`,
    ],
    [
      `[${'x'.repeat(longest + 1)}]`,
      `An entry of tags can have up to ${longest} characters; this one has ${longest + 1}.`,
    ],
  ])('%s are refused', (written, message) => {
    expect(read(written).problems.map((problem) => problem.message)).toContain(message)
  })

  test('a definition without them has none', () => {
    expect(parse(textOf('{ name: A, function: a.b }')).definition).not.toHaveProperty('tags')
  })
})
