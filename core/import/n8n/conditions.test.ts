import { describe, expect, it } from 'vitest'
import { evaluateCondition } from '#core/definition/expression/evaluate/evaluate.ts'
import { parseOnce } from '#core/definition/expression/parse/parse-once.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start } from './testing/flows.ts'

const others = ['Yes', 'No', 'Also'].map(act)

function decide(kind: string, parameters: JsonObject, ...edges: readonly string[]) {
  const result = convert([start, node('Do', kind, parameters), ...others], connect('Start>Do', ...edges))
  return { ...result, routes: (result.step('Do').routes ?? []) as readonly { condition?: string; target: string }[] }
}

const test = (leftValue: Json, operation: string, rightValue: Json = '', type = 'string') => ({
  leftValue,
  rightValue,
  operator: { type, operation },
})
const condition = (...conditions: readonly Json[]) => ({ conditions: { combinator: 'and', conditions } })
const withOptions = (options: JsonObject, ...conditions: readonly Json[]) => ({
  conditions: { combinator: 'and', options, conditions },
})

/** What a condition answers for an input: true, false, or that it cannot tell. */
function answer(source: string, input: Json): boolean | 'failure' {
  const parsed = parseOnce(source)
  if (!parsed.ok) throw new Error(`${source}: ${parsed.message}`)
  const result = evaluateCondition(parsed.expression, { input, state: {}, steps: {}, run: {} })
  return result.ok ? result.value : 'failure'
}

/** For which values of `input.a` the first way of an If is taken; `undefined` stands for a field that is missing. */
function taken(parameters: JsonObject, values: readonly (Json | undefined)[]): readonly unknown[] {
  const source = decide('if', parameters, 'Do>Yes', 'Do:1>No').routes[0]?.condition as string
  return values.map((a) => answer(source, a === undefined ? {} : { a }))
}

