import { expect, test } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { decompile } from './decompile.ts'
import { loopBody } from './inner-graph.ts'
import { findEdge, levelsOf, levelWith } from './levels.ts'

const { definition } = parse(`workflow_type: Levels
steps:
  - name: Each
    type: LOOP
    loop_body: [{ name: Price }, { name: Keep }]
  - name: Check
    dynamic_injection:
      rules: [{ condition_key: a, value_match: 1, action: INSERT_AFTER_CURRENT, steps_to_insert: [{ name: Gift }] }]
`)
const graph = decompile(definition as Definition, {})

test('each list of steps is a level, and edges are found on all of them', () => {
  expect(levelsOf(graph).map(({ nodes }) => nodes.map(({ id }) => id))).toEqual([
    ['Each', 'Check'],
    ['Price', 'Keep'],
    ['Gift'],
  ])
  expect(levelWith(graph, 'Gift').nodes).toHaveLength(1)
  expect(levelWith(graph, 'Nobody')).toBe(graph)
  const id = 'normal:["Price","Keep"]'
  expect(findEdge(graph, id)?.target).toBe('Keep')
  expect(findEdge(graph, 'normal:["Keep","Check"]')).toBeUndefined()
})

test('the body of a loop has one graph', () => {
  const [each] = graph.nodes
  if (each?.step.type !== 'LOOP') throw new Error('no loop')
  expect(loopBody(each.step, graph.workflow)).toBe(levelWith(graph, 'Price'))
})
