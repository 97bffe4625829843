import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { type Drawn, diffDefinitions } from '#core/graph/diff/diff-definitions.ts'
import { changeWords, listed } from './change-words.ts'
import { diffOverlay, unionGraph } from './diff-graph.ts'

const drawn = (text: string): Drawn => {
  const { definition, layout, groups } = parse(text)
  if (definition === null) throw new Error(text)
  return { definition, layout, groups }
}
const before = drawn(
  'workflow_type: W\nsteps:\n  - { name: A, function: f.a }\n  - { name: B, function: f.b }\n  - { name: C, type: WAIT, duration_seconds: 1 }\nlayout: { A: [0, 0], B: [0, 120], C: [0, 240] }\n',
)
const after = drawn(
  'workflow_type: W\nsteps:\n  - { name: A, function: f.a2 }\n  - { name: C, type: WAIT, duration_seconds: 1 }\n  - { name: D, type: HUMAN, title: D }\nlayout: { A: [0, 0], C: [40, 240], D: [0, 360] }\n',
)
const diff = diffDefinitions(before, after)

test('one graph shows what is there and, in its old place, what is gone', () => {
  const graph = unionGraph(before, after, diff)
  expect(graph.nodes.map(({ id, position }) => [id, position.x, position.y])).toEqual([
    ['A', 0, 0],
    ['C', 40, 240],
    ['D', 0, 360],
    ['B', 0, 120],
  ])
  expect(graph.edges.map(({ source, target }) => `${source}${target}`).toSorted()).toEqual(['AB', 'AC', 'BC', 'CD'])
})

test('an edge that is gone is drawn between steps as they are called now', () => {
  const [start, end] = ['A', 'Z'].map((name, index) =>
    drawn(
      `workflow_type: W\nsteps:\n  - { name: ${name}, function: f.a, timeout_seconds: 5${index === 0 ? ', on_failure: { target_step: B }' : ''} }\n  - { name: B, function: f.b }\n`,
    ),
  ) as [Drawn, Drawn]
  const { edges } = unionGraph(start, end, diffDefinitions(start, end))
  expect(edges.map(({ source, target, kind }) => `${source} ${kind} ${target}`)).toEqual(['Z normal B', 'Z failure B'])
})

test('where two steps would lie on each other, all are arranged anew', () => {
  const moved = { ...after, layout: { ...after.layout, D: [0, 120] as const } }
  expect(unionGraph(before, moved, diff).nodes.every(({ placed }) => !placed)).toBe(true)
})

test('every step says what became of it, and moved is not changed', () => {
  const { nodes, edges } = diffOverlay(diff)
  expect(nodes).toMatchObject({
    A: { tone: 'human', note: '1 field changed' },
    B: { tone: 'failed', word: 'removed' },
    C: { tone: 'async', note: 'moved' },
    D: { tone: 'done', mark: '+', word: 'added' },
  })
  expect(Object.values(edges).toSorted()).toEqual(['gone', 'gone', 'live', 'live'])
})

test('and in words', () => {
  expect(changeWords(diff)).toEqual(['D added', 'B removed', 'A changed', '4 connections changed', 'C moved'])
  expect(changeWords(diffDefinitions(before, before))).toEqual([])
  const grouped = { ...before, groups: [{ id: 'group 1', title: 'Both', steps: ['A', 'B'], collapsed: false }] }
  expect(changeWords(diffDefinitions(before, grouped))).toEqual(['1 group on the canvas changed'])
  expect(listed(['A', 'B', 'C'])).toBe('A, B and C')
})