describe('a test of n8n is answered as n8n answers it', () => {
  const texts = [undefined, null, '', 'b', 'abc', 'B']
  it.each([
    ['equals', 'b', [false, false, false, true, false, false]],
    ['notEquals', 'b', [true, true, true, false, true, true]],
    ['equals', '', [true, true, true, false, false, false]],
    ['contains', 'b', [false, false, false, true, true, false]],
    ['contains', '', [true, true, true, true, true, true]],
    ['notContains', 'b', [true, true, true, false, false, true]],
    ['startsWith', 'a', [false, false, false, false, true, false]],
    ['notStartsWith', 'a', [true, true, true, true, false, true]],
    ['endsWith', 'c', [false, false, false, false, true, false]],
    ['notEndsWith', 'c', [true, true, true, true, false, true]],
    ['regex', '^b?$', [true, true, true, true, false, false]],
    ['regex', '/^B$/i', [false, false, false, true, false, true]],
    ['notRegex', '/^B$/gi', [true, true, true, false, true, false]],
    ['empty', '', [true, true, true, false, false, false]],
    ['notEmpty', '', [false, false, false, true, true, true]],
    ['exists', '', [false, false, true, true, true, true]],
    ['notExists', '', [true, true, false, false, false, false]],
  ])('for texts: %s "%s"', (operation, right, expected) => {
    expect(taken(condition(test('={{ $json.a }}', operation, right)), texts)).toEqual(expected)
  })

  it('for texts without regard to case, and of other types', () => {
    const loose = { caseSensitive: false, typeValidation: 'loose', version: 2 }
    const paid = withOptions(loose, test('={{ $json.a }}', 'equals', 'PAID'))
    expect(taken(paid, [undefined, null, 'paid', 'Paid', 'open', 5])).toEqual([false, false, true, true, false, false])
    const five = withOptions(loose, test('={{ $json.a }}', 'equals', '5'))
    expect(taken(five, [5, '5', true])).toEqual([true, true, false])
    const pattern = withOptions(loose, test('={{ $json.a }}', 'regex', 'x+'))
    expect(taken(pattern, ['XX', 'y'])).toEqual([true, false])
    const strict = { caseSensitive: true, typeValidation: 'strict' }
    expect(taken(withOptions(strict, test('={{ $json.a }}', 'equals', 'PAID')), ['paid', 'PAID'])).toEqual([
      false,
      true,
    ])
    const umlaut = decide('if', withOptions(loose, test('={{ $json.a }}', 'equals', 'Äh')))
    expect(umlaut.notes).toContainEqual(
      expect.objectContaining({ fate: 'changed', message: expect.stringContaining('A to Z') }),
    )
  })

  it('for a text on the right that an expression gives', () => {
    const same = condition(test('={{ $json.a }}', 'equals', '={{ $json.b }}'))
    const source = decide('if', same).routes[0]?.condition as string
    const inputs = [{}, { a: '' }, { a: 'x' }, { a: 'x', b: 'x' }, { b: null }]
    expect(inputs.map((input) => answer(source, input))).toEqual([true, true, false, true, true])
  })

  const numbers = [undefined, null, 2, 3, 4]
  it.each([
    ['equals', 3, [false, false, false, true, false]],
    ['notEquals', 3, [true, true, true, false, true]],
    ['gt', 3, [false, false, false, false, true]],
    ['gte', 3, [false, false, false, true, true]],
    ['lt', 3, [false, true, true, false, false]],
    ['lte', 3, [false, true, true, true, false]],
    ['lt', -1, [false, false, false, false, false]],
    ['empty', 0, [true, true, false, false, false]],
    ['notEmpty', 0, [false, false, true, true, true]],
  ])('for numbers: %s %d', (operation, right, expected) => {
    expect(taken(condition(test('={{ $json.a }}', operation, right, 'number')), numbers)).toEqual(expected)
    const text = condition(test('={{ $json.a }}', operation, String(right), 'number'))
    expect(taken(text, numbers)).toEqual(expected)
  })

  it('for numbers that are written as texts', () => {
    const loose = (version: number) => ({ typeValidation: 'loose', caseSensitive: true, version })
    const values = [undefined, null, '', '2', '4', 4, 'x']
    const more = (version: number) => withOptions(loose(version), test('={{ $json.a }}', 'gt', '3', 'number'))
    expect(taken(more(2), values)).toEqual([false, false, false, false, true, true, 'failure'])
    expect(taken(more(3), values)).toEqual([false, false, false, false, true, true, 'failure'])
    const less = (version: number) => withOptions(loose(version), test('={{ $json.a }}', 'lt', 3, 'number'))
    expect(taken(less(2), values)).toEqual([false, true, true, true, false, false, 'failure'])
    expect(taken(less(3), values)).toEqual([false, true, true, true, false, false, 'failure'])
    const same = (version: number) => withOptions(loose(version), test('={{ $json.a }}', 'equals', 0, 'number'))
    expect(taken(same(2), [null, '', 0, '0'])).toEqual([false, true, true, true])
    expect(taken(same(3), [null, '', 0, '0'])).toEqual([false, false, true, true])
    const both = withOptions(loose(3), test('={{ $json.a }}', 'gt', '={{ $json.a - 1 }}', 'number'))
    expect(taken(both, [undefined, 3])).toEqual([false, true])
  })

  it.each([
    ['true', '', [false, false, true, false]],
    ['false', '', [true, true, false, true]],
    ['equals', true, [false, false, true, false]],
    ['notEquals', true, [true, true, false, true]],
    ['empty', '', [true, true, false, false]],
  ])('for booleans: %s %s', (operation, right, expected) => {
    const values = [undefined, null, true, false]
    expect(taken(condition(test('={{ $json.a }}', operation, right, 'boolean')), values)).toEqual(expected)
  })

  it('for what is taken for a boolean', () => {
    const loose = (version: number, operation = 'true', right: Json = '') =>
      withOptions({ typeValidation: 'loose', version }, test('={{ $json.a }}', operation, right, 'boolean'))
    const values = [undefined, null, '', 'false', 'yes', 0, 1]
    expect(taken(loose(1), values)).toEqual([false, false, false, true, true, false, true])
    expect(taken(loose(2), values)).toEqual([false, false, false, false, true, false, true])
    expect(taken(loose(2, 'equals', true), ['yes', 0])).toEqual([true, false])
    const made = condition(test('={{ $json.a > 1 || $json.b > 1 }}', 'true', '', 'boolean'))
    expect(taken(made, [undefined, 1, 2])).toEqual([false, false, true])
  })

  it.each([
    ['contains', 'x', [false, false, false, true]],
    ['notContains', 'x', [true, true, true, false]],
    ['empty', '', [true, true, true, false]],
    ['notEmpty', '', [false, false, false, true]],
    ['lengthEquals', 0, [true, true, true, false]],
    ['lengthNotEquals', 0, [false, false, false, true]],
    ['lengthGt', 1, [false, false, false, true]],
    ['lengthGte', 2, [false, false, false, true]],
    ['lengthLt', 1, [true, true, true, false]],
    ['lengthLte', '={{ 1 }}', [true, true, true, false]],
  ])('for lists: %s %s', (operation, right, expected) => {
    const values = [undefined, null, [], ['x', 'y']]
    expect(taken(condition(test('={{ $json.a }}', operation, right, 'array')), values)).toEqual(expected)
  })

  it('for lists without regard to case, and for maps', () => {
    const ignoring = withOptions({ typeValidation: 'strict' }, test('={{ $json.a }}', 'contains', 'X', 'array'))
    expect(taken(ignoring, [['x'], ['y'], undefined])).toEqual([true, false, false])
    const made = withOptions(
      { typeValidation: 'strict' },
      test('={{ $json.a }}', 'contains', '={{ "X" + "y" }}', 'array'),
    )
    expect(taken(made, [['xY'], ['y']])).toEqual([true, false])
    const empty = condition(test('={{ $json.a }}', 'empty', '', 'object'))
    expect(taken(empty, [undefined, null, {}, { x: 1 }])).toEqual([true, true, true, false])
    const filled = condition(test('={{ $json.a }}', 'notEmpty', '', 'object'))
    expect(taken(filled, [undefined, null, {}, { x: 1 }])).toEqual([false, false, false, true])
  })

  it('for instants, of which one that is missing is none', () => {
    const after = condition(test('={{ $json.due }}', 'after', '2027-01-01', 'dateTime'))
    const source = decide('if', after).routes[0]?.condition as string
    const dues = [{}, { due: null }, { due: '2027-01-02' }, { due: '2026-12-31' }, { due: '2027-01-01T01:00:00+02:00' }]
    expect(dues.map((input) => answer(source, input))).toEqual([false, false, true, false, false])
    const written = [
      ['beforeOrEquals', '2027-01-01T12:00'],
      ['afterOrEquals', '2027-01-01 12:00:00.5Z'],
      ['notEquals', '2027-01-01T12:00:00+02:00'],
    ] as const
    for (const [operation, right] of written) {
      const at = condition(test('={{ $json.a }}', operation, right, 'dateTime'))
      expect(taken(at, [undefined, '2027-01-01T12:00:00Z'])).toEqual([false, operation !== 'afterOrEquals'])
    }
    const { problems } = decide('if', condition(test('={{ $json.a }}', 'after', 'tomorrow', 'dateTime')))
    expect(problems).toContain('Do EXPRESSION_INVALID')
  })

  it('for fields within fields, and names with blanks', () => {
    const inner = condition(test("={{ $json.a['first name'].b }}", 'empty'))
    const values = [
      undefined,
      null,
      {},
      { 'first name': null },
      { 'first name': { b: '' } },
      { 'first name': { b: 'x' } },
    ]
    expect(taken(inner, values)).toEqual([true, true, true, true, true, false])
  })

  it.each([
    ['string', 'equal', 'b', [false, false, true, false]],
    ['string', 'notEqual', 'b', [true, true, false, true]],
    ['string', undefined, 'b', [false, false, true, false]],
    ['string', 'isEmpty', '', [true, true, false, false]],
    ['string', 'isNotEmpty', '', [false, false, true, true]],
    ['string', 'contains', 'b', [false, false, true, false]],
    ['string', 'regex', '/B/i', [false, false, true, false]],
  ])('of the first version: %s %s', (type, operation, value2, expected) => {
    const tests = [{ value1: '={{ $json.a }}', value2, ...(operation !== undefined && { operation }) }]
    expect(taken({ conditions: { [type]: tests } }, [undefined, null, 'b', 'c'])).toEqual(expected)
  })

  it('of the first version for numbers and instants, with what is left out', () => {
    const one = (type: string, more: JsonObject) => ({
      conditions: { [type]: [{ value1: '={{ $json.a }}', ...more }] },
    })
    expect(taken(one('number', { value2: 3 }), [undefined, null, 2, 4])).toEqual([true, true, true, false])
    expect(taken(one('number', { operation: 'larger' }), [undefined, 1])).toEqual([false, true])
    expect(taken(one('number', { operation: 'largerEqual', value2: 1 }), [1])).toEqual([true])
    expect(taken(one('number', { operation: 'smallerEqual', value2: 1 }), [1])).toEqual([true])
    expect(taken(one('boolean', {}), [false, true])).toEqual([true, false])
    expect(taken(one('dateTime', { value2: '2027-01-01' }), ['2027-06-01', '2026-01-01'])).toEqual([true, false])
    const two = { string: [{ value1: 'a', operation: 'contains', value2: 'b' }, {}], number: 'none' }
    expect(taken({ conditions: two, combineOperation: 'any' }, [1])).toEqual([true])
    expect(taken({ conditions: two }, [1])).toEqual([false])
  })

  it('alone, together and by other words', () => {
    const a = test('={{ $json.a }}', 'gt', 1, 'number')
    const either = { conditions: { combinator: 'or', conditions: [a, test('={{ $json.a }}', 'lt', -1, 'number')] } }
    expect(taken(either, [0, 2, -2])).toEqual([false, true, true])
    expect(taken(condition(a, test('={{ $json.a }}', 'lt', 3, 'number')), [2, 4])).toEqual([true, false])
    expect(taken({}, [1])).toEqual([true])
    expect(taken({ conditions: { combinator: 'or', conditions: [] } }, [1])).toEqual([false])
    expect(taken({ conditions: { combinator: 'nand', conditions: [a] } }, [2])).toEqual([false])
    const old = {
      conditions: {
        number: [
          { value1: 1, operation: 'equal', value2: 1 },
          { value1: 1, operation: 'equal', value2: 2 },
        ],
      },
    }
    expect(decide('filter', { ...old, combineConditions: 'OR' }).routes[0]?.condition).toBe('1 == 1 || 1 == 2')
  })

  it.each([
    ['string', 'isMoonlit', 'b'],
    ['string', 'regex', '(?=x)'],
    ['number', 'isMoonlit', 1],
    ['number', 'equals', 'many'],
    ['boolean', 'isMoonlit', true],
    ['array', 'isMoonlit', 1],
    ['array', 'lengthGt', 'many'],
    ['object', 'isMoonlit', ''],
    ['dateTime', 'isMoonlit', '2027-01-01'],
    ['moon', 'equals', 'b'],
  ])('which is not known, is kept and has to be mended: %s %s', (type, operation, right) => {
    const { notes, problems } = decide('if', condition(test('={{ $json.a }}', operation, right, type)))
    expect(notes.some(({ fate }) => fate === 'kept')).toBe(true)
    expect(problems).toContain('Do EXPRESSION_INVALID')
  })
})

