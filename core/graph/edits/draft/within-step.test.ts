import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { Json } from '#core/json.ts'
import { copyFragment } from '../../fragment/copy-fragment.ts'
import { changes, edited, refused } from '../../testing/edit-text.ts'
import { notesIn } from '../../testing/notes-in.ts'

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

test('a field that says where a step of a body leads changes no other edge', () => {
  const set = (path: readonly string[], value: Json) =>
    changes(text, edited(text, { type: 'set_field', step: 'Price', path, value }))
  const store = '-      - { name: Price, type: TRANSFORM, set: { total: item.price } }'
  expect(set(['on_failure', 'target_step'], 'Inner')).toEqual([
    store,
    '+      - { name: Price, type: TRANSFORM, set: { total: item.price }, on_failure: { target_step: Inner } }',
    '+        dependencies: [Store]',
  ])
  expect(set(['next'], 'Inner')).toEqual([
    store,
    '+      - { name: Price, type: TRANSFORM, set: { total: item.price }, next: Inner }',
    '+        dependencies: [Store]',
  ])
  const waits = { type: 'set_field', step: 'Store', path: ['dependencies'], value: ['Inner'] } as const
  expect(changes(text, edited(text, waits))).toEqual(['+        dependencies: [Inner]'])
  const title = { type: 'set_field', step: 'Store', path: ['title'], value: 'Put away' } as const
  expect(changes(text, edited(text, title))).toEqual(['+        title: Put away'])
})

test('a field of a step that a rule inserts leads it on as one of the workflow does', () => {
  const longer = rules.replace(
    '              function: shop.note\n',
    '              function: shop.note\n            - name: Last\n              function: shop.last\n',
  )
  const edit = { type: 'set_field', step: 'Greet', path: ['on_failure'], value: { target_step: 'Last' } } as const
  expect(changes(longer, edited(longer, edit))).toEqual([
    '+              on_failure: { target_step: Last }',
    '+              dependencies: [Note]',
  ])
})

const border = 'A connection cannot lead into or out of a loop or a PARALLEL step.'

test('edges of a body are drawn, moved and taken away, and lead nowhere else', () => {
  const joined = edited(text, { type: 'connect', from: 'Price', to: 'Inner', kind: 'failure' })
  expect(joined).toContain('on_failure: { target_step: Inner }')
  const edge = { from: 'Price', to: 'Inner', kind: 'failure' } as const
  expect(edited(joined, { type: 'reconnect', edge, to: 'Store' })).toContain('{ target_step: Store }')
  expect(edited(joined, { type: 'disconnect', edge })).not.toContain('on_failure')
  expect(refused(text, { type: 'connect', from: 'Price', to: 'After', kind: 'normal' })).toEqual({
    code: 'not_allowed',
    message: border,
  })
  expect(refused(text, { type: 'connect', from: 'After', to: 'Price', kind: 'normal' }).message).toBe(border)
  expect(refused(text, { type: 'connect', from: 'Price', to: 'Deep', kind: 'failure' }).message).toBe(border)
  const inner = { from: 'Price', to: 'Store', kind: 'normal' } as const
  expect(refused(text, { type: 'reconnect', edge: inner, to: 'After' }).message).toBe(border)
  expect(refused(text, { type: 'reconnect', edge: inner, from: 'After' }).message).toBe(border)
  const outer = { from: 'Each', to: 'After', kind: 'normal' } as const
  expect(refused(text, { type: 'reconnect', edge: outer, to: 'Deep' }).message).toBe(border)
})

