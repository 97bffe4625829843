import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { allStepNames, findStep } from './find-step.ts'

const { definition } = parse(`
workflow_type: Nested
steps:
  - name: First
    function: a.b
    dynamic_injection:
      rules:
        - { condition_key: x, value_match: 1, action: INSERT_AFTER_CURRENT, steps_to_insert: [{ name: Extra, function: a.c }] }
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.lines
    loop_body:
      - { name: Inner, type: LOOP, mode: ITERATE, iterate_over: input.more, loop_body: [{ name: Deep, function: a.d }] }
`)

it('finds steps at any depth, with what they are within', () => {
  expect(findStep(definition, 'Each')).toMatchObject({ path: ['steps', 1], within: [] })
  const deep = findStep(definition, 'Deep')
  expect(deep?.path).toEqual(['steps', 1, 'loop_body', 0, 'loop_body', 0])
  expect(deep?.within.map(({ name }) => name)).toEqual(['Each', 'Inner'])
  expect(findStep(definition, 'Extra')?.path).toEqual([
    'steps',
    0,
    'dynamic_injection',
    'rules',
    0,
    'steps_to_insert',
    0,
  ])
  expect(findStep(definition, 'Nobody')).toBeNull()
  expect(findStep(null, 'Each')).toBeNull()
})

it('knows all names, in the order of the text', () => {
  expect([...allStepNames(definition)]).toEqual(['First', 'Extra', 'Each', 'Inner', 'Deep'])
  expect(allStepNames(null).size).toBe(0)
})
