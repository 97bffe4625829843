import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '#core/json.ts'
import { evaluate, evaluateCondition } from '../evaluate/evaluate.ts'
import { parseExpression } from '../parse/parse-expression.ts'
import { checkExpression, type ExpectedType, inferExpression } from './check-expression.ts'
import { checkTemplate } from './check-template.ts'
import {
  anyType,
  booleanType,
  describeType,
  listType,
  nullType,
  numberType,
  objectType,
  type ScopeTypes,
  stringType,
  typeOfJson,
  typeOfSchema,
  unionType,
  type ValueType,
} from './types.ts'

const item = objectType({ sku: stringType, quantity: numberType }, undefined)
const types: ScopeTypes = {
  input: objectType(
    {
      amount: numberType,
      customer: stringType,
      items: listType(item),
      note: unionType([stringType, nullType]),
      flag: booleanType,
      either: unionType([numberType, listType(numberType)]),
      tags: listType(stringType),
      prices: objectType({}, numberType),
      'first name': stringType,
      none: nullType,
      maybe: unionType([item, nullType]),
    },
    undefined,
  ),
  state: objectType({ risk_score: numberType, approved: booleanType }, anyType),
  steps: objectType({ Check: objectType({ output: objectType({ ok: booleanType }, anyType) }, undefined) }, undefined),
  run: objectType({ id: stringType }, undefined),
}
const looping: ScopeTypes = { ...types, item, index: numberType, names: { order: item } }

function fine(source: string, expected?: ExpectedType, scope = types): void {
  expect({ source, problems: checkExpression(source, scope, expected) }).toEqual({ source, problems: [] })
}

function finds(
  source: string,
  code: string,
  message: string | RegExp,
  part: string,
  expected?: ExpectedType,
  severity = 'error',
): void {
  const problems = checkExpression(source, types, expected)
  expect({ source, problems }).toMatchObject({
    source,
    problems: [
      {
        code,
        severity,
        message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
      },
    ],
  })
  const { start, end } = problems[0]!.range
  expect(source.slice(start, end)).toBe(part)
}

function hasType(source: string, type: string, scope = types): void {
  const checked = inferExpression(source, scope)
  expect({ source, type: describeType(checked.type), problems: checked.problems }).toEqual({
    source,
    type,
    problems: [],
  })
}

