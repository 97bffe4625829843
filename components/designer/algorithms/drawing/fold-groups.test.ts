import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { makeScene } from './scene.ts'
import { isTerminal } from './scene-node.ts'

const text = `workflow_type: Folded
steps:
  - { name: In, type: DECISION, routes: [{ condition: input.a, target: A }, { condition: input.b, target: B }, { default: Out }] }
  - { name: A, function: x.a, next: B }
  - { name: B, function: x.b, on_failure: { target_step: Out }, next: Out }
  - { name: Out, function: x.out }
layout:
  In: [0, 0]
  A: [0, 100]
  B: [200, 200]
  Out: [0, 400]
  group 1: { title: Middle, steps: [A, B, Gone], collapsed: true }
  group 2: { title: Open, steps: [Out] }
  group 3: { title: Nobody, steps: [Gone], collapsed: true }
`
const { definition, layout, groups } = parse(text)
if (definition === null) throw new Error('The text cannot be read.')
const graph = decompile(definition, layout)
/** Start and ends are drawn beside what is tested here. */
const withoutTerminals = ({ level: { nodes, edges }, ...scene }: ReturnType<typeof makeScene>) => ({
  ...scene,
  level: {
    nodes: nodes.filter(({ node }) => !isTerminal(node.of)),
    edges: edges.filter(({ terminal }) => terminal === undefined),
  },
})
const nowhere = { insides: new Map(), positionsIn: () => ({}) }

test('a collapsed group is one node in the middle of its steps, with their edges joined and the gap below it closed', () => {
  const { level, places } = withoutTerminals(makeScene({ graph, positions: {}, groups, ...nowhere }))
  expect(level.nodes.map(({ node, position }) => [node.id, position])).toEqual([
    ['In', { x: 0, y: 0 }],
    ['Out', { x: 0, y: 300 }],
    ['group 1', { x: 100, y: 100 }],
  ])
  expect(level.edges.map(({ source, target, kind, label }) => [source, target, kind, label])).toEqual([
    ['In', 'group 1', 'route', undefined],
    ['In', 'Out', 'route', 'otherwise'],
    ['group 1', 'Out', 'normal', undefined],
    ['group 1', 'Out', 'failure', undefined],
  ])
  expect(places.get('B')).toEqual({ x: 200, y: 200 })
})

test('an edge that stands for one alone keeps its id, so that it can be changed', () => {
  const { level } = withoutTerminals(makeScene({ graph, positions: {}, groups, ...nowhere }))
  const own = new Set(graph.edges.map(({ id }) => id))
  expect(level.edges.filter(({ id }) => own.has(id)).map(({ source, target }) => `${source} ${target}`)).toEqual([
    'In Out',
    'group 1 Out',
    'group 1 Out',
  ])
})

test('without a collapsed group nothing is another', () => {
  const { level } = withoutTerminals(makeScene({ graph, positions: {}, groups: groups.slice(1), ...nowhere }))
  expect(level.edges).toEqual(graph.edges)
  expect(level.nodes).toHaveLength(4)
})

test('a collapsed group has one end for all of its steps that lead there', () => {
  const ending = decompile(
    {
      ...definition,
      steps: definition.steps.map((step) => (step.name === 'In' ? step : ({ ...step, next: ['END'] } as typeof step))),
    },
    layout,
  )
  const { level } = makeScene({ graph: ending, positions: {}, groups, ...nowhere })
  const ends = level.edges.filter(({ terminal }) => terminal === 'end')
  expect(ends.map(({ source }) => source)).toEqual(['group 1', 'Out'])
})
