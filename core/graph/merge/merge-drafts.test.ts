import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { Edit } from '../edit.ts'
import { changes, edited } from '../testing/edit-text.ts'
import { base, edges, merge, set } from './testing/loan.ts'

describe('two people who changed different things', () => {
  it('both have what they wrote, byte by byte', () => {
    const mine = edited(base, set('Score', ['function'], 'loans.score_twice'))
    const theirs = edited(base, set('Score', ['retry', 'max_attempts'], 5), set('Pay', ['function'], 'loans.disburse'))
    const { text, conflicts } = merge(mine, theirs)
    expect(conflicts).toEqual([])
    expect(changes(base, text)).toEqual([
      '-    function: loans.score # of the bank',
      '-    retry: { max_attempts: 3 }',
      '+    function: loans.score_twice # of the bank',
      '+    retry: { max_attempts: 5 }',
      '-    function: loans.pay',
      '+    function: loans.disburse',
    ])
  })

  it('in one line, both changes are in it', () => {
    const flow = 'workflow_type: Loan\nsteps:\n  - { name: A, function: f.a, timeout_seconds: 3 } # kept\n'
    const mine = edited(flow, set('A', ['function'], 'f.b'))
    const theirs = edited(flow, set('A', ['timeout_seconds'], 9))
    expect(merge(mine, theirs, {}, flow)).toMatchObject({
      text: 'workflow_type: Loan\nsteps:\n  - { name: A, function: f.b, timeout_seconds: 9 } # kept\n',
      conflicts: [],
    })
  })

  it('both add a step at the same place, and each keeps the edges that its author drew', () => {
    const add = (name: string): Edit => ({
      type: 'add_step',
      step: { type: 'WAIT', name, fields: { duration_seconds: 1 } },
      connect: { from: 'Decline', kind: 'normal' },
    })
    const [mine, theirs] = [edited(base, add('Mine')), edited(base, add('Theirs'))]
    const { text, conflicts } = merge(mine, theirs)
    expect(conflicts).toEqual([])
    expect(edges(text)).toEqual([...new Set([...edges(mine), ...edges(theirs)])].toSorted(inOrderOf(edges(text))))
    expect(text.indexOf('Theirs')).toBeLessThan(text.indexOf('Mine'))
  })

  it('comments of both stay, also of lines that the other one rewrote', () => {
    const mine = base
      .replace('# of the bank', '# of the bank, checked')
      .replace("# The bank's own", "# The bank's own\n# Mine")
    const theirs = edited(base, set('Score', ['function'], 'loans.other'), { type: 'remove_steps', steps: ['Gate'] })
    const { text, conflicts } = merge(mine, theirs)
    expect(conflicts).toEqual([])
    for (const part of ['# of the bank, checked', '# Mine', 'loans.other']) expect(text).toContain(part)
    expect(text).not.toContain('DECISION')
    expect(parse(text).definition?.steps.map(({ name }) => name)).toEqual(['Score', 'Pay', 'Decline'])
  })

  it('one removes a field and a step, the other changes what is beside them and begins with a step of their own', () => {
    const first = 'steps:\n  - name: First\n    function: loans.first\n'
    const connect: Edit = { type: 'connect', from: 'Score', to: 'Pay', kind: 'failure' }
    const mine = edited(base.replace('steps:\n', first), set('Pay', ['function'], 'loans.disburse'), connect)
    const theirs = edited(
      base,
      { type: 'set_field', step: 'Score', path: ['retry'] },
      { type: 'remove_steps', steps: ['Decline'] },
    )
    const { text, conflicts } = merge(mine, theirs)
    expect(conflicts).toEqual([])
    expect(text).not.toContain('retry')
    expect(text).toContain('loans.disburse')
    expect(parse(text).definition?.steps.map(({ name }) => name)).toEqual(['First', 'Score', 'Gate', 'Pay'])
  })

  it('a comment above what is gone is kept at the end', () => {
    const mine = base.replace('    function: loans.decline', '    # Mine\n    function: loans.decline')
    const theirs = edited(base, { type: 'remove_steps', steps: ['Decline'] })
    const { text, conflicts } = merge(mine, theirs)
    expect(conflicts).toEqual([])
    expect(text).toContain('# Mine')
    expect(text).not.toContain('loans.decline')
  })

  it('a step renamed by one is still the step that the other changed', () => {
    const mine = edited(base, { type: 'rename_step', step: 'Pay', name: 'Disburse' })
    const theirs = edited(base, set('Pay', ['timeout_seconds'], 30), {
      type: 'move',
      positions: { Pay: { x: 8, y: 8 } },
    })
    for (const { text, conflicts } of [merge(mine, theirs), merge(theirs, mine)]) {
      expect(conflicts).toEqual([])
      expect(edges(text)).toContain('Gate route Disburse')
      expect(text).toContain('Disburse: [8, 8]')
      expect(text).toContain('timeout_seconds: 30')
      expect(text).not.toContain('Pay')
    }
  })

  it('a step taken out by one takes along the new reference of nobody', () => {
    const mine = edited(base, { type: 'remove_steps', steps: ['Pay'], bridge: true })
    const theirs = edited(base, set('Decline', ['description'], 'Sends a letter'))
    for (const { text, conflicts } of [merge(mine, theirs), merge(theirs, mine)]) {
      expect(conflicts).toEqual([])
      expect(text).toContain('Sends a letter')
      expect(parse(text).problems).toEqual(parse(mine).problems)
    }
  })

  it('both may move a step: it stands where mine has it, and that is said', () => {
    const [mine, theirs] = [4, 8].map((x) => edited(base, { type: 'move', positions: { Pay: { x, y: 0 } } }))
    expect(merge(mine as string, theirs as string)).toMatchObject({ text: mine, conflicts: [], placed: ['Pay'] })
  })

  it('who reorders the steps does not undo what the other adds', () => {
    const mine = edited(base, { type: 'add_step', step: { type: 'WAIT', name: 'Rest' }, after: 'Pay' })
    const [header, score, gate, pay, rest] = base.split(/(?=\n {2}- name)|(?=layout)/) as string[]
    const theirs = `${header}${score}${pay}${gate}${rest}${base.slice(base.indexOf('layout'))}`
    for (const { text, conflicts } of [merge(mine, theirs), merge(theirs, mine)]) {
      expect(conflicts).toEqual([])
      expect(parse(text).definition?.steps.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Score', 'Pay', 'Gate', 'Decline', 'Rest']),
      )
    }
  })

  it('lists and long texts are merged by their items and lines', () => {
    const long = `workflow_type: W
steps:
  - name: A
    type: SCRIPT
    code: |
      const a = 1
      const b = 2
      return a
  - name: B
    type: HUMAN
    title: T
    groups: [x, y]
`
    const mine = long.replace('a = 1', 'a = 10').replace('[x, y]', '[w, x, y]')
    const theirs = long.replace('return a', 'return b').replace('[x, y]', '[x, z]')
    const { text, conflicts } = merge(mine, theirs, {}, long)
    expect(conflicts).toEqual([])
    expect(text).toContain('      const a = 10\n      const b = 2\n      return b\n')
    expect(text).toContain('groups: [w, x, z]')
  })

  it('both may begin a layout', () => {
    const bare = base.slice(0, base.indexOf('layout'))
    const mine = edited(bare, { type: 'move', positions: { Pay: { x: 1, y: 1 } } })
    const theirs = edited(bare, { type: 'move', positions: { Score: { x: 2, y: 2 } } })
    const { text, conflicts } = merge(mine, theirs, {}, bare)
    expect(conflicts).toEqual([])
    expect(parse(text).layout).toEqual({ Pay: [1, 1], Score: [2, 2] })
  })
})

const inOrderOf = (order: readonly string[]) => (a: string, b: string) => order.indexOf(a) - order.indexOf(b)