describe('a node of n8n that chooses', () => {
  const isX = (value: string) => condition(test('={{ $json.a }}', 'equals', value))

  it('by If has two ways, by Filter one', () => {
    expect(decide('if', isX('x'), 'Do>Yes', 'Do:1>No').routes).toEqual([
      { condition: 'has(input.a) && input.a == "x"', target: 'Yes' },
      { target: 'No' },
    ])
    expect(decide('filter', isX('x'), 'Do>Yes').routes.map(({ target }) => target)).toEqual(['Yes', 'END'])
    expect(decide('if', {}).routes).toEqual([{ condition: 'true', target: 'END' }, { target: 'END' }])
  })

  it('may lead to several steps at once', () => {
    const { routes, step } = decide('if', condition(test('={{ $json }}', 'notExists')), 'Do>Yes', 'Do>Also')
    expect(routes).toEqual([{ condition: 'input == null', target: 'Do_0' }, { target: 'END' }])
    expect(step('Do_0')).toMatchObject({ type: 'TRANSFORM', next: ['Yes', 'Also'] })
  })

  it('and is switched off takes the first way', () => {
    const off = node('Do', 'if', isX('x'), { disabled: true })
    const { step, definition } = convert([start, off, ...others], connect('Start>Do', 'Do>Yes', 'Do:1>No'))
    expect(step('Do').routes).toEqual([{ condition: 'true', target: 'Yes' }, { target: 'No' }])
    expect(definition.steps[0]?.when).toBe(undefined)
    const many = node('Do', 'switch', { rules: { values: [isX('x'), isX('y')] } }, { disabled: true })
    expect(convert([start, many, ...others], connect('Start>Do', 'Do>Yes', 'Do:1>No')).step('Do').routes).toEqual([
      { condition: 'true', target: 'Yes' },
      { condition: 'has(input.a) && input.a == "y"', target: 'No' },
      { target: 'END' },
    ])
  })

  it('by Switch has many, and one for what fits none', () => {
    const rules = { values: [isX('x'), { ...isX('y'), outputKey: 'Why', renameOutput: true }] }
    const ways = (options: JsonObject) =>
      decide('switch', { mode: 'rules', rules, options }, 'Do>Yes', 'Do:1>No', 'Do:2>Also').routes
    expect(ways({ fallbackOutput: 'extra' }).map(({ target }) => target)).toEqual(['Yes', 'No', 'Also'])
    expect(ways({ fallbackOutput: 0 }).map(({ target }) => target)).toEqual(['Yes', 'No', 'Yes'])
    expect(ways({}).map(({ target }) => target)).toEqual(['Yes', 'No', 'END'])
    const { notes } = decide('switch', { rules }, 'Do>Yes', 'Do:1>No', 'Do:2>Also')
    expect(notes).toContainEqual(
      expect.objectContaining({ fate: 'lost', message: expect.stringContaining('output 2') }),
    )
    expect(decide('switch', {}).routes).toEqual([{ target: 'END' }])
    expect(decide('switch', { rules: { values: 3 } }).routes).toEqual([{ target: 'END' }])
    expect(decide('switch', { rules: { values: [3] } }).routes).toEqual([{ target: 'END' }])
    expect(decide('switch', { rules: 3, fallbackOutput: -1 }).routes).toEqual([{ target: 'END' }])
  })

  it('by Switch may take all ways that fit', () => {
    const rules = { values: [isX('x'), isX('y')] }
    const options = { allMatchingOutputs: true, fallbackOutput: 'extra' }
    const { step, definition } = decide('switch', { rules, options }, 'Do>Yes', 'Do:1>No', 'Do:2>Also')
    expect(step('Do')).toMatchObject({ type: 'TRANSFORM', next: ['Do_0', 'Do_1', 'Do_otherwise'] })
    const x = 'has(input.a) && input.a == "x"'
    expect(step('Do_0').routes).toEqual([{ condition: x, target: 'Yes' }, { target: 'END' }])
    expect(step('Do_otherwise').routes).toEqual([
      { condition: `!(${x}) && !(has(input.a) && input.a == "y")`, target: 'Also' },
      { target: 'END' },
    ])
    expect(definition.steps.map(({ name }) => name)).toContain('Do_1')
    const none = decide('switch', { options }, 'Do>Yes')
    expect(none.step('Do_otherwise').routes).toEqual([{ condition: 'true', target: 'Yes' }, { target: 'END' }])
  })

  it('by Switch in expression mode takes the output of that number', () => {
    const parameters = { mode: 'expression', numberOutputs: 2, output: '={{ $json.n }}' }
    const { routes } = decide('switch', parameters, 'Do>Yes', 'Do:1>No')
    expect(routes).toEqual([
      { condition: 'input.n == 0', target: 'Yes' },
      { condition: 'input.n == 1', target: 'No' },
      { target: 'END' },
    ])
    const plain = decide('switch', { mode: 'expression', outputsAmount: '2' }, 'Do>Yes')
    expect(plain.routes).toHaveLength(5)
    expect(plain.problems).toContain('Do EXPRESSION_INVALID')
  })

  it('by the first Switch says with each rule where it leads', () => {
    const rules = {
      rules: [
        { value2: 'x', output: 1 },
        { operation: 'notEqual', value2: 'y' },
      ],
    }
    const old = node('Do', 'switch', { dataType: 'string', value1: '={{ $json.a }}', rules, fallbackOutput: 0 })
    const { step } = convert([start, old, ...others], connect('Start>Do', 'Do>Yes', 'Do:1>No'))
    expect(step('Do').routes).toEqual([
      { condition: 'has(input.a) && input.a == "x"', target: 'No' },
      { condition: '!(has(input.a) && input.a == "y")', target: 'Yes' },
      { target: 'Yes' },
    ])
    const later = node(
      'Do',
      'switch',
      { value1: '={{ $json.a }}', rules: { rules: [{}, { value2: 5 }] } },
      { typeVersion: 2 },
    )
    const second = convert([start, later, ...others], connect('Start>Do', 'Do>Yes', 'Do:1>No')).step('Do').routes
    expect(second).toMatchObject([{ target: 'Yes' }, { target: 'No' }, { target: 'END' }])
  })
})
