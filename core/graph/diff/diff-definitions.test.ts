import { describe, expect, it } from 'vitest'
import type { Edit } from '../edit.ts'
import { drawn } from '../testing/drawn.ts'
import { edited } from '../testing/edit-text.ts'
import { countChanges, type DefinitionDiff, diffDefinitions } from './diff-definitions.ts'

const text = `workflow_type: Loan
description: Words
steps:
  - name: Score
    function: loans.score
    retry: { max_attempts: 3, non_retryable: [A] }
  - name: Gate
    type: DECISION
    routes:
      - { condition: state.score > 50, target: Pay }
      - default: Decline
  - name: Pay
    type: PARALLEL
    tasks:
      - { name: money, function: loans.pay }
      - { name: mail, function: mails.send }
  - name: Decline
    function: loans.decline
layout:
  Score: [0, 0]
  Pay: [0, 200]
`

const diff = (before: string, after: string) => diffDefinitions(drawn(before), drawn(after))
const changedBy = (...edits: readonly Edit[]) => diff(text, edited(text, ...edits))
const nothing = { added: 0, removed: 0, changed: 0, moved: 0, edges: 0, groups: 0, workflow: 0 }
const stepOf = ({ steps }: DefinitionDiff, name: string) => steps.find((step) => step.name === name)

describe('what changed between two definitions', () => {
  it('is said by step and field, as deep as the difference lies', () => {
    const changed = changedBy(
      { type: 'set_field', step: 'Score', path: ['retry', 'max_attempts'], value: 5 },
      { type: 'set_field', step: 'Score', path: ['retry', 'non_retryable'], value: ['A', 'B'] },
      { type: 'set_field', step: 'Score', path: ['timeout_seconds'], value: 9 },
      { type: 'set_field', step: 'Pay', path: ['tasks', 1, 'function'], value: 'mails.other' },
      { type: 'set_workflow_field', path: ['description'] },
    )
    expect(countChanges(changed)).toEqual({ ...nothing, changed: 2, workflow: 1 })
    expect(stepOf(changed, 'Score')?.fields).toEqual([
      { path: ['retry', 'max_attempts'], before: 3, after: 5 },
      { path: ['retry', 'non_retryable'], before: ['A'], after: ['A', 'B'] },
      { path: ['timeout_seconds'], after: 9 },
    ])
    expect(stepOf(changed, 'Pay')?.fields).toEqual([
      { path: ['tasks', 'mail', 'function'], before: 'mails.send', after: 'mails.other' },
    ])
    expect(changed.workflow).toEqual([{ path: ['description'], before: 'Words' }])
  })

  it('tells groups apart, which change nothing of what is done', () => {
    const grouped = edited(text, { type: 'group_steps', steps: ['Score', 'Pay'], title: 'Money' })
    expect(diff(text, grouped).groups).toEqual([{ id: 'group 1', title: 'Money', status: 'added' }])
    expect(countChanges(diff(grouped, text))).toEqual({ ...nothing, groups: 1 })
    expect(diff(grouped, text).groups).toEqual([{ id: 'group 1', title: 'Money', status: 'removed' }])
    const titled = edited(grouped, { type: 'set_group', group: 'group 1', title: 'Cash' })
    expect(diff(grouped, titled).groups).toEqual([{ id: 'group 1', title: 'Cash', status: 'changed' }])
    const folded = edited(grouped, { type: 'set_group', group: 'group 1', collapsed: true })
    expect(diff(grouped, folded).groups).toEqual([{ id: 'group 1', title: 'Money', status: 'moved' }])
    expect(countChanges(diff(grouped, folded))).toEqual(nothing)
    const renamed = edited(grouped, { type: 'rename_step', step: 'Pay', name: 'Payout' })
    expect(diff(grouped, renamed).groups).toEqual([])
  })

  it('tells added, removed and changed ways', () => {
    const changed = changedBy(
      { type: 'set_route_condition', step: 'Gate', route: 0, condition: 'state.score > 60' },
      { type: 'connect', from: 'Decline', to: 'Score', kind: 'failure' },
      { type: 'disconnect', edge: { from: 'Score', to: 'Gate', kind: 'normal' } },
    )
    expect(changed.edges).toMatchObject([
      { source: 'Gate', target: 'Pay', status: 'changed', labelBefore: 'state.score > 50', label: 'state.score > 60' },
      { source: 'Decline', target: 'Score', kind: 'failure', status: 'added' },
      { source: 'Score', target: 'Gate', kind: 'normal', status: 'removed' },
    ])
    expect(stepOf(changed, 'Gate')?.fields).toEqual([
      { path: ['routes', 0, 'condition'], before: 'state.score > 50', after: 'state.score > 60' },
    ])
    expect(stepOf(changed, 'Decline')?.status).toBe('same')
  })

  it('shows what is gone behind what it stood behind, and what is new', () => {
    const changed = changedBy(
      { type: 'remove_steps', steps: ['Score', 'Pay'] },
      { type: 'add_step', step: { type: 'WAIT', name: 'Rest' } },
    )
    expect(changed.steps.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'Score removed',
      'Gate changed',
      'Pay removed',
      'Decline same',
      'Rest added',
    ])
  })

  it('knows a step under another name', () => {
    const changed = changedBy({ type: 'rename_step', step: 'Pay', name: 'Disburse' })
    expect(countChanges(changed)).toEqual({ ...nothing, changed: 1 })
    expect(stepOf(changed, 'Disburse')).toEqual({
      name: 'Disburse',
      nameBefore: 'Pay',
      status: 'changed',
      moved: false,
      fields: [{ path: ['name'], before: 'Pay', after: 'Disburse' }],
    })
    const nameless = 'workflow_type: W\nsteps:\n  - name: A\n    type: WAIT\n'
    expect(countChanges(diff(nameless, nameless.replace('A', 'B')))).toMatchObject({ added: 1, removed: 1 })
  })

  it('is nothing where things only stand elsewhere', () => {
    const moved = changedBy({ type: 'move', positions: { Pay: { x: 4, y: 4 }, Gate: { x: 0, y: 9 } } })
    expect(countChanges(moved)).toEqual({ ...nothing, moved: 2 })
    const reordered = diff(
      'workflow_type: W\nsteps:\n  - { name: A, function: f.a, next: C }\n  - { name: B, function: f.b, dependencies: [C] }\n  - { name: C, function: f.c }\n',
      'workflow_type: W\nsteps:\n  - { function: f.a, name: A }\n  - { name: C, function: f.c, dependencies: [A] }\n  - { name: B, type: STANDARD, function: f.b }\n',
    )
    expect(countChanges(reordered)).toEqual(nothing)
    expect(reordered.reordered).toBe(true)
    expect(moved.reordered).toBe(false)
  })

  it('names the whole value where its kind is another one', () => {
    const of = (set: string) =>
      `workflow_type: W\nsteps:\n  - { name: A, type: FIRE_AND_FORGET, workflow_type: X, input: ${set} }\n`
    const field = (was: string, is: string) => diff(of(was), of(is)).steps[0]?.fields
    expect(field('{ a: 1 }', '[1]')).toEqual([{ path: ['input'], before: { a: 1 }, after: [1] }])
    expect(field('text', '{ a: 1 }')).toEqual([{ path: ['input'], before: 'text', after: { a: 1 } }])
    expect(field('[1, 2]', '[1, 3]')).toEqual([{ path: ['input', 1], before: 2, after: 3 }])
  })
})
