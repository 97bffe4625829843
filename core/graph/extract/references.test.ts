import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { ownKey } from './references.ts'

const { definition } = parse(`workflow_type: W
steps:
  - { name: Own, function: a.b, output_key: own }
  - { name: Nothing, function: a.b }
  - { name: Odd, function: a.b, output_key: "a b" }
  - { name: One, function: a.b, output_key: shared }
  - { name: Other, function: a.b, output_key: shared }
  - { name: Set, type: TRANSFORM, set: { total: "1" } }
`)

it.each([
  ['Own', 'own'],
  ['Nothing', null],
  ['Odd', null],
  ['One', null],
  ['Set', null],
  ['Nobody', null],
])('the key of the state that %s alone writes is %s', (step, key) => {
  expect(ownKey(definition as Definition, step)).toBe(key)
})
