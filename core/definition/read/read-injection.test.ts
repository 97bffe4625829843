import { expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { checkReferences } from '../check/check-known-names.ts'
import { parse } from '../parse.ts'
import { problemsOf, problemsOfStep, textOf } from '../testing/problems-of.ts'

const withRules = (...rules: readonly string[]) => `function: a.b, dynamic_injection: { rules: [${rules.join(', ')}] }`
const whole = (steps: string, more = 'value_match: x') =>
  `{ condition_key: tier, ${more}, action: INSERT_AFTER_CURRENT, steps_to_insert: [${steps}] }`
const at = 'steps.0.dynamic_injection'

test('rules are read as they are written, their steps like any others', () => {
  const { definition, problems } = parse(textOf(`{ name: S, ${withRules(whole('{ name: I, type: HUMAN }'))} }`))
  expect(problems).toEqual([])
  expect(definition?.steps[0]?.dynamic_injection).toEqual({
    rules: [
      {
        condition_key: 'tier',
        value_match: 'x',
        action: 'INSERT_AFTER_CURRENT',
        steps_to_insert: [{ name: 'I', type: 'HUMAN' }],
      },
    ],
  })
})

test.each([
  ['function: a.b, dynamic_injection: 1', [`error TYPE_WRONG ${at} @ 1`]],
  ['function: a.b, dynamic_injection: { rules: 1 }', [`error TYPE_WRONG ${at}.rules @ 1`]],
  ['function: a.b, dynamic_injection: { rules: [], more: 1 }', [`warning KEY_UNKNOWN ${at}.more @ more`]],
  [withRules('1'), [`error TYPE_WRONG ${at}.rules.0 @ 1`]],
  [
    withRules('{ value_match: x, steps_to_insert: [{ name: I, function: a.b }] }'),
    [
      `error KEY_MISSING ${at}.rules.0.condition_key @ value_match`,
      `error KEY_MISSING ${at}.rules.0.action @ value_match`,
    ],
  ],
  [
    withRules(whole('{ name: I, function: a.b }', 'help: x')),
    [`error KEY_MISSING ${at}.rules.0 @ condition_key`, `warning KEY_UNKNOWN ${at}.rules.0.help @ help`],
  ],
  [
    withRules(whole('{ name: I, function: a.b }', 'value_between: [1]')),
    [`error TYPE_WRONG ${at}.rules.0.value_between @ value_between`],
  ],
  [
    withRules(whole('{ name: I, function: a.b }', 'value_match: 1, value_less_than: 2')),
    [`warning KEY_UNUSED ${at}.rules.0.value_less_than @ value_less_than`],
  ],
  [withRules(whole('')), [`error KEY_MISSING ${at}.rules.0.steps_to_insert @ steps_to_insert`]],
  [withRules(whole('{ name: S, function: a.b }')), [`error NAME_TWICE ${at}.rules.0.steps_to_insert.0.name @ S`]],
  [
    withRules(whole('{ name: I, function: a.b, next: Nowhere }')),
    [`error STEP_NOT_FOUND ${at}.rules.0.steps_to_insert.0.next @ Nowhere`],
  ],
  [withRules(whole('{ name: I, function: a.b, next: S }, { name: J, function: a.b, next: I }')), []],
  [
    withRules(whole('{ name: I, function: a.b, dependencies: [S] }')),
    [`warning KEY_UNUSED ${at}.rules.0.steps_to_insert.0.dependencies @ dependencies`],
  ],
  [
    withRules(whole(`{ name: I, ${withRules(whole('{ name: J, function: a.b }'))} }`)),
    [`warning KEY_UNUSED ${at}.rules.0.steps_to_insert.0.dynamic_injection @ dynamic_injection`],
  ],
  [
    withRules(whole('{ name: I, type: TRANSFORM, set: { a: state.( } }')),
    [`error EXPRESSION_INVALID ${at}.rules.0.steps_to_insert.0.set.a @ .`],
  ],
])('%s', (keys, problems) => {
  expect(problemsOfStep(keys)).toEqual(problems)
})

test('a condition or steps in the place of rules insert nothing and are said, without either the rules are missing', () => {
  const problemsOf = (keys: string) => problemsOfStep(`function: a.b, dynamic_injection: ${keys}`)
  expect(problemsOf('{ condition: x }')).toContain(`warning KEY_UNUSED ${at} @ dynamic_injection`)
  expect(problemsOf('{ steps: [] }')).toContain(`warning KEY_UNUSED ${at} @ dynamic_injection`)
  expect(problemsOf('{}').join()).toContain('error TYPE_WRONG')
})

test('nobody outside may name what may be inserted', () => {
  const text = textOf(`{ name: S, ${withRules(whole('{ name: I, function: a.b }'))}, next: I }`)
  expect(problemsOf(text)).toEqual(['error STEP_NOT_FOUND steps.0.next @ I'])
})

test('what is fired and forgotten has no effect there', () => {
  const keys = `type: FIRE_AND_FORGET, ${withRules(whole('{ name: I, function: a.b }'))}`
  expect(problemsOfStep(keys)).toEqual([`warning KEY_UNUSED ${at} @ dynamic_injection`])
})

test('a step has a bounded number of rules', () => {
  const rules = Array.from({ length: limits.definition.injectionRules + 1 }, (_, index) =>
    whole(`{ name: I${index}, function: a.b }`),
  )
  const text = textOf(`{ name: S, ${withRules(...rules)} }`)
  expect(problemsOf(text)).toEqual([expect.stringMatching(`error OUT_OF_RANGE ${at}.rules @`)])
  expect(parse(text).definition?.steps[0]?.dynamic_injection?.rules).toHaveLength(limits.definition.injectionRules)
})

test('expressions behind it know that anything may have been written, and inserted steps by their names', () => {
  const set = '{ name: Set, type: TRANSFORM, set: { amount: "1" } }'
  const step = `{ name: S, type: TRANSFORM, set: { tier: "'x'" }, dynamic_injection: { rules: [${whole('{ name: I, type: TRANSFORM, set: { amount: "true" } }')}] } }`
  const gate =
    '{ name: Gate, type: DECISION, routes: [{ condition: state.amount && has(steps.I.output), target: END }, { default: END }] }'
  expect(problemsOf(textOf(set, step, gate))).toEqual([])
  expect(problemsOf(textOf(set, gate)).length).toBeGreaterThan(0)
})

test('functions of inserted steps are looked for as well', () => {
  const { definition, source } = parse(textOf(`{ name: S, ${withRules(whole('{ name: I, function: a.c }'))} }`))
  const known = { functions: new Set(['a.b']), workflows: new Set<string>() }
  expect(checkReferences(definition!, known, source)).toMatchObject([
    {
      code: 'FUNCTION_UNKNOWN',
      step: 'I',
      path: ['steps', 0, 'dynamic_injection', 'rules', 0, 'steps_to_insert', 0, 'function'],
    },
  ])
})
