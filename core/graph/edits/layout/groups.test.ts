import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { limits } from '#core/limits.ts'
import { changes, edited, refused } from '../../testing/edit-text.ts'

const text = `workflow_type: Row
steps:
  - name: A
    function: x.a
  - name: B
    function: x.b
  - name: C
    function: x.c
layout:
  A: [10, 20]
  group 1: { title: Both, steps: [A, B] }
`
const groups = (of: string) => parse(of).groups

describe('groups', () => {
  it('are read from the layout and are no positions', () => {
    expect(groups(text)).toEqual([{ id: 'group 1', title: 'Both', steps: ['A', 'B'], collapsed: false }])
    expect(parse(text).layout).toEqual({ A: [10, 20] })
    expect(parse(text).problems.filter(({ code }) => code === 'LAYOUT_INVALID')).toEqual([])
    const odd = text.replace('title: Both, steps: [A, B]', 'steps: [A, 7], collapsed: true')
    expect(groups(odd)).toEqual([{ id: 'group 1', title: 'group 1', steps: ['A'], collapsed: true }])
  })

  it('are made of steps, which leave the group that they were in', () => {
    const made = edited(text, { type: 'group_steps', steps: ['B', 'C'], title: 'Late' })
    expect(changes(text, made)).toEqual([
      '-  group 1: { title: Both, steps: [A, B] }',
      '+  group 1: { title: Both, steps: [A] }',
      '+  group 2:',
      '+    title: Late',
      '+    steps: [B, C]',
    ])
    const first = edited('workflow_type: A\nsteps: [{ name: A }]\n', { type: 'group_steps', steps: ['A'] })
    expect(groups(first)).toEqual([{ id: 'group 1', title: 'Group', steps: ['A'], collapsed: false }])
  })

  it('are named, folded and opened, one line each', () => {
    const named = edited(text, { type: 'set_group', group: 'group 1', title: 'Risk: all' })
    expect(groups(named)[0]?.title).toBe('Risk: all')
    const folded = edited(text, { type: 'set_group', group: 'group 1', collapsed: true })
    expect(groups(folded)[0]?.collapsed).toBe(true)
    expect(edited(folded, { type: 'set_group', group: 'group 1', collapsed: false })).toBe(text)
  })

  it('go without their steps', () => {
    expect(groups(edited(text, { type: 'ungroup', group: 'group 1' }))).toEqual([])
    const alone = text.replace('  A: [10, 20]\n', '')
    expect(edited(alone, { type: 'ungroup', group: 'group 1' })).not.toContain('layout')
  })

  it('follow when steps are renamed, and lose those that are removed', () => {
    const renamed = edited(text, { type: 'rename_step', step: 'B', name: 'Z' })
    expect(groups(renamed)[0]?.steps).toEqual(['A', 'Z'])
    expect(groups(edited(text, { type: 'remove_steps', steps: ['A'] }))[0]?.steps).toEqual(['B'])
    expect(groups(edited(text, { type: 'remove_steps', steps: ['A', 'B'] }))).toEqual([])
  })

  it('are refused in words', () => {
    expect(refused(text, { type: 'group_steps', steps: [] }).code).toBe('step_missing')
    expect(refused(text, { type: 'group_steps', steps: ['A'], title: ' ' }).code).toBe('value_invalid')
    const title = 'x'.repeat(limits.definition.titleCharacters + 1)
    expect(refused(text, { type: 'set_group', group: 'group 1', title }).code).toBe('value_invalid')
    expect(refused(text, { type: 'set_group', group: 'group 7', title: 'x' }).code).toBe('group_missing')
    expect(refused(text, { type: 'ungroup', group: 'A' }).code).toBe('group_missing')
  })
})
