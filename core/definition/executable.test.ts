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

test('a step that runs for each item has an instance for each, alone in its flow', () => {
  const { definition: listed } = parse(`
workflow_type: Each
steps:
  - name: P
    type: PARALLEL
    iterate_over: input.items
    task: { name: Ask, type: HUMAN }
  - { name: Q, type: PARALLEL, tasks: [{ name: T, type: HUMAN }] }
`)
  const each = executable(listed!)
  expect(each.steps.map(({ name }) => name)).toEqual(['P', 'Q', 'T'])
  expect(each.repeated.map(({ name }) => name)).toEqual(['Ask'])
  expect(each.instanceOf('Ask', 3)).toBe('Ask[3]')
  expect(each.step('Ask[3]')).toMatchObject({ name: 'Ask[3]', type: 'HUMAN' })
  expect(each.step('Ask').name).toBe('Ask')
  expect(each.flowOf('Ask[3]').roots).toEqual(['Ask[3]'])
  expect(['Ask[3]', 'Ask[03]', 'Ask[x]', 'Ask[', 'Ask', 'T'].map(each.has)).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
  ])
  expect(['Ask[12]', 'T', 'Gone'].map(each.itemOf)).toEqual([12, undefined, undefined])
  expect([each.containerOf('Ask[0]')?.name, each.containerOf('T')?.name, each.containerOf('P')]).toEqual([
    'P',
    'Q',
    undefined,
  ])
  expect(each.placeOf('Ask[0]')).toBeLessThan(each.placeOf('Q'))
})

test('a step for each item without a list has no instances: it never runs', () => {
  const { definition: listless } = parse(`
workflow_type: Each
steps:
  - { name: P, type: PARALLEL, task: { name: Ask, type: HUMAN } }
`)
  const each = executable(listless!)
  expect(each.steps.map(({ name }) => name)).toEqual(['P'])
  expect(each.repeated).toEqual([])
  expect(['Ask', 'Ask[0]'].map(each.has)).toEqual([false, false])
})

test('a step whose name looks like an instance keeps its name, and the instances get another form', () => {
  const { definition: alike } = parse(`
workflow_type: Each
steps:
  - { name: "Ask[0]", function: a.b }
  - { name: P, type: PARALLEL, iterate_over: input.items, task: { name: Ask, type: HUMAN } }
`)
  const each = executable(alike!)
  expect(each.instanceOf('Ask', 0)).toBe('Ask[[0]]')
  expect([each.step('Ask[0]').type, each.step('Ask[[0]]').type]).toEqual(['STANDARD', 'HUMAN'])
  expect(each.itemOf('Ask[0]')).toBeUndefined()
})
