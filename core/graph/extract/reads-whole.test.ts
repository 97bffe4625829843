import { expect, it } from 'vitest'
import { readsWhole } from './reads-whole.ts'

it.each([
  ['{{ input }}', true],
  ['{{ f(input, 1) }}', true],
  ['{{ input[name] }}', true],
  ['{{ input[ }}', true],
  ['{{ true ? input : state }}', true],
  ['{{ {input: 1} }}', false],
  ['{{ {a: 1, input: 2} }}', false],
  ['{{ input.a + input["b"] + my.input }}', false],
  ['{{ "input" + inputs }}', false],
  ['all of the input', false],
])('the template %s reads the whole input: %s', (url, reads) => {
  expect(readsWhole({ name: 'A', type: 'HTTP', http_config: { url } }, 'input')).toBe(reads)
})

it.each([
  ['return state', true],
  ['return { ...state }', true],
  ['return state?.a', false],
  ['return state?1:2', true],
  ['// the state\nreturn state.a', false],
  ['return a[1] / state / 2', true],
  ['return `${state', true],
  ['return 1', false],
])('the script %j reads the whole state: %s', (code, reads) => {
  expect(readsWhole({ name: 'A', type: 'SCRIPT', code }, 'state')).toBe(reads)
})

it('looks into the body of a loop', () => {
  const body = [{ name: 'B', type: 'TRANSFORM', set: { all: 'input' } }]
  expect(readsWhole({ name: 'A', type: 'LOOP', loop_body: body }, 'input')).toBe(true)
})
