import { describe, expect, it } from 'vitest'
import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import { type NormalEdge, normalEdges, normalId, settle, withFlow } from './settle.ts'

type Written = Partial<Pick<Step, 'next' | 'dependencies' | 'on_failure'>> & { readonly routes?: readonly string[] }

function define(steps: Readonly<Record<string, Written>>): Definition {
  return {
    workflow_type: 'W',
    saga_enabled: false,
    fail_fast: true,
    timeout_includes_waits: false,
    steps: Object.entries(steps).map(([name, { routes, ...written }]): Step => {
      if (routes === undefined) return { name, type: 'STANDARD', function: 'x', ...written }
      return { name, type: 'DECISION', routes: routes.map((target) => ({ target })), ...written }
    }),
  }
}

/** Settles on edges such as `A>B`, and shows what was written out. */
function check(
  steps: Readonly<Record<string, Written>>,
  edges: string,
  written: Readonly<Record<string, unknown>>,
): void {
  const definition = define(steps)
  const wanted = new Map(
    edges
      .split(' ')
      .filter(Boolean)
      .map((edge): [string, NormalEdge] => {
        const [from = '', to = ''] = edge.split('>')
        return [normalId({ from, to }), { from, to }]
      }),
  )
  const changes = settle(definition, wanted)
  expect(Object.fromEntries(changes.map(({ step, key, names }) => [`${step}.${key}`, names]))).toEqual(written)
  const flow = controlFlow(withFlow(definition, changes))
  expect(new Set(normalEdges(flow).keys())).toEqual(new Set(wanted.keys()))
  expect(flow.roots).toEqual(controlFlow(definition).roots)
}

describe('settling the edges of a definition', () => {
  it('leaves alone what means them already', () => {
    check({ A: {}, B: {} }, 'A>B', {})
  })
  it('cuts a row', () => {
    check({ A: {}, B: {}, C: {} }, 'B>C', { 'A.next': ['END'] })
  })
  it('takes names out, and ends what would fall through then', () => {
    check({ A: { next: ['B', 'C'] }, B: { next: ['END'] }, C: {} }, 'A>B', { 'A.next': ['B'] })
    check({ A: { next: ['C'] }, B: {}, C: {} }, '', { 'A.next': ['END'], 'B.next': ['END'] })
    check({ A: {}, B: { next: ['END'] }, C: { dependencies: ['A', 'B'] } }, 'A>B B>C', { 'C.dependencies': ['B'] })
    check({ A: { next: ['END'] }, B: {}, C: { dependencies: ['A'] } }, '', {
      'B.next': ['END'],
      'C.dependencies': null,
    })
  })
  it('draws by dependencies, beside those by order', () => {
    check({ A: {}, B: {}, C: {} }, 'A>B B>C A>C', { 'C.dependencies': ['B', 'A'] })
    check({ A: {}, B: { next: ['D'] }, C: { dependencies: ['X'] }, D: {} }, 'A>B B>D C>D A>C', {
      'C.dependencies': ['X', 'A'],
      'D.dependencies': ['C'],
    })
  })
  it('draws by next to a root, which dependencies would end', () => {
    check({ A: {}, B: {} }, 'A>B B>A', { 'B.next': ['A'] })
    check({ A: {}, B: {}, C: {}, R: { dependencies: [] } }, 'A>B B>C A>R', { 'A.next': ['B', 'R'] })
    check({ A: {}, B: {}, R: { dependencies: [] } }, 'A>B A>R B>R', { 'A.next': ['B', 'R'], 'B.next': ['R'] })
  })
  it('draws by next from a step that ended its branch', () => {
    check({ A: { next: ['END'] }, B: {}, C: {} }, 'A>C B>C', { 'A.next': ['C'], 'C.dependencies': ['B'] })
  })
  it('draws from a DECISION by dependencies', () => {
    check({ D: { routes: ['A'] }, A: {}, B: { dependencies: ['A'] } }, 'D>B A>B', { 'B.dependencies': ['A', 'D'] })
  })
  it('draws nothing from steps that are not there', () => {
    const definition = define({ A: {} })
    expect(settle(definition, new Map([['x', { from: 'X', to: 'A' }]]))).toEqual([])
    expect(withFlow(definition, [{ step: 'A', key: 'next', names: null }]).steps[0]).not.toHaveProperty('next')
  })
})
