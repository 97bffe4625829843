import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { limits } from '#core/limits.ts'
import { applyEdit } from './apply-edit.ts'
import type { Edit } from './edit.ts'
import { edited, refused } from './testing/edit-text.ts'

const text = `workflow_type: Row
steps:
  - name: A
    function: x.a
  - name: B
    type: DECISION
    routes:
      - condition: state.x
        target: A
      - default: C
  - name: C
    function: x.c
`
const touch: Edit = { type: 'set_workflow_field', path: ['description'], value: 'x' }

function check(edit: Edit, code: string, sentence: string | RegExp): void {
  const { code: actual, message } = refused(text, edit)
  expect(actual).toBe(code)
  expect(message).toMatch(sentence)
}

describe('a text that cannot be edited by the canvas', () => {
  it.each([
    ['with a mistake', 'a: [', 'bracket'],
    ['without a workflow', '', 'no workflow'],
    ['of several documents', 'a: 1\n---\nb: 1\n', 'several'],
    ['with a key twice', 'a: 1\na: 2\n', 'duplicate keys'],
    ['with aliases', 'a: &x 1\nb: *x\n', 'aliases'],
    ['with keys that are lists', '? [a]\n: 1\n', 'keys'],
    ['of nothing', '{}', 'no workflow'],
  ])('%s', (_, broken, words) => {
    const { code, message } = refused(broken, touch)
    expect(code).toBe('text_broken')
    expect(message).toContain(words)
  })
})

