import { expect, test } from 'vitest'
import type { ParallelStep } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { branchGraph, isBranch, parallelAround } from './branches.ts'
import { decompile } from './decompile.ts'

const parsed = (...steps: readonly string[]) => {
  const { definition, layout } = parse(`workflow_type: A\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`)
  return { steps: definition?.steps ?? [], graph: decompile(definition!, layout) }
}
const graphIn = (keys: string) => branchGraph(parsed(`{ name: P, type: PARALLEL, ${keys} }`).steps[0] as ParallelStep)

test('each task is a branch in the order of the text, a short one as the step that it stands for', () => {
  const { branches, each, join } = graphIn(
    'tasks: [{ name: a, function: a.b }, { name: Ask, type: HUMAN }, { name: c, sub_workflow_type: C, input: { n: 1 } }, { name: d, sub_workflow_type: D }]',
  )
  expect(each).toBeUndefined()
  expect(join).toEqual({ merge: 'SHALLOW', conflict: 'PREFER_NEW', partial: false })
  expect(branches).toEqual([
    { id: 'task:["P","a"]', name: 'a', at: 0, whole: false, step: { name: 'a', type: 'STANDARD', function: 'a.b' } },
    { id: 'Ask', name: 'Ask', at: 1, whole: true, step: { name: 'Ask', type: 'HUMAN' } },
    {
      id: 'task:["P","c"]',
      name: 'c',
      at: 2,
      whole: false,
      step: { name: 'c', type: 'SUB_WORKFLOW', sub_workflow_type: 'C', input: { n: 1 } },
    },
    {
      id: 'task:["P","d"]',
      name: 'd',
      at: 3,
      whole: false,
      step: { name: 'd', type: 'SUB_WORKFLOW', sub_workflow_type: 'D' },
    },
  ])
})

test('branches that share a name have ids of their own', () => {
  const { branches } = graphIn('tasks: [{ name: a }, { name: a }]')
  expect(branches.map(({ id, step }) => [id, step.type])).toEqual([
    ['task:["P","a"]', 'STANDARD'],
    ['task:["P","a",1]', 'STANDARD'],
  ])
  expect(graphIn('allow_partial_success: true, merge_strategy: DEEP')).toEqual({
    branches: [],
    join: { merge: 'DEEP', conflict: 'PREFER_NEW', partial: true },
  })
})

test('over a list there is one branch: the function or the whole step for each item', () => {
  expect(
    graphIn('iterate_over: input.items, task_function: shop.print, batch_size: 3, item_var_name: box'),
  ).toMatchObject({
    each: { list: 'input.items', item: 'box', atOnce: 3 },
    branches: [{ id: 'task:["P"]', name: 'print', at: null, whole: false, step: { function: 'shop.print' } }],
  })
  const whole = graphIn('iterate_over: input.items, task: { name: Ask, type: HUMAN }')
  expect(whole).toMatchObject({ each: { item: 'item', atOnce: 100 }, branches: [{ id: 'Ask', at: null, whole: true }] })
  expect(graphIn('iterate_over: input.items').branches).toMatchObject([{ name: '', whole: false }])
})

test('the PARALLEL step around a branch is found at any depth', () => {
  const { graph, steps } = parsed(
    '{ name: L, type: LOOP, iterate_over: input.a, loop_body: [{ name: P, type: PARALLEL, tasks: [{ name: Ask, type: HUMAN }] }] }',
    '{ name: Q, type: PARALLEL, tasks: [{ name: q, function: a.b }] }',
  )
  expect(parallelAround(graph, 'Ask')?.name).toBe('P')
  expect([isBranch(graph, 'Ask'), isBranch(graph, 'q'), isBranch(graph, 'P')]).toEqual([true, false, false])
  expect(branchGraph(steps[1] as ParallelStep)).toBe(branchGraph(steps[1] as ParallelStep))
})

test('a disabled step is marked in the graph', () => {
  const { graph } = parsed('{ name: A, function: a.b, disabled: true }', '{ name: B, function: a.b }')
  expect(graph.nodes.map(({ disabled }) => disabled)).toEqual([true, undefined])
})
