import { expect, test } from 'vitest'
import { parse } from './parse.ts'
import { variablesOf, variableUses } from './variables.ts'

test('the variables of a definition are those that its expressions and texts name, each once', () => {
  const { definition, problems } = parse(`workflow_type: W
concurrency: { key: vars.TENANT, limit: 1 }
steps:
  - name: A
    type: TRANSFORM
    set: { url: "vars.BASE_URL + '/a'", again: 'vars["BASE_URL"]' }
  - name: B
    function: f
    with: { to: "{{ vars . MAIL_TO }}", list: ["{{ vars['LAST'] }}"] }
`)
  expect(problems).toEqual([])
  expect(variablesOf(definition as NonNullable<typeof definition>)).toEqual(['BASE_URL', 'LAST', 'MAIL_TO', 'TENANT'])
})

test('the variables of a definition are searched for once', () => {
  const { definition } = parse('workflow_type: W\nsteps: [{ name: A, function: f, when: vars.ON == "1" }]\n')
  const names = variablesOf(definition as NonNullable<typeof definition>)
  expect(names).toEqual(['ON'])
  expect(variablesOf(definition as NonNullable<typeof definition>)).toBe(names)
})

test('a field that is named vars is no variable', () => {
  expect(variableUses({ a: 'state.vars.A', b: 'myvars.B', c: 7, d: null })).toEqual([])
  expect(variableUses({ a: ['vars.A == vars.B'] })).toEqual([
    { name: 'A', path: ['a', 0] },
    { name: 'B', path: ['a', 0] },
  ])
})
