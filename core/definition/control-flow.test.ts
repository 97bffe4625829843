import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { controlFlow, flowOf } from './control-flow.ts'
import type { Definition, Step } from './definition.ts'

const step = (name: string, fields: object = {}): Step =>
  ({ name, type: 'STANDARD', function: 'a.b', ...fields }) as Step
const decision = (name: string, ...routes: readonly (string | [condition: string, target: string])[]): Step => ({
  name,
  type: 'DECISION',
  routes: routes.map((route) =>
    typeof route === 'string' ? { target: route } : { condition: route[0], target: route[1] },
  ),
})
const failure = (target_step: string) => ({ on_failure: { target_step } })

/** Edges as `A -> B`, with their kind where it is not order, `*` on back edges. */
const edges = (...steps: readonly Step[]) =>
  flowOf(steps).edges.map(
    ({ from, to, kind, routes, back }) =>
      `${from} -> ${to}${kind === 'order' ? '' : ` ${kind}`}${routes ? ` ${routes}` : ''}${back ? ' *' : ''}`,
  )
const roots = (...steps: readonly Step[]) => flowOf(steps).roots
const problems = (...steps: readonly Step[]) => flowOf(steps).problems.map(({ code, step: at }) => `${code} ${at}`)

describe('rule 1: the routes of a DECISION are its outgoing edges', () => {
  test('in their order, several to one target are one edge', () => {
    expect(edges(decision('D', ['x', 'A'], ['y', 'B'], 'A'), step('A', { next: ['END'] }), step('B'))).toEqual([
      'D -> A route 0,2',
      'D -> B route 1',
    ])
  })

  test('a route to END is no edge', () => {
    expect(edges(decision('D', ['x', 'A'], 'END'), step('A'))).toEqual(['D -> A route 0'])
  })

  test('a route to a step that is not there is no edge', () => {
    expect(edges(decision('D', ['x', 'Nowhere'], 'A'), step('A'))).toEqual(['D -> A route 1'])
  })
})

describe('rule 2: next is an edge, or several, or the end', () => {
  test('to one step', () => {
    expect(edges(step('A', { next: ['C'] }), step('B', { next: ['END'] }), step('C'))).toEqual(['A -> C next'])
  })

  test('to several, in text order', () => {
    expect(edges(step('A', { next: ['C', 'B'] }), step('B', { next: ['END'] }), step('C'))).toEqual([
      'A -> B next',
      'A -> C next',
    ])
  })

  test('END ends the branch: what is below does not follow', () => {
    expect(edges(step('A', { next: ['END'] }), step('B'))).toEqual([])
  })

  test('an empty list leads nowhere either', () => {
    expect(edges(step('A', { next: [] }), step('B'))).toEqual([])
  })
})

describe('rule 3: dependencies are edges', () => {
  test('from each of them', () => {
    expect(
      edges(
        step('A', { next: ['B', 'C'] }),
        step('B', { next: ['END'] }),
        step('C', { next: ['END'] }),
        step('D', { dependencies: ['B', 'C'] }),
      ),
    ).toEqual(['A -> B next', 'A -> C next', 'B -> D dependency', 'C -> D dependency'])
  })

  test('one on a DECISION that routes here adds nothing', () => {
    expect(edges(decision('D', ['x', 'A'], 'END'), step('A', { dependencies: ['D'] }))).toEqual(['D -> A route 0'])
  })

  test('one on a DECISION that does not route here is an edge that is always taken', () => {
    expect(edges(decision('D', ['x', 'A'], 'END'), step('A'), step('B', { dependencies: ['D'] }))).toEqual([
      'D -> A route 0',
      'D -> B dependency',
    ])
  })

  test('one on a step whose next leads here adds nothing', () => {
    expect(edges(step('A', { next: ['B'] }), step('B', { dependencies: ['A'] }))).toEqual(['A -> B next'])
  })

  test('an empty list makes a root', () => {
    expect(roots(step('A'), step('B', { dependencies: [] }))).toEqual(['A', 'B'])
    expect(edges(step('A'), step('B', { dependencies: [] }))).toEqual([])
  })

  test('on a step that is not there: no edge', () => {
    expect(edges(step('A'), step('B', { dependencies: ['Nowhere'] }))).toEqual([])
  })
})

