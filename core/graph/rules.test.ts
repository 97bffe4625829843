import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { decompile } from './decompile.ts'
import type { Graph } from './graph.ts'
import {
  canBeName,
  canConnect,
  canLeadOn,
  canReconnect,
  canRemove,
  canRename,
  defaultKind,
  hasEdge,
  validTargets,
} from './rules.ts'

function graphOf(text: string): Graph {
  const { definition, layout } = parse(text)
  if (definition === null) throw new Error(text)
  return decompile(definition, layout)
}

const graph = graphOf(`workflow_type: Rules
steps:
  - name: A
    function: x
    on_failure: { target_step: F }
  - name: B
    function: x
  - name: D
    type: DECISION
    routes: [{ condition: a, target: A }, { condition: b, target: C }, { default: C }]
  - name: C
    function: x
  - name: E
    function: x
    next: END
  - name: F
    function: x
`)

describe('canConnect', () => {
  it.each([
    ['C', 'F', 'normal'],
    ['D', 'E', 'route'],
    ['B', 'A', 'failure'],
    ['B', 'A', 'normal'],
  ] as const)('%s to %s, %s: yes', (from, to, kind) => {
    expect(canConnect(graph, from, to, kind)).toEqual({ allowed: true })
  })
  it.each([
    ['X', 'A', 'normal', 'There is no step X.'],
    ['A', 'X', 'normal', 'There is no step X.'],
    ['A', 'A', 'normal', 'A step cannot lead to itself.'],
    ['A', 'C', 'route', 'Only a DECISION has routes; A is not one.'],
    ['D', 'E', 'normal', 'D is a DECISION: draw a route instead.'],
    ['A', 'B', 'failure', 'A already has a failure connection.'],
    ['A', 'B', 'normal', 'A already leads to B.'],
    ['D', 'C', 'route', 'D already leads to C.'],
    [
      'E',
      'C',
      'normal',
      'Connecting E to C would create an endless loop. Add a DECISION or a failure connection that leaves it.',
    ],
  ] as const)('%s to %s, %s: %s', (from, to, kind, reason) => {
    expect(canConnect(graph, from, to, kind)).toEqual({ allowed: false, reason })
  })
})

describe('the rest of the rules', () => {
  it('name what an edge may begin at and lead to', () => {
    expect(canLeadOn(graph, 'D', 'route').allowed).toBe(true)
    expect(defaultKind(graph, 'D')).toBe('route')
    expect(defaultKind(graph, 'A')).toBe('normal')
    expect(defaultKind(graph, 'X')).toBe('normal')
    expect(validTargets(graph, 'D', 'route')).toEqual(['B', 'E', 'F'])
  })
  it('let an edge be moved where it does not stand in its own way', () => {
    const edge = { from: 'A', to: 'F', kind: 'failure' } as const
    expect(canReconnect(graph, edge, 'A', 'E').allowed).toBe(true)
    expect(canReconnect(graph, { ...edge, to: 'E' }, 'A', 'F')).toMatchObject({
      reason: 'That connection no longer exists.',
    })
    expect(hasEdge(graph, edge)).toBe(true)
  })
  it('let steps be removed that are there', () => {
    expect(canRemove(graph, ['A', 'B']).allowed).toBe(true)
    expect(canRemove(graph, [])).toMatchObject({ reason: 'Nothing is selected.' })
    expect(canRemove(graph, ['A', 'X'])).toMatchObject({ reason: 'There is no step X.' })
  })
  it('let a step have a name that nobody has', () => {
    expect(canRename(graph, 'A', 'Z').allowed).toBe(true)
    expect(canRename(graph, 'A', 'A').allowed).toBe(true)
    expect(canRename(graph, 'A', 'B')).toMatchObject({ reason: 'A step named B already exists.' })
    expect(canRename(graph, 'X', 'B')).toMatchObject({ reason: 'There is no step X.' })
    expect(canBeName('a b').allowed).toBe(true)
    expect(canBeName('').allowed).toBe(false)
    expect(canBeName('__proto__').allowed).toBe(false)
  })
})
