import { describe, expect, it } from 'vitest'
import { edited, refused } from '../../testing/edit-text.ts'

const text = `workflow_type: Row
steps:
  - name: P
    type: PARALLEL
    tasks:
      # the first
      - name: one
        function_path: x.one  # old word
      - { name: two, function: x.two }
  - name: H
    type: HTTP
    http_config:
      url: https://example.com
      query_params: { a: "1" }
`

describe('an item of a list in another place', () => {
  it('takes its lines along as they are', () => {
    const moved = edited(text, { type: 'move_item', step: 'P', path: ['tasks'], from: 1, to: 0 })
    expect(moved).toContain(`    tasks:
      - { name: two, function: x.two }
      # the first
      - name: one
        function_path: x.one  # old word
`)
    expect(edited(moved, { type: 'move_item', step: 'P', path: ['tasks'], from: 1, to: 0 })).toBe(text)
  })

  it('may be one of the workflow', () => {
    const schema = 'workflow_type: A\ninput_schema:\n  required: [a, b]\nsteps: []\n'
    const edit = { type: 'move_item', path: ['input_schema', 'required'], from: 0, to: 1 } as const
    expect(edited(schema, edit)).toContain('required: [b, a]')
  })

  it('is refused where there is none', () => {
    const edit = { type: 'move_item', path: ['tasks'], from: 0, to: 1 } as const
    expect(refused(text, { ...edit, step: 'Nobody' }).code).toBe('step_missing')
    expect(refused(text, { ...edit, step: 'H' }).code).toBe('value_invalid')
    expect(refused(text, { ...edit, step: 'P', to: 2 }).code).toBe('value_invalid')
    expect(refused(text, { ...edit, step: 'P', from: 2 }).code).toBe('value_invalid')
    expect(refused(text, { ...edit, step: 'P', path: ['tasks', 0, 'name', 'x'] }).code).toBe('value_invalid')
  })
})

describe('a field that the text calls by another name', () => {
  it('is set under that name', () => {
    const changed = edited(
      text,
      { type: 'set_field', step: 'P', path: ['tasks', 0, 'function'], value: 'x.other' },
      { type: 'set_field', step: 'H', path: ['http_config', 'query', 'b'], value: '2' },
      { type: 'set_field', step: 'H', path: ['http_config', 'method'], value: 'PUT' },
    )
    expect(changed).toContain('function_path: x.other  # old word')
    expect(changed).toContain('query_params: { a: "1", b: "2" }')
    expect(changed).toContain('method: PUT')
  })

  it('gets the usual name where neither is there', () => {
    const added = edited(text, { type: 'set_field', step: 'P', path: ['tasks', 2], value: { name: 'three' } })
    expect(edited(added, { type: 'set_field', step: 'P', path: ['tasks', 2, 'function'], value: 'x.c' })).toContain(
      'function: x.c',
    )
  })
})
