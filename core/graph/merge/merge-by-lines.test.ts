import { describe, expect, it } from 'vitest'
import { edited } from '../testing/edit-text.ts'
import { mergeDrafts } from './merge-drafts.ts'
import { base, merge, set } from './testing/loan.ts'

describe('texts that cannot be read', () => {
  const broken = base.replace('# of the bank', ': [')

  it('are merged by lines', () => {
    const theirs = edited(base, set('Pay', ['function'], 'loans.theirs'))
    expect(merge(broken, theirs)).toMatchObject({
      text: broken.replace('loans.pay', 'loans.theirs'),
      conflicts: [],
    })
    expect(merge(theirs, broken).text).toBe(broken.replace('loans.pay', 'loans.theirs'))
  })

  it('have conflicts of lines, each of which may have both', () => {
    const theirs = edited(base, set('Score', ['function'], 'loans.theirs'))
    const { text, conflicts } = merge(broken, theirs)
    expect(conflicts).toMatchObject([
      { kind: 'lines', step: null, theirs: expect.stringContaining('loans.theirs'), both: true },
    ])
    expect(text).toBe(theirs)
    const { id = '' } = conflicts[0] ?? {}
    expect(merge(broken, theirs, { [id]: 'mine' }).text).toBe(broken)
    expect(merge(broken, theirs, { [id]: 'both' }).text.split('\n')).toHaveLength(base.split('\n').length + 1)
    const removed = merge('workflow_type: [\n', 'workflow_type: {\na: 1\n', {}, '')
    expect(removed.conflicts).toMatchObject([{ base: null, mine: 'workflow_type: [\n' }])
  })

  it('where one took lines out that the other changed have only these, not both', () => {
    const mine = broken.replace('    function: loans.pay\n', '')
    const theirs = edited(base, set('Pay', ['function'], 'loans.theirs'))
    expect(merge(mine, theirs).conflicts).toMatchObject([{ kind: 'lines', mine: null, both: false }])
    expect(merge(theirs, mine).conflicts).toMatchObject([{ kind: 'lines', theirs: null, both: false }])
  })

  it('with nothing that both changed need no decision', () => {
    expect(merge(base, broken)).toEqual({ text: broken, conflicts: [], placed: [] })
    expect(merge(broken, base)).toEqual({ text: broken, conflicts: [], placed: [] })
    expect(merge(broken, broken)).toEqual({ text: broken, conflicts: [], placed: [] })
  })
})

describe('a text that says things in its own way', () => {
  const flow = 'workflow_type: W\nsteps:\n  - { name: A, function: !!str f.a, timeout_seconds: 1 }\n'
  const kinds = (mine: string, theirs: string, from: string) =>
    mergeDrafts({ base: from, mine, theirs }).conflicts.map(({ kind }) => kind)

  it('that splices cannot follow is merged by lines', () => {
    expect(kinds(flow.replace('!!str f.a', '5'), flow.replace(': 1', ': 2'), flow)).toEqual(['lines'])
  })

  it('whose lines make no workflow together is merged by what both say', () => {
    const block = 'workflow_type: W\nsteps:\n  - name: A\n    function: f.a\n    retry:\n      max_attempts: 3\n'
    const mine = block.replace('retry:\n      max_attempts: 3', 'retry: { max_attempts: 3 }').replace('f.a', 'f.b')
    const { text, conflicts } = mergeDrafts({ base: block, mine, theirs: `${block}      backoff: 2\n` })
    expect(conflicts).toEqual([])
    expect(text).toBe(`${block.replace('f.a', 'f.b')}      backoff: 2\n`)
  })

  it('without a line break at its end, or with those of another system, keeps comments on lines of their own', () => {
    const bare = 'workflow_type: W\nsteps:\n  - name: A\n    function: f.a\n  - { name: B, function: f.b }'
    const commented = bare
      .replace('f.a', 'f.a # x')
      .replace('{ name: B, function: f.b }', '{ name: B, function: f.b } # end')
    const gone = bare.replace('\n  - { name: B, function: f.b }', '')
    expect(mergeDrafts({ base: bare, mine: commented, theirs: gone }).text).toBe(
      `${gone.replace('f.a', 'f.a # x')}\n# end\n`,
    )
    const windows = (text: string) => text.replaceAll('\n', '\r\n')
    expect(mergeDrafts({ base: windows(bare), mine: windows(commented), theirs: windows(gone) }).text).toBe(
      windows(`${gone.replace('f.a', 'f.a # x')}\n# end\n`),
    )
  })

  it('has its comments outside of scripts', () => {
    const script =
      'workflow_type: W\nsteps:\n  - name: A\n    type: SCRIPT\n    code: |\n      # function: f.b\n      function: f.b\n  - name: B\n    function: f.b\n'
    const mine = script.replace('    function: f.b\n', (line) => line).replace('- name: B\n', '- name: B # mine\n')
    const theirs = edited(script, { type: 'remove_steps', steps: ['B'] })
    const { text, conflicts } = mergeDrafts({ base: script, mine, theirs })
    expect(conflicts).toEqual([])
    expect(text).toBe(`${theirs}# mine\n`)
  })

  it('may be another description, and tasks of one step', () => {
    const tasks =
      'workflow_type: W\ndescription: a\nsteps:\n  - name: A\n    type: PARALLEL\n    tasks:\n      - { name: x, function: f.x }\n      - { name: y, function: f.y }\n'
    const mine = tasks.replace('description: a', 'description: b').replace('      - { name: x, function: f.x }\n', '')
    const theirs = tasks.replace('description: a', 'description: c').replace('f.y', 'f.z')
    const { text, conflicts } = mergeDrafts({ base: tasks, mine, theirs })
    expect(conflicts).toMatchObject([{ step: null, path: ['description'], mine: 'b', theirs: 'c' }])
    expect(text).toBe(theirs.replace('      - { name: x, function: f.x }\n', ''))
  })

  it('by a name that the other one has given meanwhile is merged by lines', () => {
    const mine = edited(base, { type: 'rename_step', step: 'Decline', name: 'Tell' })
    const theirs = edited(base, { type: 'add_step', step: { type: 'WAIT', name: 'Tell' } })
    expect(mergeDrafts({ base, mine, theirs }).text).toContain('name: Tell')
  })
})
