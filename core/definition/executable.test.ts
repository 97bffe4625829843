import { expect, test } from 'vitest'
import { executable } from './executable.ts'
import { parse } from './parse.ts'

const { definition } = parse(`
workflow_type: Poll
steps:
  - name: Again
    type: LOOP
    mode: WHILE
    while_condition: state.open
    max_iterations: 3
    loop_body:
      - { name: Ask, function: carrier.ask }
  - { name: Done, function: carrier.done }
`)
const poll = executable(definition!)

test('steps are found by name, in loops too', () => {
  expect(poll.step('Done').type).toBe('STANDARD')
  expect(poll.step('Ask').name).toBe('Ask')
  expect(() => poll.step('toString')).toThrow('Poll has no step toString')
})

test('the flow is that of the list itself', () => {
  expect(poll.flow.edges.map(({ from, to }) => [from, to])).toEqual([['Again', 'Done']])
})

test('an expression is parsed once', () => {
  const first = poll.expression('state.open')
  expect(first.ok).toBe(true)
  expect(poll.expression('state.open')).toBe(first)
  expect(poll.expression('state.(').ok).toBe(false)
})

test('of two steps with one name the first is meant', () => {
  const [again, done] = definition!.steps
  const twice = executable({ ...definition!, steps: [again!, done!, { ...done!, name: 'Ask' }] })
  expect(twice.step('Ask')).toMatchObject({ function: 'carrier.ask' })
})
