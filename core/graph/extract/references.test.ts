import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { inputFields, ownKey, readFields, redirect } from './references.ts'

const { definition } = parse(`workflow_type: W
steps:
  - { name: Own, function: a.b, output_key: own }
  - { name: Nothing, function: a.b }
  - { name: Odd, function: a.b, output_key: "a b" }
  - { name: Deep, function: a.b, output_key: a.b }
  - { name: Empty, function: a.b, output_key: "" }
  - { name: One, function: a.b, output_key: shared }
  - { name: Other, function: a.b, output_key: shared }
  - { name: Set, type: TRANSFORM, set: { total: "1" } }
  - { name: Above, function: a.b, output_key: beside }
  - { name: Side, type: PARALLEL, tasks: [{ name: t, function: a.b }, { name: T, type: TRANSFORM, set: { beside.x: "1" } }] }
  - { name: Each, type: PARALLEL, output_key: all, iterate_over: state.a, task: { name: E, type: HUMAN } }
`)

it.each([
  ['Own', 'own'],
  ['Nothing', null],
  ['Odd', 'a b'],
  ['Deep', null],
  ['Empty', null],
  ['One', null],
  ['Set', null],
  ['Above', null],
  ['Each', 'all'],
  ['Nobody', null],
])('the key of the state that %s alone writes is %s', (step, key) => {
  expect(ownKey(definition as Definition, step)).toBe(key)
})

it.each([
  ['return steps.Own.output', 'Own'],
  ['return [steps.A.output, steps["Own"]]', 'Own'],
  ['return steps["Odd-One"].output', 'Odd-One'],
  ['const { Own } = steps', null],
  ['steps\nOwn', null],
  ['return state.Own + mysteps.Own + steps.Owner', null],
])('the script %j reads the result of %s', (code, lost) => {
  const step = { name: 'Script', type: 'SCRIPT', code }
  expect(redirect(step, new Set(['Nobody', 'Odd-One', 'Own']), () => null)).toEqual({ step, lost })
})

it('looks through a long script once, however many names there are', () => {
  const code = 'steps '.repeat(10_000)
  const gone = new Set(Array.from({ length: 2_000 }, (_, index) => `Step_${index}`))
  expect(redirect({ name: 'Script', type: 'SCRIPT', code }, gone, () => null).lost).toBeNull()
})

it.each([
  ['state.a + state?.b + state["c d"] + state?.[\'e\']', ['a', 'b', 'c d', 'e']],
  [String.raw`state["say \"x\""] + state["\x41"] + state[name]`, ['say "x"']],
  ['input.f + mystate.g + state', ['f']],
])('%s reads %j by name', (code, names) => {
  expect(readFields([{ code }])).toEqual(names)
})

it('fields of the input are read in quotes whatever they are', () => {
  expect(inputFields({ when: `input["a b"] + my.input.c + input['d']` })).toEqual(['a b', 'd'])
})

it('leads the steps in the body of a loop elsewhere too', () => {
  const loop = (source: string) => ({
    name: 'L',
    type: 'LOOP',
    loop_body: [{ name: 'In', type: 'TRANSFORM', set: { x: source } }],
  })
  const { step, lost } = redirect(loop('steps.Own.output.a'), new Set(['Own']), () => 'state.own')
  expect({ step, lost }).toEqual({ step: loop('state.own.a'), lost: null })
  const script = { name: 'L', type: 'LOOP', loop_body: [{ name: 'In', type: 'SCRIPT', code: 'return steps.Own' }] }
  expect(redirect(script, new Set(['Own']), () => 'state.own').lost).toBe('Own')
})