describe('rule 4: otherwise a step follows the one above it', () => {
  test('so that a plain list falls through, and its first step is the root', () => {
    expect(edges(step('A'), step('B'), step('C'))).toEqual(['A -> B', 'B -> C'])
    expect(roots(step('A'), step('B'), step('C'))).toEqual(['A'])
  })

  test('not when the one above is a DECISION', () => {
    expect(edges(decision('D', 'B'), step('A'), step('B'))).toEqual(['D -> B route 0', 'A -> B'])
  })

  test('not when the one above has next', () => {
    expect(edges(step('A', { next: ['C'] }), step('B'), step('C', { dependencies: [] }))).toEqual(['A -> C next'])
  })

  test('not when it has dependencies itself', () => {
    expect(edges(step('A'), step('B'), step('C', { dependencies: ['A'] }))).toEqual(['A -> B', 'A -> C dependency'])
  })

  test('not when some next names it', () => {
    expect(edges(step('A', { next: ['C'] }), step('B'), step('C'))).toEqual(['A -> C next'])
  })

  test('not when some on_failure names it: a handler under the last normal step does not run on success', () => {
    expect(edges(step('A', failure('C')), step('B'), step('C'))).toEqual(['A -> B', 'A -> C failure'])
  })

  test('being the target of a route does not count', () => {
    expect(edges(decision('D', ['x', 'B'], 'A'), step('A'), step('B'))).toEqual([
      'D -> A route 1',
      'D -> B route 0',
      'A -> B',
    ])
  })

  test('the first step is a root even when a later one leads back to it', () => {
    expect(roots(step('A'), decision('D', ['x', 'A'], 'END'))).toEqual(['A'])
  })

  test('the first step with dependencies waits for them', () => {
    expect(roots(step('A', { dependencies: ['B'] }), step('B', { dependencies: [] }))).toEqual(['B'])
  })

  test('of two steps with one name the first is meant', () => {
    expect(problems(decision('A', ['x', 'A']), step('A'))).toEqual(['ENDLESS_LOOP A'])
    const flow = flowOf([step('A'), step('B'), step('A')])
    expect(flow.order).toEqual(
      new Map([
        ['A', 0],
        ['B', 1],
      ]),
    )
  })
})

describe('failure edges', () => {
  test('lead from a step to its handler, beside its other edges', () => {
    expect(edges(step('A', failure('H')), step('B', { next: ['END'] }), step('H'))).toEqual([
      'A -> B',
      'A -> H failure',
    ])
    expect(edges(decision('D', 'B'), step('B', failure('Nowhere')))).toEqual(['D -> B route 0'])
  })

  test('go together with a normal edge to the same step', () => {
    expect(edges(step('A', { next: ['B'], ...failure('B') }), step('B'))).toEqual(['A -> B next', 'A -> B failure'])
  })
})

describe('back edges are found by depth-first search from the roots in text order', () => {
  test('over routes', () => {
    expect(edges(step('A'), step('B'), decision('D', ['x', 'A'], 'END'))).toEqual([
      'A -> B',
      'B -> D',
      'D -> A route 0 *',
    ])
  })

  test('over failure edges', () => {
    expect(edges(step('A'), step('B', failure('A')))).toEqual(['A -> B', 'B -> A failure *'])
  })

  test('of two steps that lead to each other, the edge up the list leads back', () => {
    const steps = [decision('D', ['x', 'C'], 'B'), decision('B', ['x', 'C'], 'END'), decision('C', ['x', 'B'], 'END')]
    expect(edges(...steps)).toEqual(['D -> B route 1', 'D -> C route 0', 'B -> C route 0', 'C -> B route 0 *'])
  })

  test('a step may lead to itself', () => {
    expect(edges(decision('D', ['x', 'D'], 'END'))).toEqual(['D -> D route 0 *'])
  })

  test('also where nothing leads from a root', () => {
    const steps = [step('A', { next: ['END'] }), step('B'), decision('C', ['x', 'B'], 'END')]
    expect(edges(...steps)).toEqual(['B -> C', 'C -> B route 0 *'])
  })

  test('two ways to one step are no circle', () => {
    expect(edges(step('A', { next: ['B', 'C'] }), step('B'), step('C', { next: ['END'] }))).toEqual([
      'A -> B next',
      'A -> C next',
    ])
  })

  test('a list of two thousand steps, and far more, needs no stack', () => {
    const steps = Array.from({ length: 20_000 }, (_, index) => step(`S${index}`))
    expect(flowOf(steps).edges).toHaveLength(19_999)
  })
})

