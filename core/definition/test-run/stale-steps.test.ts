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

const side = (merge: string, ...tasks: readonly string[]) =>
  `{ name: P, type: PARALLEL, merge_strategy: ${merge}, tasks: [{ name: short, function: f.s }, ${tasks}] }`
const branch = (name: string, more = '') => `{ name: ${name}, type: STANDARD, function: f.x${more} }`

it('of the branches of a PARALLEL step those are that changed, and what comes after the join', () => {
  const then = read(side('DEEP', branch('A'), branch('B')), c)
  expect(stale(read(side('DEEP', branch('A', ', when: state.a'), branch('B')), c), then)).toEqual({
    P: 'changed',
    A: 'changed',
    C: 'upstream',
  })
  const each = (asked: string, list = 'state.a') =>
    `{ name: P, type: PARALLEL, iterate_over: ${list}, task: { name: Ask, type: HUMAN, title: ${asked} } }`
  expect(stale(read(each('Sure?')), read(each('Now?')))).toEqual({ P: 'changed', Ask: 'changed' })
  expect(stale(read(each('Now?', 'state.b')), read(each('Now?')))).toEqual({ P: 'changed', Ask: 'upstream' })
})

it('all branches are, where the PARALLEL step itself, a short task of it, or a step before it changed', () => {
  const then = read(a, side('DEEP', branch('B')))
  expect(stale(read(a, side('SHALLOW', branch('B'))), then)).toEqual({ P: 'changed', B: 'upstream' })
  expect(stale(read(a, side('DEEP', branch('B')).replace('f.s', 'f.t')), then)).toEqual({ P: 'changed', B: 'upstream' })
  expect(stale(read(a.replace('f.a', 'f.b'), side('DEEP', branch('B'))), then)).toEqual({
    A: 'changed',
    P: 'upstream',
    B: 'upstream',
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