describe('an edit that cannot be', () => {
  it('of steps that are not there', () => {
    check({ type: 'set_field', step: 'X', path: ['a'], value: 1 }, 'step_missing', 'no step X')
    check({ type: 'rename_step', step: 'X', name: 'Y' }, 'step_missing', 'no step X')
    check({ type: 'change_type', step: 'X', to: 'WAIT' }, 'step_missing', 'no step X')
    check({ type: 'remove_steps', steps: ['X'] }, 'step_missing', 'no step X')
    check({ type: 'duplicate_steps', steps: [] }, 'step_missing', 'Nothing')
    check({ type: 'move', positions: { X: { x: 0, y: 0 } } }, 'step_missing', 'no step X')
    check({ type: 'set_route_condition', step: 'X', route: 0, condition: 'a' }, 'edge_missing', 'no such route')
    check({ type: 'move_route', step: 'X', route: 0, to: 1 }, 'not_allowed', 'order')
  })
  it('of edges that are not there, or may not be', () => {
    check({ type: 'disconnect', edge: { from: 'A', to: 'C', kind: 'normal' } }, 'edge_missing', 'no longer')
    check(
      { type: 'insert_on_edge', step: { type: 'WAIT' }, edge: { from: 'A', to: 'C', kind: 'normal' } },
      'edge_missing',
      'no longer',
    )
    check({ type: 'reconnect', edge: { from: 'A', to: 'C', kind: 'normal' }, to: 'B' }, 'not_allowed', 'no longer')
    check({ type: 'connect', from: 'A', to: 'A', kind: 'normal' }, 'not_allowed', 'itself')
    check(
      { type: 'add_step', step: { type: 'WAIT' }, connect: { from: 'X', kind: 'normal' } },
      'not_allowed',
      'no step X',
    )
    check(
      { type: 'set_route_condition', step: 'B', route: 0, condition: null },
      'not_allowed',
      'already has a default: C',
    )
    check({ type: 'move_route', step: 'B', route: 0, to: 1 }, 'not_allowed', 'tried last')
  })
  it('with names that are taken or none', () => {
    check({ type: 'rename_step', step: 'A', name: 'B' }, 'name_taken', 'step named B already exists')
    check({ type: 'rename_step', step: 'A', name: 'END' }, 'name_invalid', 'END')
    check({ type: 'rename_step', step: 'A', name: ' ' }, 'name_invalid', 'needs a name')
    expect(edited(text, { type: 'rename_step', step: 'A', name: 'A' })).toBe(text)
  })
  it('with fields that have no place', () => {
    check({ type: 'set_field', step: 'A', path: ['name'], value: 'x' }, 'not_allowed', 'cannot be set as a field')
    check({ type: 'set_field', step: 'A', path: [], value: 'x' }, 'value_invalid', 'cannot have')
    check({ type: 'set_field', step: 'A', path: [0], value: 'x' }, 'value_invalid', 'cannot have')
    check({ type: 'set_field', step: 'A', path: ['function', 'x'], value: 'x' }, 'value_invalid', 'cannot have')
    check({ type: 'set_field', step: 'B', path: ['routes', 9], value: 'x' }, 'value_invalid', 'cannot have')
    check(
      { type: 'set_field', step: 'B', path: ['routes', 0, 'target', 0], value: 'x' },
      'value_invalid',
      'cannot have',
    )
    check({ type: 'set_field', step: 'A', path: new Array(99).fill('a'), value: 'x' }, 'value_invalid', 'cannot have')
    check({ type: 'set_workflow_field', path: ['steps'], value: [] }, 'not_allowed', 'steps')
    check({ type: 'set_workflow_field', path: ['workflow_type', 'x'], value: 1 }, 'value_invalid', 'cannot have')
  })
  it('with values that are too deep, too large or off the canvas', () => {
    const deep = (levels: number): never => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as never
    const round: { list: unknown[] } = { list: [] }
    round.list.push(round)
    check({ type: 'set_field', step: 'A', path: ['with'], value: deep(90) }, 'value_invalid', 'cannot have')
    check({ type: 'set_field', step: 'A', path: ['with'], value: deep(62) }, 'value_invalid', '64 levels')
    check(
      { type: 'set_field', step: 'A', path: ['with'], value: { a: round } as never },
      'value_invalid',
      'cannot have',
    )
    check({ type: 'add_step', step: { type: 'WAIT', fields: { a: round } as never } }, 'value_invalid', 'too deep')
    check(
      {
        type: 'insert_on_edge',
        step: { type: 'WAIT', fields: { a: round } as never },
        edge: { from: 'A', to: 'B', kind: 'normal' },
      },
      'value_invalid',
      'too deep',
    )
    expect(applyEdit(text, { type: 'set_field', step: 'A', path: ['with'], value: deep(60) }).ok).toBe(true)
    const large = 'x'.repeat(limits.definition.textBytes)
    check({ type: 'set_field', step: 'A', path: ['description'], value: large }, 'text_too_large', '512 kB')
    check({ type: 'set_text', text: large.replaceAll('x', '☃') }, 'text_too_large', '512 kB')
    const far = { x: 2_000_000, y: 0 }
    check({ type: 'move', positions: { A: far } }, 'value_invalid', 'off the canvas')
    check({ type: 'add_step', step: { type: 'WAIT' }, position: far }, 'value_invalid', 'off the canvas')
    check(
      {
        type: 'insert_on_edge',
        step: { type: 'WAIT' },
        position: { x: 0, y: Number.NaN },
        edge: { from: 'A', to: 'B', kind: 'normal' },
      },
      'value_invalid',
      'off the canvas',
    )
    check({ type: 'paste_steps', fragment: 'steps: [{name: Q}]', position: far }, 'value_invalid', 'off the canvas')
  })
  it('that the text has no room for', () => {
    const full = text.replace('x.c', `x.c # ${'x'.repeat(limits.definition.textBytes - text.length - 10)}`)
    expect(refused(full, { type: 'add_step', step: { type: 'WAIT', name: 'A_long_name' } }).code).toBe('text_too_large')
    const steps = Array.from({ length: limits.definition.steps }, (_, index) => `- {name: S${index}, function: x}\n`)
    const crowded = `workflow_type: W\nsteps:\n${steps.join('')}`
    const connect = { from: 'S1999', kind: 'normal' } as const
    for (const edit of [
      { type: 'add_step', step: { type: 'WAIT' }, connect },
      { type: 'duplicate_steps', steps: ['S7'] },
      { type: 'paste_steps', fragment: 'steps: [{name: Q}]' },
    ] as const) {
      expect(refused(crowded, edit).message).toContain(`can have up to ${limits.definition.steps} steps`)
    }
    // Of two, one is left.
    const ends = ['S1998', 'S1999']
    expect(applyEdit(crowded, { type: 'extract_steps', steps: ends, workflow: 'Sub' }).ok).toBe(true)
  })
  it('without touching edges that this text cannot have, as those of another text that was handed in as read', () => {
    const other = parse(
      'workflow_type: W\nsteps: [{name: A, function: x}, {name: B, function: x}, {name: C, function: x}]\n',
    )
    const shorter = 'workflow_type: W\nsteps: [{name: A, function: x, next: END}, {name: B, function: x}]\n'
    const result = applyEdit(shorter, { type: 'connect', from: 'C', to: 'A', kind: 'failure' }, other)
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('would change other connections') })
  })
  it('with a fragment that holds no steps', () => {
    for (const fragment of ['', 'hello', 'a: [', 'steps: []', 'a: &x 1\nsteps: [{name: *x}]']) {
      check({ type: 'paste_steps', fragment }, 'value_invalid', 'no steps')
    }
  })
  it('that would leave nothing', () => {
    expect(refused('description: x\n', { type: 'set_workflow_field', path: ['description'] }).message).toContain(
      'empty',
    )
  })
  it('in a text that splices cannot follow', () => {
    const tagged = text.replace('x.c', '!!str x.c')
    expect(refused(tagged, { type: 'set_field', step: 'C', path: ['function'], value: 5 }).code).toBe('not_expressible')
  })
})

describe('set_text', () => {
  it('takes any text as it is, in one splice', () => {
    expect(applyEdit('abc', { type: 'set_text', text: 'axc: [' })).toEqual({
      ok: true,
      text: 'axc: [',
      splices: [{ start: 1, end: 3, text: 'xc: [' }],
      created: [],
    })
    expect(applyEdit('abc', { type: 'set_text', text: 'abc' })).toMatchObject({ splices: [] })
  })
})