describe('a circle that nothing can leave is refused', () => {
  test('of steps that lead on whatever happens', () => {
    expect(problems(step('A'), step('B', { next: ['A'] }))).toEqual(['ENDLESS_LOOP A'])
    expect(problems(step('A', { next: ['A'] }))).toEqual(['ENDLESS_LOOP A'])
  })

  test('even when a parallel branch goes on elsewhere', () => {
    const steps = [step('A', { next: ['B', 'C'] }), step('B', { next: ['A'] }), step('C', { next: ['END'] })]
    expect(problems(...steps)).toEqual(['ENDLESS_LOOP A'])
  })

  test('and even when a DECISION elsewhere in a larger circle could end the other branch', () => {
    const steps = [step('A'), step('B', { next: ['A', 'D'] }), decision('D', ['x', 'A'], 'END')]
    expect(problems(...steps)).toEqual(['ENDLESS_LOOP A'])
  })

  test('of DECISIONs whose every route leads back in', () => {
    const steps = [decision('D', ['x', 'A'], 'B'), step('A', { next: ['D'] }), step('B', { next: ['D'] })]
    expect(problems(...steps)).toEqual(['ENDLESS_LOOP D'])
    expect(problems(decision('D', ['x', 'D'], 'D'))).toEqual(['ENDLESS_LOOP D'])
  })

  test('not when a DECISION in it has a way out', () => {
    expect(problems(step('A'), decision('D', ['x', 'A'], 'B'), step('B'))).toEqual([])
    expect(problems(step('A'), decision('D', ['x', 'A'], 'END'))).toEqual([])
  })

  test('not when a failure edge leads out', () => {
    expect(problems(step('A', failure('H')), step('B', { next: ['A'] }), step('H'))).toEqual([])
  })

  test('a failure edge that leads back in is none', () => {
    expect(problems(step('A', failure('B')), step('B', { next: ['A'] }))).toEqual(['ENDLESS_LOOP A'])
  })

  test('a DECISION without a default that only leads back fails some day, but nothing leaves on purpose', () => {
    expect(problems(step('A'), decision('D', ['x', 'A']))).toEqual(['ENDLESS_LOOP A'])
  })

  test('the message names the circle, a long one in short', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    const steps = names.map((name, index) => step(name, index === 5 ? { next: ['A'] } : {}))
    expect(flowOf(steps).problems[0]?.message).toMatch(/^A, B, C and 3 more form a loop/)
    expect(flowOf(steps.slice(0, 2).with(1, step('B', { next: ['A'] }))).problems[0]?.message).toMatch(
      /^A, B form a loop/,
    )
    expect(flowOf([step('A', { next: ['A'] })]).problems[0]?.message).toMatch(/^A leads back to itself/)
  })
})

describe('what nothing leads to', () => {
  test('is warned about, with all that only it leads to', () => {
    const flow = flowOf([step('A', { next: ['END'] }), step('B'), step('C')])
    expect(flow.problems.map(({ code, severity, step: at }) => [code, severity, at])).toEqual([
      ['STEP_UNREACHABLE', 'warning', 'B'],
      ['STEP_UNREACHABLE', 'warning', 'C'],
    ])
  })

  test('when no step can start, that is the problem', () => {
    expect(problems(step('A', { dependencies: ['B'] }), step('B', { dependencies: ['A'] }))).toEqual([
      'NO_FIRST_STEP A',
      'ENDLESS_LOOP A',
    ])
    expect(problems()).toEqual([])
  })
})

test('more than 5,000 edges are refused', () => {
  const names = Array.from({ length: 72 }, (_, index) => `S${index}`)
  const steps = names.map((name, index) => step(name, { next: [...names.slice(index + 1), 'END'] }))
  expect(problems(...steps)).toEqual([])
  const twice = steps.map((one, index) => ({ ...one, ...failure(names[(index + 1) % 72] as string) }))
  const more = [...twice, ...Array.from({ length: 2_500 }, (_, index) => step(`T${index}`))]
  expect(flowOf(more).edges.length).toBeGreaterThan(limits.definition.edges)
  expect(flowOf(more).problems.some(({ code }) => code === 'TOO_MANY_EDGES')).toBe(true)
})

test('edges are found by their ends', () => {
  const definition = { steps: [step('A'), step('B'), step('toString')] } as unknown as Definition
  const flow = controlFlow(definition)
  expect(flow.outgoing('A').map(({ to }) => to)).toEqual(['B'])
  expect(flow.incoming('B').map(({ from }) => from)).toEqual(['A'])
  expect(flow.incoming('A')).toEqual([])
  expect(flow.outgoing('toString')).toEqual([])
  expect(new Set(flow.edges.map(({ id }) => id)).size).toBe(flow.edges.length)
})
