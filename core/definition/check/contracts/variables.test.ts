import { expect, test } from 'vitest'
import type { Definition } from '../../definition.ts'
import { parse } from '../../parse.ts'
import { textOf } from '../../testing/problems-of.ts'
import { checkVariables } from './variables.ts'

const problemsOf = (expression: string, known = new Set(['BASE_URL'])) => {
  const { definition, problems, source } = parse(textOf(`{ name: A, type: TRANSFORM, set: { a: "${expression}" } }`))
  expect(problems).toEqual([])
  return checkVariables(definition as Definition, known, source)
}

test('a variable that does not exist is reported at its expression', () => {
  expect(problemsOf('vars.BASE_URL + vars.NOWHERE')).toMatchObject([
    { code: 'VARIABLE_UNKNOWN', severity: 'warning', path: ['steps', 0, 'set', 'a'] },
  ])
})

test('nothing is reported of known variables, or where they are not known', () => {
  expect(problemsOf('vars.BASE_URL')).toEqual([])
  const { definition, source } = parse(textOf('{ name: A, type: TRANSFORM, set: { a: vars.NOWHERE } }'))
  expect(checkVariables(definition as Definition, undefined, source)).toEqual([])
})
