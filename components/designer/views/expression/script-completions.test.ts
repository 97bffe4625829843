import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { scriptCompletions } from './script-completions.ts'
import { typesInStep } from './step-types.ts'

const { definition } = parse(`workflow_type: A
input_schema: { type: object, properties: { order: { type: object, properties: { total: { type: number } } } } }
steps:
  - { name: Set, type: TRANSFORM, set: { paid: 'true' } }
  - { name: Sum, type: SCRIPT, code: return 1 }
`)
const types = typesInStep(definition as Definition, 'Sum')
const offered = (path: string) => (types === null ? [] : scriptCompletions(path, types).map(({ label }) => label))

it('a script is offered what it is given, and the fields of that', () => {
  expect(offered('in')).toEqual(['input', 'state', 'steps', 'context'])
  expect(offered('input.')).toEqual(['order'])
  expect(offered('input.order.to')).toEqual(['total'])
  expect(offered('state.')).toContain('paid')
  expect(offered('steps.')).toContain('Set')
})

it('the functions of expressions are none of JavaScript, and what is unknown has no fields', () => {
  expect(offered('input.order.total.')).toEqual([])
  expect(offered('nobody.')).toEqual([])
})
