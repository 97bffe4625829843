import { expect, test } from 'vitest'
import { parseIncrementally } from '../incremental/parse-incrementally.ts'
import { parse } from '../parse.ts'
import { problemsOf, textOf } from '../testing/problems-of.ts'

test('errors in a disabled step, and within it, are warnings', () => {
  const broken = 'type: WAIT, duration_seconds: "state.x +"'
  expect(problemsOf(textOf(`{ name: A, ${broken}, disabled: true }`))).toEqual([
    expect.stringMatching(/^warning EXPRESSION_INVALID/),
  ])
  const inner = `{ name: P, type: PARALLEL, disabled: true, tasks: [{ name: B, ${broken} }, { function: a.b }] }`
  expect(problemsOf(textOf(inner)).map((problem) => problem.split(' ')[0])).toEqual(['warning', 'warning'])
  expect(problemsOf(textOf(`{ name: A, ${broken}, disabled: false }`))[0]).toMatch(/^error/)
})

test('its name, and where it leads, are still errors', () => {
  const text = textOf('{ name: A, function: a.b }', '{ name: A, function: a.b, disabled: true, next: Nowhere }')
  expect(problemsOf(text)).toEqual(['error NAME_TWICE steps.1.name @ A', 'error STEP_NOT_FOUND steps.1.next @ Nowhere'])
})

test('a disabled DECISION without a default route is warned about', () => {
  const routes = (more: string) =>
    textOf(`{ name: D, type: DECISION, disabled: true, routes: [{ condition: "true", target: END }${more}] }`)
  expect(problemsOf(routes(''))).toEqual(['warning DEFAULT_MISSING steps.0.disabled @ disabled'])
  expect(problemsOf(routes(', { default: END }'))).toEqual([])
})

test('reading its output is a warning, unless it is asked for first', () => {
  const text = (more: string) =>
    textOf(
      `{ name: A, type: TRANSFORM, set: { a: "1" }${more} }`,
      '{ name: B, type: TRANSFORM, set: { x: steps.A.output, y: "has(steps.A) ? 1 : 2", z: steps.A.output.b } }',
    )
  expect(problemsOf(text(''))).toEqual([])
  expect(problemsOf(text(', disabled: true'))).toEqual([
    'warning FIELD_ABSENT steps.1.set.x @ A',
    'warning FIELD_ABSENT steps.1.set.z @ A',
  ])
  const before = parseIncrementally(text(''), null)
  expect(before.problems).toEqual([])
  expect(parseIncrementally(text(', disabled: true'), before).problems).toEqual(
    parse(text(', disabled: true')).problems,
  )
})

test('what it would write to the state is not there', () => {
  const text = (more: string) =>
    textOf(
      `{ name: A, type: TRANSFORM, set: { amount: "1" }${more} }`,
      '{ name: B, type: TRANSFORM, set: { x: "state.amount && true" } }',
    )
  expect(problemsOf(text(''))).toHaveLength(1)
  expect(problemsOf(text(', disabled: true'))).toEqual([])
})
