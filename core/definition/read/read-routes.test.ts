import { describe, expect, test } from 'vitest'
import { parse } from '../parse.ts'
import { problemsOf, textOf } from '../testing/problems-of.ts'

const text = (routes: string) =>
  textOf(`{ name: D, type: DECISION, routes: ${routes} }`, '{ name: A, function: a.b, dependencies: [] }')
const routesOf = (routes: string) => {
  const step = parse(text(routes)).definition?.steps[0]
  return step?.type === 'DECISION' ? step.routes : undefined
}
const problems = (routes: string) => problemsOf(text(routes))

describe('routes', () => {
  test('have a condition and a target, which Ruvon calls next; the default is the last', () => {
    expect(routesOf('[{ condition: state.a, target: A }, { condition: state.b, next: A }, { default: END }]')).toEqual([
      { condition: 'state.a', target: 'A' },
      { condition: 'state.b', target: 'A' },
      { target: 'END' },
    ])
  })

  test('a target without a condition is a default', () => {
    expect(routesOf('[{ target: A }]')).toEqual([{ target: 'A' }])
  })

  test('a condition may be a word that YAML reads as true', () => {
    expect(routesOf('[{ condition: true, target: A }]')).toEqual([{ condition: 'true', target: 'A' }])
  })
})

test.each(['false', '"false"'])('a condition that is %s, as that of a new route, is warned about', (condition) => {
  const { 0: first } = parse(text(`[{ condition: ${condition}, target: A }, { default: END }]`)).problems
  expect(first).toMatchObject({
    code: 'ROUTE_NEVER_TAKEN',
    severity: 'warning',
    path: ['steps', 0, 'routes', 0, 'condition'],
  })
})

const never = { condition: 'false', target: '' }

describe('a route whose keys do not go together is said, keeps its place and is never taken (ASVS 2.2.3)', () => {
  test.each([
    ['[foo]', [never], ['error TYPE_WRONG steps.0.routes.0 @ foo']],
    ['[{}]', [never], ['error KEY_MISSING steps.0.routes.0.default @ {}']],
    [
      '[{ condition: state.a }]',
      [{ condition: 'state.a', target: '' }],
      ['error KEY_MISSING steps.0.routes.0.target @ condition'],
    ],
    [
      '[{ condition: , target: A }]',
      [{ condition: 'false', target: 'A' }],
      ['error KEY_MISSING steps.0.routes.0.condition @ condition'],
    ],
    [
      '[{ condition: "", target: A }]',
      [{ condition: '', target: 'A' }],
      ['error KEY_MISSING steps.0.routes.0.condition @ \\"\\"'],
    ],
    [
      '[{ condition: [x], target: A }]',
      [{ condition: 'false', target: 'A' }],
      ['error TYPE_WRONG steps.0.routes.0.condition @ condition'],
    ],
    [
      '[{ condition: state.a, target: [A] }]',
      [{ condition: 'state.a', target: '' }],
      ['error TYPE_WRONG steps.0.routes.0.target @ target'],
    ],
    ['[{ default: [A] }]', [never], ['error TYPE_WRONG steps.0.routes.0.default @ default']],
    [
      '[{ condition: state.a, default: A }]',
      [{ condition: 'state.a', target: '' }],
      ['error ROUTE_INVALID steps.0.routes.0.default @ default'],
    ],
    ['[{ target: A, default: A }]', [{ target: 'A' }], ['error ROUTE_INVALID steps.0.routes.0.default @ default']],
  ])('%s', (routes, read, found) => {
    expect(routesOf(routes)).toEqual(read)
    expect(problems(routes).toSorted()).toEqual(found.toSorted())
  })
})

describe('routes that do not go together', () => {
  test.each([
    ['[]', ['error KEY_MISSING steps.0.routes @ routes']],
    ['A', ['error TYPE_WRONG steps.0.routes @ A']],
    ['[{ default: A }, { default: END }]', ['error DEFAULT_TWICE steps.0.routes.1 @ default']],
    ['[{ default: A }, { condition: state.a, target: END }]', ['error ROUTE_UNREACHABLE steps.0.routes.1 @ condition']],
    [
      '[{ condition: state.a, target: A, next: END }, { default: A }]',
      ['error KEY_TWICE steps.0.routes.0.next @ next'],
    ],
    ['[{ default: Nowhere }]', ['error STEP_NOT_FOUND steps.0.routes.0.default @ Nowhere']],
  ])('%s', (routes, found) => {
    expect(problems(routes)).toEqual(found)
  })
})
