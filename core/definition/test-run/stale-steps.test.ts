import { expect, it } from 'vitest'
import type { Definition } from '../definition.ts'
import { parse } from '../parse.ts'
import { textOf } from '../testing/problems-of.ts'
import { staleSteps } from './stale-steps.ts'

const read = (...steps: readonly string[]) => parse(textOf(...steps)).definition as Definition
const stale = (now: Definition, then: Definition) => Object.fromEntries(staleSteps(now, then))

const a = '{ name: A, function: f.a }'
const b = '{ name: B, function: f.b }'
const c = '{ name: C, function: f.c }'

it('what says the same is not stale, wherever it stands and whatever is said about it', () => {
  const described = '{ name: A, description: First, function: f.a, next: B }'
  expect(stale(read(described, b, c), read(a, b, c))).toEqual({})
})

it('a changed step is, and so is all that comes after it', () => {
  expect(stale(read(a, '{ name: B, function: f.other }', c), read(a, b, c))).toEqual({ B: 'changed', C: 'upstream' })
})

it('a new step is changed', () => {
  expect(stale(read(a, b), read(a))).toEqual({ B: 'changed' })
})

it('in a circle each is after the others', () => {
  const again = '{ name: Again, type: DECISION, routes: [{ condition: state.a, target: A }, { default: C }] }'
  expect(stale(read(a, again, c), read('{ name: A, function: f.x }', again, c))).toEqual({
    A: 'changed',
    Again: 'upstream',
    C: 'upstream',
  })
})

const loop = (over: string, ...body: readonly string[]) =>
  `{ name: L, type: LOOP, mode: ITERATE, iterate_over: ${over}, loop_body: [${body}] }`

it('within a loop they are those that changed there, and those after them', () => {
  expect(stale(read(loop('input.a', a, '{ name: B, function: f.x }', c)), read(loop('input.a', a, b, c)))).toEqual({
    L: 'changed',
    B: 'changed',
    C: 'upstream',
  })
})

it('all within are, where the loop itself or a step before it changed', () => {
  expect(stale(read(loop('input.b', a, b)), read(loop('input.a', a, b)))).toEqual({
    L: 'changed',
    A: 'upstream',
    B: 'upstream',
  })
  expect(stale(read('{ name: C, function: f.x }', loop('input.a', a)), read(c, loop('input.a', a)))).toEqual({
    C: 'changed',
    L: 'upstream',
    A: 'upstream',
  })
})
