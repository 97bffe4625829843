import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { Edit } from './edit.ts'
import { changes, edited } from './testing/edit-text.ts'

const text = `workflow_type: Row
steps:
  - name: A
    function: x.a
    dynamic_injection:
      rules:
        - condition_key: tier
          value_match: gold
          action: INSERT_AFTER_CURRENT
          steps_to_insert:
            - name: Gift
              function: x.gift
              with: { of: "{{ steps.A.output }}" } # for them
              next: C
        - 7
        - condition_key: tier
        - condition_key: tier
          value_match: blue
          action: INSERT_AFTER_CURRENT
          steps_to_insert: nothing
  - name: B
    function: x.b
  - name: C
    function: x.c
    with: { gift: "{{ steps.Gift.output }}" }
`
const rename = (step: string, name: string): Edit => ({ type: 'rename_step', step, name })

test('renaming a step renames it in what is inserted as well', () => {
  expect(changes(text, edited(text, rename('C', 'Last')))).toEqual([
    '-              next: C',
    '+              next: Last',
    '-  - name: C',
    '+  - name: Last',
  ])
  const renamed = edited(text, rename('A', 'First'))
  expect(renamed).toContain('with: { of: "{{ steps.First.output }}" } # for them')
})

test('an inserted step can be renamed, and its name is taken', () => {
  const renamed = edited(text, rename('Gift', 'Present'))
  expect(renamed).toContain('- name: Present')
  expect(renamed).toContain('{{ steps.Present.output }}')
})

test('a rule that is none, and steps that are no list, stay as they are written', () => {
  for (const odd of ['dynamic_injection: 5', 'dynamic_injection: { rules: 5 }', 'loop_body: 5']) {
    const strange = `workflow_type: Row\nsteps:\n  - name: A\n    ${odd}\n`
    expect(edited(strange, rename('A', 'Z'))).toBe(strange.replace('name: A', 'name: Z'))
  }
  expect(parse(text).definition?.steps).toHaveLength(3)
})