describe('names and fields', () => {
  test('what is declared is fine, and of what is open nothing is said', () => {
    fine('input.amount > 10 && state.approved')
    fine('input["first name"]')
    fine('risk_score >= 75 and approved')
    fine('state.anything.at.all')
    fine('whatever')
    fine('steps.Check.output.other')
    fine('input.prices.apple + 1')
    fine('input.prices["apple"] + 1')
    fine('input.prices[input.customer] == 1')
    fine('item.sku == order.sku && index > 0', 'boolean', looping)
    fine('foo.bar', undefined, { input: anyType, state: anyType, steps: anyType, run: anyType })
  })

  test('unknown fields of a closed object are errors, with a suggestion', () => {
    finds('input.amuont > 1', 'FIELD_NOT_FOUND', 'There is no field `amuont`. Did you mean `amount`?', 'amuont')
    finds('input["amuont"] > 1', 'FIELD_NOT_FOUND', 'Did you mean `amount`?', '"amuont"')
    finds('input.zzz', 'FIELD_NOT_FOUND', 'Fields: amount, customer', 'zzz')
    finds('steps.Chek.output', 'FIELD_NOT_FOUND', 'Did you mean `Check`?', 'Chek')
    finds('input.items[0].skuu', 'FIELD_NOT_FOUND', 'Did you mean `sku`?', 'skuu')
    finds('input.items.exists(i, i.skuu == "a")', 'FIELD_NOT_FOUND', 'Did you mean `sku`?', 'skuu')
    finds('{"a": 1}.b', 'FIELD_NOT_FOUND', 'There is no field `b`.', 'b')
    finds('input.maybe.skuu', 'FIELD_NOT_FOUND', 'Did you mean `sku`?', 'skuu')
    finds('{}.b', 'FIELD_NOT_FOUND', /There is no field `b`\.$/, 'b')
    finds('constructor.x + input.constructor', 'FIELD_NOT_FOUND', 'There is no field `constructor`', 'constructor')
  })

  test('the repair is data', () => {
    expect(checkExpression('input.amuont', types)[0]?.fix).toEqual({ range: { start: 6, end: 12 }, text: 'amount' })
    expect(checkExpression('input.zzz', types)[0]).not.toHaveProperty('fix')
  })

  test('what may be there is a warning, and only if it is close to something declared', () => {
    finds(
      'state.risk_scor > 1',
      'FIELD_NOT_FOUND',
      'The field `risk_scor` is not declared. Did you mean `risk_score`?',
      'risk_scor',
      undefined,
      'warning',
    )
    finds(
      'risk_scor > 1',
      'NAME_NOT_FOUND',
      '`risk_scor` is not declared. Did you mean `risk_score`?',
      'risk_scor',
      undefined,
      'warning',
    )
    finds('inputs.x', 'NAME_NOT_FOUND', 'Did you mean `input`?', 'inputs', undefined, 'warning')
  })

  test('names that are certainly not there', () => {
    finds(
      'secrets.TOKEN',
      'NAME_NOT_FOUND',
      'There is no `secrets` here. Secrets are not available in expressions',
      'secrets',
    )
    finds('item.x', 'NAME_NOT_FOUND', '`item` is only available inside', 'item')
    const closed = { ...types, state: objectType({ a: numberType }, undefined) }
    expect(checkExpression('b', closed)).toMatchObject([{ code: 'NAME_NOT_FOUND', severity: 'error' }])
    expect(checkExpression('rum', closed)).toMatchObject([{ message: expect.stringContaining('Did you mean `run`?') }])
  })

  test('what has no fields or elements', () => {
    finds('input.amount.x', 'WRONG_TYPE', 'This is a number, so it has no field `x`', 'input.amount.x')
    finds('input.none.x', 'WRONG_TYPE', 'This is null, so', 'input.none.x')
    finds('input.items.sku', 'WRONG_TYPE', 'This is a list of object', 'input.items.sku')
    finds('input.amount[0]', 'WRONG_TYPE', 'it has no elements', 'input.amount')
    finds('input.items["a"]', 'WRONG_TYPE', 'A list index must be a number, but this is a text', '"a"')
    finds('input[0]', 'WRONG_TYPE', 'A map key must be text, but this is a number', '0')
    fine('input.either[0] == 1')
    fine('state.x[0][input.amount]["a"]')
  })

  test('has() does not ask for what it tests', () => {
    fine('has(state.nope) && has(nope) && has(input.amount) && has(state["x"]) && has(state.x[0])', 'boolean')
    finds(
      'has(input.amuont)',
      'ALWAYS_THE_SAME',
      'always false: there is no field `amuont`. Did you mean `amount`?',
      'amuont',
      undefined,
      'warning',
    )
    finds('has(input["zzz"])', 'ALWAYS_THE_SAME', 'always false', 'has(input["zzz"])', undefined, 'warning')
    finds('has(input.zzz.b)', 'FIELD_NOT_FOUND', 'no field `zzz`', 'zzz')
  })
})

