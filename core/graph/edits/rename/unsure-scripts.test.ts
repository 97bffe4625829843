import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { unsureScripts } from './unsure-scripts.ts'

const readers = (code: string, gone: string) => {
  const script = { name: 'S', type: 'SCRIPT', code }
  const steps = [{ name: 'A', function: 'x.a' }, script, { ...loop, loop_body: [{ ...script, name: 'In' }] }]
  const { definition } = parse(JSON.stringify({ workflow_type: 'W', steps }))
  return unsureScripts(definition as Definition, gone)
}
const loop = { name: 'L', type: 'LOOP', mode: 'ITERATE', iterate_over: '[1]' }

it.each([
  ['const { Old } = steps; return Old', 'Old', ['S', 'In']],
  ['return steps[name] ?? steps["an old one"]', 'an old one', ['S', 'In']],
  ['return steps[name] ?? steps.Older', 'Old', []],
  ['return steps.Old', 'Old', []],
  ['return state.Old', 'Old', []],
])('in the script %j the step %s may be read by %j', (code, gone, names) => {
  expect(readers(code, gone)).toEqual(names)
})
