import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { answer, condition, decide, taken, test, withOptions } from '../testing/decisions.ts'

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

  it('for a missing field within what an expression makes up', () => {
    const made = (operation: string, right: Json, type = 'string') =>
      condition(test('={{ "a" + $json.a }}', operation, right, type))
    expect(taken(made('notExists', ''), [undefined, 'b'])).toEqual([true, false])
    expect(taken(made('equals', 'ab'), [undefined, 'b'])).toEqual([false, true])
    const name = condition(test('={{ $workflow.name }}', 'regex', '={{ $json.a }}'))
    expect(decide('if', name).routes[0]?.condition).toBe(
      'run.workflow.matches((has(input.a) && input.a != null ? input.a : ""))',
    )
  })

  it('for a right side that is null, empty or another field', () => {
    const values = [undefined, null, '', 'x']
    for (const right of [null, '=']) {
      expect(taken(condition(test('={{ $json.a }}', 'equals', right)), values)).toEqual([true, true, true, false])
    }
    expect(taken(condition(test('={{ $json.a }}', 'equals', '=x')), values)).toEqual([false, false, false, true])
    expect(taken(condition(test('={{ $json.a }}', 'equals', '={{ "x" }}')), values)).toEqual([
      false,
      false,
      false,
      true,
    ])
    const same = withOptions(
      { caseSensitive: false, typeValidation: 'strict' },
      test('={{ $json.a }}', 'equals', '={{ $json.b }}'),
    )
    const source = decide('if', same).routes[0]?.condition as string
    expect([{ a: 'X', b: 'x' }, { a: 'X', b: 'y' }, {}].map((input) => answer(source, input))).toEqual([
      true,
      false,
      true,
    ])
    const order = decide('if', condition(test(5, 'gt', '={{ $json.b }}', 'number'))).routes[0]?.condition as string
    expect([{ b: 4 }, { b: 6 }, { b: null }, {}].map((input) => answer(order, input))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('without an operator compares texts, and what is no test is left out', () => {
    const bare = { leftValue: '={{ $json.a }}', rightValue: 'b' }
    expect(taken(condition(bare), ['b', 'c'])).toEqual([true, false])
    const old = { conditions: { string: ['none', { value1: '={{ $json.a }}', value2: 'b' }] } }
    expect(taken(old, ['b', 'c'])).toEqual([true, false])
  })

  it.each([test('={{ $now }}', 'equals', 'b'), test('={{ $json.a }}', 'equals', '={{ $now }}')])(
    'of an expression that is not certain is kept as it was: %j',
    (unsure) => {
      const { notes, routes } = decide('if', condition(unsure))
      expect(routes[0]?.condition).toContain('$now')
      expect(notes).toContainEqual(
        expect.objectContaining({ fate: 'kept', message: expect.stringContaining('`$now`') }),
      )
    },
  )

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