describe('types', () => {
  test('operators', () => {
    hasType('1 + input.amount * 2 - 3.5 / 1 % 2', 'number')
    hasType('"a" + input.customer', 'text')
    hasType('input.tags + ["a"]', 'list of text')
    hasType('input.items + input.items', 'list')
    hasType('input.tags + [1]', 'list')
    hasType('timestamp("x") + duration("1h")', 'timestamp')
    hasType('timestamp("x") - timestamp("y")', 'duration')
    hasType('-input.amount', 'number')
    hasType('state.x + 1', 'any')
    hasType('input.either + 1', 'number')
    hasType('1 < 2 && !(input.amount >= 1) || "a" in input.tags || "k" in input', 'boolean')
    hasType('input.flag ? 1 : "a"', 'number or text')
    hasType('input.flag ? 1 : state.x', 'any')
    hasType('input.note', 'text or null')
    hasType('[1, "a"]', 'list of number or text')
    hasType('[]', 'list')
    hasType('{"a": 1}.a', 'number')
    hasType('{input.customer: 1}.a', 'any')
    hasType('null', 'null')
    hasType('1.5', 'number')
    hasType('item', 'object', looping)
  })

  test('functions and loops', () => {
    hasType('input.customer.split(",")', 'list of text')
    hasType('input.items.size() + size("a")', 'number')
    hasType('timestamp(input.customer).getHours()', 'number')
    hasType('dyn(1)', 'any')
    hasType('input.items.map(i, i.quantity)', 'list of number')
    hasType('input.items.map(i, i.quantity > 1, i.sku)', 'list of text')
    hasType('input.items.filter(i, i.quantity > 1)[0].sku', 'text')
    hasType('input.prices.map(k, k)', 'list of text')
    hasType('state.x.map(k, k)', 'list')
    hasType('[[1]].map(x, x.map(y, x[0] + y))', 'list of list of number')
    hasType('input.items.exists(i, true) && [1].all(x, x > 0) && [1].exists_one(x, x == 1)', 'boolean')
  })

  test('operands that certainly do not go together', () => {
    finds(
      'input.amount + "a"',
      'WRONG_TYPE',
      'between a number and a text. Wrap the value that is not text in `string(…)`',
      'input.amount + "a"',
    )
    finds('"a" + input.amount', 'WRONG_TYPE', 'Wrap the value that is not text in `string(…)`', '"a" + input.amount')
    finds('input.amount - "a"', 'WRONG_TYPE', /text\.$/, 'input.amount - "a"')
    finds('input.flag + 1', 'WRONG_TYPE', 'between a boolean and a number', 'input.flag + 1')
    finds(
      '1 < input.amount < 3',
      'WRONG_TYPE',
      '`<` does not work between a boolean and a number',
      '1 < input.amount < 3',
    )
    finds('input.customer >= 3', 'WRONG_TYPE', '`>=` does not work', 'input.customer >= 3')
    finds('!input.customer', 'WRONG_TYPE', '`!` needs true or false, but this is a text', 'input.customer')
    finds('-input.customer', 'WRONG_TYPE', '`-` needs a number', 'input.customer')
    finds('input.amount && true', 'WRONG_TYPE', '`&&` needs true or false', 'input.amount')
    finds('true || input.amount', 'WRONG_TYPE', '`||` needs true or false', 'input.amount')
    finds('input.amount ? 1 : 2', 'WRONG_TYPE', '`?` needs true or false', 'input.amount')
    finds('1 in input.customer', 'WRONG_TYPE', '`in` works with a list, a map or text', 'input.customer')
    finds('input.amount.map(x, x)', 'WRONG_TYPE', 'Only a list or a map', 'input.amount')
    finds('input.tags.exists(x, x)', 'WRONG_TYPE', '`test` needs true or false', 'x')
    finds('input.amount.contains("a")', 'WRONG_TYPE', '`contains` needs a text, but this is a number', 'input.amount')
    finds('input.customer.contains(1)', 'WRONG_TYPE', '`contains` needs a text', '1')
    finds('size(1)', 'WRONG_TYPE', '`size` needs a text or a list or an object', '1')
    finds('input.customer.getHours()', 'WRONG_TYPE', 'a timestamp or a duration', 'input.customer')
    finds('{1: 2}', 'WRONG_TYPE', 'Map keys must be text', '1')
  })

  test('comparisons that are always the same are warnings', () => {
    finds(
      'input.amount == "a"',
      'ALWAYS_THE_SAME',
      'always false: a number never equals a text',
      'input.amount == "a"',
      undefined,
      'warning',
    )
    finds('input.amount != null', 'ALWAYS_THE_SAME', 'always true', 'input.amount != null', undefined, 'warning')
    fine('input.note == null && input.note != "a" && state.x == 1')
  })

  test('what the place needs', () => {
    fine('input.flag', 'boolean')
    fine('state.x', 'boolean')
    fine('input.items', 'list')
    finds(
      'input.amount',
      'CONDITION_NOT_BOOLEAN',
      'This condition returns a number, but must return true or false.',
      'input.amount',
      'boolean',
    )
    finds('input.amount', 'WRONG_TYPE', 'This returns a number, but a list is needed here.', 'input.amount', 'list')
    finds('input.amount', 'WRONG_TYPE', 'a text is needed', 'input.amount', 'string')
    finds('input.note', 'WRONG_TYPE', 'This returns a text or null, but a number is needed', 'input.note', 'number')
    finds('1 +', 'EXPRESSION_INVALID', 'A value is missing', '+', 'boolean')
  })
})

test('templates are checked at their place', () => {
  const problems = checkTemplate(
    { a: ['x {{ input.amuont }}', '{{ input.amount }}', 'y {{ 1'], b: '{{ input.zzz }}' },
    types,
  )
  expect(problems).toMatchObject([
    { path: ['a', 0], range: { start: 11, end: 17 }, fix: { range: { start: 11, end: 17 }, text: 'amount' } },
    { path: ['a', 2], range: { start: 2, end: 4 }, code: 'EXPRESSION_INVALID' },
    { path: ['b'], range: { start: 9, end: 12 } },
  ])
})

