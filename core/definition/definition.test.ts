import { expect, test } from 'vitest'
import { type CodeDefinition, type Definition, isCode } from './definition.ts'
import { parse } from './parse.ts'
import { textOf } from './testing/problems-of.ts'

test('only a definition of the kind code is a workflow that is code', () => {
  const definition = parse(textOf('{ name: A, function: a.b }')).definition as Definition
  expect(isCode(definition)).toBe(false)
  expect(isCode({ ...definition, kind: 'steps' } as Definition)).toBe(false)
  expect(isCode({ ...definition, kind: 'code', steps: [] } as unknown as CodeDefinition)).toBe(true)
})
