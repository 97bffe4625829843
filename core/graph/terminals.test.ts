import { describe, expect, it } from 'vitest'
import { parse } from '../definition/parse.ts'
import { decompile } from './decompile.ts'
import { edgeRef, type Graph, type GraphEdge } from './graph.ts'
import { findEdge } from './levels.ts'
import { endIdOf, innerTerminals, rememberTerminals, startId, terminalsOf } from './terminals.ts'

function graphOf(steps: string): Graph {
  const { definition, layout } = parse(`workflow_type: T\nsteps:\n${steps}`)
  return decompile(definition as NonNullable<typeof definition>, layout)
}

const drawn = (graph: Graph) => {
  const { starts, ends } = terminalsOf(graph)
  return {
    starts: starts.map(({ target }) => target),
    ends: ends.map(({ source, kind, label }) => (label === undefined ? `${source} ${kind}` : `${source} ${label}`)),
  }
}

describe('terminalsOf', () => {
  it('begins at the first step and at those that wait for nobody, and ends where nothing follows', () => {
    const graph = graphOf(`
  - { name: A, function: x.a, next: END }
  - { name: B, function: x.b, dependencies: [], on_failure: { target_step: C } }
  - { name: C, function: x.c, dependencies: [A, B] }`)
    expect(drawn(graph)).toEqual({ starts: ['A', 'B'], ends: ['C normal'] })
    expect(terminalsOf(graph)).toBe(terminalsOf(graph))
  })

  it('has a failure edge beside the normal way to the end', () => {
    const graph = graphOf(`
  - { name: A, function: x.a, next: END, on_failure: { target_step: B } }
  - { name: B, function: x.b }`)
    expect(drawn(graph)).toEqual({ starts: ['A'], ends: ['A normal', 'B normal'] })
  })

  it('has the routes of a decision that lead to the end, with their conditions; without them no end', () => {
    const graph = graphOf(`
  - name: Gate
    type: DECISION
    routes:
      - { condition: state.x, target: END }
      - { condition: state.y, target: A }
      - { default: END }
  - { name: A, type: DECISION, routes: [{ condition: state.x, target: Gate }] }`)
    expect(drawn(graph)).toEqual({ starts: ['Gate'], ends: ['Gate state.x or otherwise'] })
    expect(terminalsOf(graph).ends[0]?.routes).toEqual([0, 2])
    expect(innerTerminals(terminalsOf(graph))).toEqual({ starts: [], ends: terminalsOf(graph).ends })
  })

  it('begins and ends nowhere in a circle that waits for itself, and in an empty graph', () => {
    expect(drawn(graphOf('  - { name: A, function: x.a, dependencies: [B] }\n  - { name: B, function: x.b }'))).toEqual(
      {
        starts: [],
        ends: [],
      },
    )
    expect(terminalsOf({ ...graphOf('  - { name: A, function: x.a }'), nodes: [], edges: [] })).toEqual({
      starts: [],
      ends: [],
    })
  })

  it('has edges that the text writes as END', () => {
    const graph = graphOf('  - { name: A, function: x.a }')
    const { starts, ends } = terminalsOf(graph)
    expect(starts[0]?.source).toBe(startId)
    expect(ends[0]?.target).toBe(endIdOf('A'))
    expect(edgeRef(ends[0] as GraphEdge)).toEqual({ from: 'A', to: 'END', kind: 'normal' })
    expect(edgeRef(starts[0] as GraphEdge).to).toBe('A')
  })

  it('keeps what is known of a graph made from another one', () => {
    const graph = graphOf('  - { name: A, function: x.a }')
    const none = { starts: [], ends: [] }
    expect(terminalsOf(rememberTerminals({ ...graph }, none))).toBe(none)
    expect(findEdge(graph, terminalsOf(graph).ends[0]?.id ?? '')).toBe(terminalsOf(graph).ends[0])
  })
})
