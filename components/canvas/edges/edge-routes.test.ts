import { expect, test } from 'vitest'
import type { Drawing } from '#components/canvas/expansion/compose-drawing.ts'
import { makeRoom } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import type { SceneNode } from '#components/designer/algorithms/drawing/scene-node.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { createEdgeRoutes, type EdgeRoutes, type EdgeRoutesRequest, routesOf } from './edge-routes.ts'

type Places = Readonly<Record<string, readonly [x: number, y: number]>>

/** Steps in one column, each `from>to` an edge. */
function drawing(places: Places, edges: readonly string[]): Drawing<SceneNode, GraphEdge> {
  return {
    direction: 'down',
    nodes: Object.entries(places).map(([id, [x, y]]) => ({
      node: { id, foreign: false, of: {} as SceneNode['of'] },
      position: { x, y },
      frame: null,
      depth: 0,
      owner: null,
    })),
    edges: edges.map((id) => {
      const [source = '', target = ''] = id.split('>')
      return { id, source, target, kind: 'normal', back: false }
    }),
    opened: [],
    room: makeRoom([], nodeSize),
  }
}

/** A worker that answers when it is told. */
function world() {
  const asked: { readonly request: EdgeRoutesRequest; answer(routes?: EdgeRoutes): Promise<void> }[] = []
  const found: EdgeRoutes[] = []
  const routes = createEdgeRoutes(
    (request) =>
      new Promise((resolve, reject) => {
        const answer = async (known?: EdgeRoutes) => {
          if (known === undefined) reject(new Error('The worker is gone.'))
          else resolve(known)
          await new Promise((done) => setImmediate(done))
        }
        asked.push({ request, answer })
      }),
    (all) => found.push(all),
  )
  return { routes, asked, found }
}

const places: Places = { A: [0, 0], B: [0, 200], C: [0, 400], D: [0, 600] }
const exact = (of: Drawing<SceneNode, GraphEdge>) =>
  routesOf({ nodes: of.nodes, edges: of.edges.map((edge) => ({ ...edge, side: false })) })

test('all ways are found when a workflow is opened, and stay as long as nothing moves', () => {
  const { routes, asked } = world()
  const whole = drawing(places, ['A>C', 'B>D'])
  const opened = routes(whole)
  expect(opened).toEqual(exact(whole))
  expect(opened.get('A>C')?.lane).toBeDefined()
  expect(routes(drawing(places, ['A>C', 'B>D']))).toBe(opened)
  expect(asked).toEqual([])
})

test('an edge that comes gets a way at once, the others keep theirs, and all get new ones behind that', async () => {
  const { routes, asked, found } = world()
  const before = routes(drawing(places, ['A>C', 'B>D']))
  const after = drawing(places, ['A>C', 'B>D', 'A>D'])
  const quick = routes(after)
  expect(quick.get('A>C')).toBe(before.get('A>C'))
  expect(quick.get('A>D')?.lane).toBeDefined()
  expect(asked[0]?.request.edges).toHaveLength(3)
  // What is handed over can be cloned, and has no more than it takes.
  expect(Object.keys(asked[0]?.request.nodes[0]?.node ?? {})).toEqual(['id'])
  await asked[0]?.answer(exact(after))
  expect(found).toEqual([exact(after)])
  expect(routes(after)).toBe(found[0])
})

test('a step that moves takes its edges along, one that goes its own; what was asked before that is not told', async () => {
  const { routes, asked, found } = world()
  routes(drawing(places, ['A>C', 'B>D']))
  const moved = drawing({ ...places, C: [300, 400] }, ['A>C', 'B>D'])
  expect(routes(moved).get('B>D')?.lane).toBeDefined()
  const { C: _, ...left } = places
  const gone = drawing(left, ['B>D'])
  expect([...routes(gone).keys()]).toEqual(['B>D'])
  // One at a time, however quick the edits are.
  expect(asked).toHaveLength(1)
  await asked[0]?.answer(exact(moved))
  expect(found).toEqual([])
  expect(asked).toHaveLength(2)
  await asked[1]?.answer(exact(gone))
  expect(found).toEqual([exact(gone)])
})

test('when everything moves, or the worker is gone, the page itself does what is needed', async () => {
  const { routes, asked, found } = world()
  const many = (by: number) => {
    const names = Array.from({ length: 40 }, (_, index) => `S${index}`)
    const at = Object.fromEntries(names.map((name, index) => [name, [by, index * 90] as const]))
    return drawing(
      at,
      names.slice(1).map((name, index) => `S${index}>${name}`),
    )
  }
  routes(many(0))
  const all = many(500)
  expect(routes(all)).toEqual(exact(all))
  const small = drawing(places, ['A>C'])
  expect(routes(small).get('A>C')?.lane).toBeDefined()
  await asked[0]?.answer()
  expect(found).toEqual([])
})
