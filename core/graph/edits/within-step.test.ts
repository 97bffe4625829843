import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { changes, edited, refused } from '../testing/edit-text.ts'

const text = `workflow_type: Loops
steps:
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.lines
    loop_body:
      # the price first
      - { name: Price, type: TRANSFORM, set: { total: item.price } }
      - name: Store
        function: shop.store
      - name: Inner
        type: LOOP
        mode: WHILE
        while_condition: "false"
        loop_body:
          - { name: Deep, function: shop.deep }
  - name: After
    function: shop.after
layout:
  Each: [0, 0]
  After: [0, 120]
`

test('a step is put on an edge of a body, under a name that is free in the whole workflow', () => {
  const edge = { from: 'Price', to: 'Store', kind: 'normal' } as const
  const after = edited(text, { type: 'insert_on_edge', edge, step: { type: 'HTTP', name: 'After' } })
  expect(changes(text, after)).toEqual(['+      - name: After_2', '+        type: HTTP'])
})

test('a step is added behind another of a body, and of a body within a body', () => {
  const step = { type: 'HTTP', name: 'More' } as const
  const position = { x: 3, y: 4 }
  expect(changes(text, edited(text, { type: 'add_step', step, after: 'Inner', position }))).toEqual([
    '+        next: END',
    '+      - name: More',
    '+        type: HTTP',
  ])
  const deep = edited(text, { type: 'add_step', step, after: 'Deep', connect: { from: 'Deep', kind: 'normal' } })
  const [each] = parse(deep).definition?.steps ?? []
  const inner = each?.type === 'LOOP' ? each.loop_body[2] : undefined
  expect(inner?.type === 'LOOP' && inner.loop_body.map(({ name }) => name)).toEqual(['Deep', 'More'])
})

test('steps of a body go, and what led to them is led past them', () => {
  const after = edited(text, { type: 'remove_steps', steps: ['Store'], bridge: true })
  expect(changes(text, after)).toEqual(['-      - name: Store', '-        function: shop.store'])
  expect(refused(text, { type: 'remove_steps', steps: ['Store', 'After'] })).toEqual({
    code: 'step_missing',
    message: 'There is no step After.',
  })
})

test('edges of a body are drawn, moved and taken away, and lead nowhere else', () => {
  const joined = edited(text, { type: 'connect', from: 'Price', to: 'Inner', kind: 'failure' })
  expect(joined).toContain('on_failure: { target_step: Inner }')
  const edge = { from: 'Price', to: 'Inner', kind: 'failure' } as const
  expect(edited(joined, { type: 'reconnect', edge, to: 'Store' })).toContain('{ target_step: Store }')
  expect(edited(joined, { type: 'disconnect', edge })).not.toContain('on_failure')
  expect(refused(text, { type: 'connect', from: 'Price', to: 'After', kind: 'normal' })).toEqual({
    code: 'not_allowed',
    message: 'There is no step After.',
  })
})

test('a step of a body is duplicated there and becomes another type with its edges', () => {
  const twice = edited(text, { type: 'duplicate_steps', steps: ['Store'] })
  expect(twice).toContain('      - name: Store_2\n        function: shop.store\n')
  const decided = edited(text, { type: 'change_type', step: 'Price', to: 'DECISION' })
  expect(decided).toContain('Store')
  const [each] = parse(decided).definition?.steps ?? []
  expect(each?.type === 'LOOP' && each.loop_body[0]).toMatchObject({ routes: [{ target: 'Store' }] })
})

test('the first step of a body goes into the loop that is named', () => {
  const empty = 'workflow_type: L\nsteps:\n  - { name: Each, type: LOOP, mode: ITERATE, loop_body: [] }\n'
  const after = edited(empty, { type: 'add_step', step: { type: 'HTTP', name: 'First' }, within: 'Each' })
  expect(after).toContain('name: First')
  expect(parse(after).definition?.steps).toHaveLength(1)
  expect(refused(empty, { type: 'add_step', step: { type: 'HTTP' }, within: 'Nobody' })).toEqual({
    code: 'step_missing',
    message: 'There is no loop Nobody.',
  })
})

test('a step inserted into a body has no place of its own', () => {
  const edge = { from: 'Price', to: 'Store', kind: 'normal' } as const
  const step = { type: 'HTTP', name: 'Put' } as const
  const after = edited(text, { type: 'insert_on_edge', edge, step, position: { x: 1, y: 2 } })
  expect(Object.keys(parse(after).layout)).toEqual(['Each', 'After'])
})

const rules = `workflow_type: Rules
steps:
  - name: Check
    function: shop.check
    dynamic_injection:
      rules:
        - { condition_key: tier, value_match: gold, action: INSERT_AFTER_CURRENT, steps_to_insert: [{ name: Gift, function: shop.gift }] }
        - condition_key: tier
          value_match: new
          action: INSERT_AFTER_CURRENT
          steps_to_insert:
            - name: Greet
              function: shop.greet
            - name: Note # by hand
              function: shop.note
  - name: After
    function: shop.after
`

test('what a rule inserts is edited as a list of its own', () => {
  const step = { type: 'HTTP', name: 'More' } as const
  const added = ['+            - name: More', '+              type: HTTP']
  const edge = { from: 'Greet', to: 'Note', kind: 'normal' } as const
  expect(changes(rules, edited(rules, { type: 'insert_on_edge', edge, step }))).toEqual(added)
  expect(changes(rules, edited(rules, { type: 'add_step', step, connect: { from: 'Note', kind: 'normal' } }))).toEqual(
    added,
  )
  expect(changes(rules, edited(rules, { type: 'remove_steps', steps: ['Greet'], bridge: true }))).toEqual([
    '-            - name: Greet',
    '-              function: shop.greet',
  ])
  expect(edited(rules, { type: 'duplicate_steps', steps: ['Gift'] })).toContain('{ name: Gift_2, function: shop.gift }')
  expect(edited(rules, { type: 'connect', from: 'Greet', to: 'Note', kind: 'failure' })).toContain(
    'on_failure: { target_step: Note }',
  )
  expect(refused(rules, { type: 'add_step', step, within: 'Check' })).toEqual({
    code: 'step_missing',
    message: 'There is no loop Check.',
  })
})

test('what a step without a name inserts stays as it is', () => {
  const nameless = rules.replace('  - name: Check\n    function', '  - function')
  const [owner] = parse(nameless).definition?.steps ?? []
  expect(owner?.name).not.toBe('Check')
  expect(edited(nameless, { type: 'connect', from: 'Greet', to: 'Note', kind: 'failure' })).toBe(nameless)
})
