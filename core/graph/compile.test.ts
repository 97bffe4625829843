import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { compile } from './compile.ts'
import { decompile } from './decompile.ts'
import type { EdgeKind, Graph, GraphEdge, GraphNode } from './graph.ts'

const workflow = { workflow_type: 'W', saga_enabled: false, fail_fast: true, timeout_includes_waits: false }

function node(id: string, step: Partial<Step> = {}): GraphNode {
  return {
    id,
    step: { type: 'STANDARD', name: id, function: 'x', ...step } as Step,
    position: { x: 0, y: 0 },
    placed: false,
  }
}

function edge(source: string, target: string, kind: EdgeKind = 'normal', label?: string): GraphEdge {
  return { id: `${source}-${target}`, source, target, kind, back: false, ...(label === undefined ? {} : { label }) }
}

function compiled(nodes: GraphNode[], ...edges: GraphEdge[]) {
  const result = compile({ workflow, nodes, edges })
  const steps = result.definition.steps.map(({ name: _name, ...step }) => {
    const { type: _type, function: _function, ...rest } = step as Record<string, unknown>
    return rest
  })
  return { ...result, steps }
}

describe('a graph from elsewhere', () => {
  it('has its edges written out', () => {
    const { steps, problems } = compiled([node('A'), node('B'), node('C')], edge('A', 'C'), edge('A', 'B'))
    expect(steps).toEqual([{}, { next: ['END'] }, { dependencies: ['A'] }])
    expect(problems).toEqual([])
  })
  it('has its routes and failures written out', () => {
    const decision = node('D', {
      type: 'DECISION',
      routes: [
        { condition: 'gone', target: 'A' },
        { condition: 'kept', target: 'B' },
      ],
    })
    const { steps } = compiled(
      [decision, node('A', { on_failure: { target_step: 'B' } }), node('B'), node('C'), node('E')],
      edge('D', 'B', 'route'),
      edge('D', 'C', 'route', 'state.c'),
      edge('D', 'E', 'route'),
      edge('B', 'C', 'failure'),
    )
    expect(steps[0]).toEqual({
      routes: [{ condition: 'kept', target: 'B' }, { condition: 'state.c', target: 'C' }, { target: 'E' }],
    })
    expect(steps[2]).toMatchObject({ on_failure: { target_step: 'C' } })
    expect(steps[1]).not.toHaveProperty('on_failure')
  })
  it('keeps a default, and takes no second one', () => {
    const decision = node('D', { type: 'DECISION', routes: [{ target: 'A' }] })
    const { steps } = compiled([decision, node('A'), node('B')], edge('D', 'A', 'route'), edge('D', 'B', 'route'))
    expect(steps[0]).toEqual({ routes: [{ condition: '', target: 'B' }, { target: 'A' }] })
  })
  it('keeps what already says the same', () => {
    const failing = node('A', { on_failure: { target_step: 'C' } })
    const { definition } = compiled([failing, node('B'), node('C')], edge('A', 'C', 'failure'), edge('C', 'B'))
    expect(definition.steps[0]).toMatchObject({ on_failure: { target_step: 'C' } })
  })
})

describe('problems of a graph', () => {
  it('are told, and what is left is compiled', () => {
    const { definition, layout, problems } = compiled(
      [
        { ...node('A'), step: node('Other').step, placed: true, position: { x: 1, y: 2 } },
        { ...node('A'), placed: true },
        node('END'),
        { ...node('B'), placed: true, position: { x: Number.NaN, y: 0 } },
        { ...node('C'), placed: true, position: { x: 0, y: Number.POSITIVE_INFINITY } },
      ],
      edge('A', 'X'),
      edge('X', 'A'),
      edge('A', 'B', 'route'),
    )
    expect(definition.steps.map((step) => step.name)).toEqual(['A', 'B', 'C'])
    expect(layout).toEqual({ A: [1, 2] })
    expect(problems.map(({ code, at }) => `${code} ${at}`)).toEqual([
      'duplicate_step A',
      'name_reserved END',
      'position_invalid B',
      'position_invalid C',
      'edge_dangling A-X',
      'edge_dangling X-A',
      'edge_not_expressible A-B',
    ])
    expect(problems.at(-1)?.message).toBe('The connection from A to B cannot be saved.')
  })
})

describe('any graph', () => {
  it('compiles without throwing, to edges that were drawn', () => {
    const name = fc.constantFrom('A', 'B', 'C', 'D', 'END', '__proto__', '', 'x y')
    const names = fc.uniqueArray(name, { maxLength: 3 })
    const step = fc.oneof(
      fc.record({ next: names }),
      fc.record({ dependencies: names }),
      fc.record({ on_failure: name.map((target_step) => ({ target_step })) }),
      fc.record({
        type: fc.constant('DECISION' as const),
        routes: fc.array(fc.oneof(fc.record({ target: name }), fc.record({ condition: name, target: name })), {
          maxLength: 3,
        }),
      }),
      fc.constant({}),
    )
    const nodes = fc.array(
      fc.tuple(name, step, fc.double(), fc.boolean()).map(([id, more, x, placed]) => ({
        ...node(id, more as Partial<Step>),
        position: { x, y: -x },
        placed,
      })),
      { maxLength: 6 },
    )
    const kind = fc.constantFrom<EdgeKind>('normal', 'route', 'failure')
    const edges = fc.array(
      fc.tuple(name, name, kind).map((ends) => edge(...ends)),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(nodes, edges, (all, drawn) => {
        const graph: Graph = { workflow, nodes: all, edges: drawn }
        const { definition, layout, problems } = compile(graph)
        const wrong = new Set(problems.map((problem) => problem.at))
        for (const { source, target, kind: drawnKind } of decompile(definition, layout).edges) {
          expect(drawn.some((one) => one.source === source && one.target === target && one.kind === drawnKind)).toBe(
            true,
          )
        }
        const written = decompile(definition, layout).edges
        for (const one of drawn) {
          if (wrong.has(one.id)) continue
          expect(written.some((other) => other.source === one.source && other.target === one.target)).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('decompile', () => {
  it('places what the layout places, labels routes, and marks what closes a circle', () => {
    const { definition, layout } = parse(`workflow_type: W
steps:
  - name: A
    function: x
  - name: D
    type: DECISION
    routes: [{ condition: a, target: A }, { condition: b, target: C }, { default: C }]
  - name: C
    function: x
    on_failure: { target_step: A }
layout: { D: [10, -20] }
`)
    if (definition === null) throw new Error('not readable')
    const graph = decompile(definition, layout)
    expect(graph.nodes.map(({ id, position, placed }) => [id, position, placed])).toEqual([
      ['A', { x: 0, y: 0 }, false],
      ['D', { x: 10, y: -20 }, true],
      ['C', { x: 0, y: 240 }, false],
    ])
    expect(
      graph.edges.map(({ source, target, kind, label, routes, back }) => [source, target, kind, label, routes, back]),
    ).toEqual([
      ['A', 'D', 'normal', undefined, undefined, false],
      ['D', 'A', 'route', 'a', [0], true],
      ['D', 'C', 'route', 'b or otherwise', [1, 2], false],
      ['C', 'A', 'failure', undefined, undefined, true],
    ])
  })
})
