import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start } from './testing/flows.ts'

describe('a node of n8n that chooses', () => {
  const decide = (kind: string, parameters: JsonObject, ...edges: readonly string[]) => {
    const others = ['Yes', 'No', 'Also'].map(act)
    const result = convert([start, node('Do', kind, parameters), ...others], connect('Start>Do', ...edges))
    return { ...result, routes: result.step('Do').routes as readonly { condition?: string; target: string }[] }
  }
  const test = (leftValue: Json, operation: string, rightValue: Json = '') => ({
    leftValue,
    rightValue,
    operator: { type: 'string', operation },
  })
  const condition = (...conditions: readonly Json[]) => ({ conditions: { combinator: 'and', conditions } })

  it('by If has two ways', () => {
    const { routes } = decide(
      'if',
      condition(test('={{ $json.a }}', 'gt', 3), test('={{ $json.b }}', 'exists')),
      'Do>Yes',
      'Do:1>No',
    )
    expect(routes).toEqual([{ condition: 'input.a > 3 && has(input.b)', target: 'Yes' }, { target: 'No' }])
  })

  it('may lead nowhere, or to several steps at once', () => {
    const { routes, step } = decide('if', condition(test('={{ $json }}', 'notExists')), 'Do>Yes', 'Do>Also')
    expect(routes).toEqual([{ condition: 'input == null', target: 'Do_0' }, { target: 'END' }])
    expect(step('Do_0')).toMatchObject({ type: 'TRANSFORM', next: ['Yes', 'Also'] })
  })

  it('by the first If and with other words for it', () => {
    const conditions = { string: [{ value1: 'a', operation: 'contains', value2: 'b' }, {}], number: 'none' }
    const { routes } = decide('if', { conditions, combineOperation: 'any' }, 'Do>Yes')
    expect(routes[0]?.condition).toBe('"a".contains("b") || "" == ""')
    expect(decide('if', {}).routes).toEqual([{ condition: 'true', target: 'END' }, { target: 'END' }])
    expect(decide('if', condition(3, { operator: 3 })).routes[0]?.condition).toBe('"" == "" && "" == ""')
  })

  it.each([
    ['equal', 'input.a == "b"'],
    ['equals', 'input.a == "b"'],
    ['notEqual', 'input.a != "b"'],
    ['notEquals', 'input.a != "b"'],
    ['notContains', '!input.a.contains("b")'],
    ['startsWith', 'input.a.startsWith("b")'],
    ['notStartsWith', '!input.a.startsWith("b")'],
    ['endsWith', 'input.a.endsWith("b")'],
    ['notEndsWith', '!input.a.endsWith("b")'],
    ['regex', 'input.a.matches("b")'],
    ['notRegex', '!input.a.matches("b")'],
    ['larger', 'input.a > "b"'],
    ['gte', 'input.a >= "b"'],
    ['largerEqual', 'input.a >= "b"'],
    ['lt', 'input.a < "b"'],
    ['smaller', 'input.a < "b"'],
    ['lte', 'input.a <= "b"'],
    ['smallerEqual', 'input.a <= "b"'],
    ['true', 'input.a == true'],
    ['false', 'input.a == false'],
    ['empty', 'size(input.a) == 0'],
    ['isEmpty', 'size(input.a) == 0'],
    ['notEmpty', 'size(input.a) > 0'],
    ['isNotEmpty', 'size(input.a) > 0'],
    ['notExists', '!has(input.a)'],
  ])('compares by %s', (operation, meant) => {
    expect(decide('if', condition(test('={{ $json.a }}', operation, 'b'))).routes[0]?.condition).toBe(meant)
  })

  it('keeps together what stands on either side', () => {
    const either = test('={{ $json.a == 1 || $json.b == 2 }}', 'true')
    const { routes } = decide('if', condition(either, test('={{ $json.c }}', 'gt', '={{ $json.d + 1 }}')), 'Do>Yes')
    expect(routes[0]?.condition).toBe('(input.a == 1 || input.b == 2) == true && input.c > (input.d + 1)')
    const exists = test('={{ $json.a + 1.5 }}', 'exists')
    expect(decide('if', condition(exists)).routes[0]?.condition).toBe('(input.a + 1.5) != null')
  })

  it('and is switched off takes the first way', () => {
    const others = ['Yes', 'No'].map(act)
    const off = node('Do', 'if', condition(test('={{ $json.a }}', 'gt', 3)), { disabled: true })
    const { step, definition } = convert([start, off, ...others], connect('Start>Do', 'Do>Yes', 'Do:1>No'))
    expect(step('Do').routes).toEqual([{ condition: 'true', target: 'Yes' }, { target: 'No' }])
    expect(definition.steps[0]?.when).toBe(undefined)
    const values = [condition(test('a', 'equals', 'x')), condition(test('a', 'equals', 'y'))]
    const many = node('Do', 'switch', { rules: { values } }, { disabled: true })
    expect(convert([start, many, ...others], connect('Start>Do', 'Do>Yes', 'Do:1>No')).step('Do').routes).toEqual([
      { condition: 'true', target: 'Yes' },
      { condition: '"a" == "y"', target: 'No' },
      { target: 'END' },
    ])
  })

  it('in a way that is not known, says so', () => {
    expect(decide('if', condition(test('={{ $json }}', 'exists'))).routes[0]?.condition).toBe('input != null')
    const { notes, problems } = decide('if', condition(test('={{ $json.a }}', 'isMoonlit', 'b')))
    expect(notes.some(({ fate }) => fate === 'kept')).toBe(true)
    expect(problems).toContain('Do EXPRESSION_INVALID')
  })

  it('by Filter goes on or ends', () => {
    const { routes } = decide('filter', condition(test('={{ $json.a }}', 'true')), 'Do>Yes')
    expect(routes).toEqual([{ condition: 'input.a == true', target: 'Yes' }, { target: 'END' }])
  })

  it('by Switch has many', () => {
    const values = [condition(test('={{ $json.a }}', 'equals', 'x')), condition(test('={{ $json.a }}', 'equals', 'y'))]
    const present = decide(
      'switch',
      { rules: { values }, options: { fallbackOutput: 'extra' } },
      'Do>Yes',
      'Do:1>No',
      'Do:2>Also',
    )
    expect(present.routes.map(({ target }) => target)).toEqual(['Yes', 'No', 'Also'])
    const rules = {
      rules: [{ value2: 'x', output: 1 }, { operation: 'larger', value2: 100 }, { output: 0 }],
    }
    const first = decide('switch', { value1: '={{ $json.a }}', rules, fallbackOutput: 0 }, 'Do>Yes', 'Do:1>No')
    expect(first.routes).toEqual([
      { condition: 'input.a == "x"', target: 'No' },
      { condition: 'input.a > 100', target: 'No' },
      { condition: 'input.a == ""', target: 'Yes' },
      { target: 'Yes' },
    ])
    expect(decide('switch', {}).routes).toEqual([{ target: 'END' }])
    expect(decide('switch', { rules: { values: 3 } }).routes).toEqual([{ target: 'END' }])
    expect(decide('switch', { rules: 3, fallbackOutput: -1 }).routes).toEqual([{ target: 'END' }])
  })
})