test('what is pasted leads neither into a loop nor out of one', () => {
  const gate = (target: string) =>
    `steps:\n  - name: Gate\n    type: DECISION\n    routes: [{ condition: a, target: ${target} }, { default: END }]\n`
  const targets = (after: string, target: string) =>
    changes(text, edited(text, { type: 'paste_steps', fragment: gate(target), after })).filter((line) =>
      line.includes('target'),
    )
  expect(targets('After', 'Store')).toEqual([])
  expect(targets('Store', 'After')).toEqual([])
  expect(targets('Store', 'Price')).toHaveLength(1)
  expect(targets('After', 'Each')).toHaveLength(1)
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

/** A text that is edited needs no more than steps. */
const copied = (from: string, steps: readonly string[]): string => {
  const fragment = copyFragment(from, steps)
  return fragment.ok ? fragment.text : `${fragment.code}: ${fragment.message}`
}
const body = `workflow_type: Moves
steps:
  - name: Take
    function: shop.take
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.lines
    loop_body:
    # the price first
    - name: Price # by hand
      type: SCRIPT
      code: |
        return 1

        # done
      with: { api_key: abc }
    - name: Keep
      function: shop.keep
    # last of all
    - name: Gate
      type: DECISION
      routes:
        - condition: item.ok
          target: Keep
        - default: END
`

test('steps of a body are copied as they are written, with the edges among them', () => {
  expect(copied(body, ['Price', 'Gate'])).toBe(`steps:
  # the price first
  - name: Price # by hand
    type: SCRIPT
    code: |
      return 1

      # done
    with: { api_key: "" }
    next: END
  # last of all
  - name: Gate
    type: DECISION
    routes:
      - condition: item.ok
        target: Keep
      - default: END
`)
  expect(copyFragment(body, ['Price'])).toMatchObject({ secrets: ['api_key'] })
  expect(copied(text, ['Deep'])).toBe('steps:\n  - { name: Deep, function: shop.deep }\n')
  expect(copied(rules, ['Gift', 'Note'])).toContain('name: Gift, function: shop.gift')
})

test('steps of a body and those around it are copied as one list; a loop takes its body along', () => {
  expect(copied(body, ['Keep', 'Take'])).toBe(
    'steps:\n  - name: Take\n    function: shop.take\n    next: END\n\n  - name: Keep\n    function: shop.keep\n',
  )
  expect(copied(body, ['Keep', 'Each'])).toBe(copied(body, ['Each']))
  expect(copied(text, ['Deep', 'Each', 'Price', 'Nobody'])).toBe(copied(text, ['Each']))
  expect(copied('? workflow_type\n: W\n? steps\n: - { name: A, type: LOOP, loop_body: [{ name: B }] }\n', ['B'])).toBe(
    'steps: [{ name: B }]\n',
  )
  const odd = body.replace('    loop_body:\n', '    loop_body: # \u0007\n').replace('# by hand', '# \u0007')
  expect(copied(odd, ['Keep', 'Take'])).toMatch(/^text_broken/)
})

test('steps are pasted into a body, under free names, and nothing else is written', () => {
  const fragment = 'steps:\n  # new\n  - name: Keep\n    function: x.keep\nlayout:\n  Keep: [1, 2]\n'
  const position = { x: 5, y: 6 }
  const pasted = edited(body, { type: 'paste_steps', fragment, after: 'Price', position })
  expect(changes(body, pasted)).toEqual(['+    # new', '+    - name: Keep_2', '+      function: x.keep'])
  expect(edited(body, { type: 'paste_steps', fragment, after: 'Take' })).toContain('layout:\n  Keep_2: [1, 2]\n')
  const empty = 'workflow_type: L\nsteps:\n  - { name: Each, type: LOOP, mode: ITERATE, loop_body: [] }\n'
  expect(edited(empty, { type: 'paste_steps', fragment, within: 'Each' })).toContain('name: Keep')
  expect(refused(empty, { type: 'paste_steps', fragment, within: 'Nobody' }).message).toBe('There is no loop Nobody.')
})

test('a step is moved out of a body and back by cut and paste', () => {
  const fragment = copied(text, ['Store'])
  const out = edited(text, { type: 'remove_steps', steps: ['Store'] }, { type: 'paste_steps', fragment })
  expect(changes(text, out)).toEqual([
    '-      - { name: Price, type: TRANSFORM, set: { total: item.price } }',
    '-      - name: Store',
    '-        function: shop.store',
    '+      - { name: Price, type: TRANSFORM, set: { total: item.price }, next: END }',
    '+    next: END',
    '+  - name: Store',
    '+    function: shop.store',
  ])
  const back = edited(
    out,
    { type: 'remove_steps', steps: ['Store'] },
    { type: 'paste_steps', fragment, after: 'Inner' },
  )
  expect(parse(back).definition?.steps.map(({ name }) => name)).toEqual(['Each', 'After'])
  expect(parse(back).layout).toEqual(parse(text).layout)
})

test('a step of a body has its note, which goes with it', () => {
  const notes = (of: string) => notesIn(of)
  expect(notes(body)).toEqual({ Price: 'the price first', Gate: 'last of all' })
  const written = edited(body, { type: 'set_note', step: 'Keep', text: 'kept' })
  expect(changes(body, written)).toEqual(['+    # kept'])
  expect(edited(written, { type: 'set_note', step: 'Keep', text: '' })).toBe(body)
  expect(notes(edited(body, { type: 'paste_steps', fragment: copied(body, ['Gate']) }))).toMatchObject({
    Gate_2: 'last of all',
  })
  expect(notes(edited(body, { type: 'duplicate_steps', steps: ['Price'] }))).toMatchObject({
    Price_2: 'the price first',
  })
})

test('steps of a body are neither grouped nor extracted, and whoever tries is told why', () => {
  const refusal = {
    code: 'not_allowed',
    message: 'Price is inside another step. Only top-level steps can be grouped or extracted.',
  }
  expect(refused(body, { type: 'group_steps', steps: ['Take', 'Price'] })).toEqual(refusal)
  expect(refused(body, { type: 'extract_steps', steps: ['Price'], workflow: 'Part' })).toEqual(refusal)
})