describe('types of schemas', () => {
  const reads = (schema: JsonSchema, type: ValueType) => expect(typeOfSchema(schema)).toEqual(type)

  test('scalars, lists and objects', () => {
    reads({ type: 'integer' }, numberType)
    reads({ type: ['string', 'null'] }, unionType([stringType, nullType]))
    reads({ type: 'string', nullable: true }, unionType([stringType, nullType]))
    reads({ type: 'array', items: { type: 'boolean' } }, listType(booleanType))
    reads({ type: 'array' }, listType(anyType))
    reads({ type: 'array', items: true }, listType(anyType))
    reads({ type: 'object', properties: { a: { type: 'number' } } }, objectType({ a: numberType }, anyType))
    reads(
      { properties: { a: { type: 'number' } }, additionalProperties: false },
      objectType({ a: numberType }, undefined),
    )
    reads({ type: 'object', additionalProperties: { type: 'number' } }, objectType({}, numberType))
    reads({ type: 'object', additionalProperties: false, patternProperties: {} }, objectType({}, anyType))
    reads({ type: 'object', properties: 5 }, objectType({}, anyType))
  })

  test('alternatives and values', () => {
    reads({ anyOf: [{ type: 'number' }, { type: 'null' }] }, unionType([numberType, nullType]))
    reads({ oneOf: [{ type: 'number' }, { type: 'number' }] }, numberType)
    reads({ oneOf: [5] }, anyType)
    reads({ enum: ['a', 'b', null] }, unionType([stringType, nullType]))
    reads({ enum: [] }, anyType)
    reads({ const: { a: 1 } }, objectType({ a: anyType }, undefined))
    reads({ const: [1] }, listType(anyType))
    reads({ const: true }, booleanType)
  })

  test('what is not understood is any value', () => {
    for (const schema of [
      {},
      { $ref: '#' },
      { $dynamicRef: '#' },
      { allOf: [] },
      { if: {} },
      { type: 'date' },
      { type: 5 },
    ])
      reads(schema as JsonSchema, anyType)
    let deep: JsonSchema = { type: 'string' }
    for (let level = 0; level < 1_000; level++) deep = { type: 'array', items: deep }
    expect(describeType(typeOfSchema(deep))).toMatch(/^list of list/)
    expect(typeOfSchema(true)).toEqual(anyType)
    expect(unionType(Array.from({ length: 20 }, () => listType(numberType)))).toEqual(anyType)
    expect(typeOfJson('a')).toEqual(stringType)
  })
})

test('an error of the checks is an error of the run, whatever the data of that type', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'number' },
      b: { type: 'string' },
      c: { type: 'array', items: { type: 'number' } },
      d: { type: ['string', 'null'] },
    },
    additionalProperties: false,
  }
  const scope: ScopeTypes = { input: typeOfSchema(schema), state: anyType, steps: anyType, run: anyType }
  const leaf = fc.constantFrom(
    'input.a',
    'input.b',
    'input.c',
    'input.d',
    'input.e',
    'input',
    '1',
    '"x"',
    'null',
    'true',
    '[1]',
    '{"k": 1}',
  )
  const expression = fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc
        .tuple(tie('any'), fc.constantFrom('+', '-', '<', '==', 'in'), tie('any'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      tie('any').map((one) => `(-${one})`),
      tie('any').map((one) => `${one}.k`),
      tie('any').map((one) => `${one}[0]`),
      tie('any').map((one) => `${one}.map(x, x)`),
      tie('any').map((one) => `size(${one})`),
    ),
  })).any
  const input = fc.record({
    a: fc.integer(),
    b: fc.string(),
    c: fc.array(fc.integer()),
    d: fc.oneof(fc.string(), fc.constant(null)),
  })
  fc.assert(
    fc.property(expression, input, (source, data) => {
      const parsed = parseExpression(source)
      if (!parsed.ok) return
      const errors = checkExpression(source, scope, 'boolean').filter((one) => one.severity === 'error')
      const data_ = { input: data as Json, state: {}, steps: {}, run: {} }
      if (errors.some((one) => one.code !== 'CONDITION_NOT_BOOLEAN')) {
        expect({ source, ok: evaluate(parsed.expression, data_).ok }).toEqual({ source, ok: false })
      }
      if (errors.length > 0) expect(evaluateCondition(parsed.expression, data_).ok).toBe(false)
    }),
    { numRuns: 300 },
  )
})
