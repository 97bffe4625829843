import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from './apply-edit.ts'
import { compile } from './compile.ts'
import { decompile } from './decompile.ts'

const text = `workflow_type: W
envelope: # what surrounds the steps
  conditions:
    - { name: approved, signal: change-approved }   # by the board
  locks:
    mode:   exclusive
  discover: { resources: "'site:' + input.site" }
steps:
  - { name: A, function: f, fencing: true }
`

test('an envelope survives the canvas', () => {
  const { definition, layout, problems } = parse(text)
  expect(problems).toEqual([])
  if (definition === null) throw new Error('it cannot be read')
  expect(compile(decompile(definition, layout)).definition).toEqual(definition)
})

test('an edit within an envelope changes the bytes of its value alone', () => {
  const edited = applyEdit(text, { type: 'set_workflow_field', path: ['envelope', 'locks', 'mode'], value: 'shared' })
  expect(edited.ok && edited.text).toBe(text.replace('exclusive', 'shared'))
})

test('an edit of a step leaves the bytes of the envelope', () => {
  const edited = applyEdit(text, { type: 'set_field', step: 'A', path: ['function'], value: 'g' })
  expect(edited.ok && edited.text).toBe(text.replace('function: f', 'function: g'))
})
