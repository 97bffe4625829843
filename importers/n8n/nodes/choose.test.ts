import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { condition, decide, others, test } from '../testing/decisions.ts'
import { connect, convert, node, start } from '../testing/flows.ts'

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
    const without = decide('switch', { rules, options: { allMatchingOutputs: true } }, 'Do>Yes', 'Do:1>No')
    expect(without.step('Do').next).toEqual(['Do_0', 'Do_1'])
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
    const unchanged = node('Do', 'switch', { mode: 'expression' }, { typeVersion: 3 })
    const { step, notes } = convert([start, unchanged, ...others], connect('Start>Do', 'Do:3>Yes'))
    expect(step('Do').routes).toHaveLength(5)
    expect(notes).toContainEqual(
      expect.objectContaining({ message: 'n8n fails if the number is not one of its outputs; here the run ends.' }),
    )
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
      { value1: '={{ $json.a }}', rules: { rules: [{}, { value2: 5, output: 'second' }] } },
      { typeVersion: 2 },
    )
    const second = convert([start, later, ...others], connect('Start>Do', 'Do>Yes', 'Do:1>No')).step('Do').routes
    expect(second).toMatchObject([{ target: 'Yes' }, { target: 'No' }, { target: 'END' }])
  })
})
