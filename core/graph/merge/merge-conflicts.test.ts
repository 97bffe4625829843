import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { Edit } from '../edit.ts'
import { edited } from '../testing/edit-text.ts'
import type { Resolution } from './merge-drafts.ts'
import { base, edges, merge, set } from './testing/loan.ts'

describe('two people who changed the same thing', () => {
  const field = (mine: string, theirs: string, choice?: Resolution, from = base) => {
    const { conflicts } = merge(mine, theirs, {}, from)
    expect(conflicts).toHaveLength(1)
    const [conflict] = conflicts
    if (conflict === undefined) throw new Error('no conflict')
    const { text } = merge(mine, theirs, choice === undefined ? {} : { [conflict.id]: choice }, from)
    return { conflict, text }
  }

  it('decide by field; until then it is theirs', () => {
    const mine = edited(base, set('Pay', ['function'], 'loans.mine'), set('Score', ['function'], 'loans.also_mine'))
    const theirs = edited(base, set('Pay', ['function'], 'loans.theirs'))
    const { conflict, text } = field(mine, theirs)
    expect(conflict).toMatchObject({
      step: 'Pay',
      path: ['function'],
      kind: 'value',
      base: 'loans.pay',
      mine: 'loans.mine',
      theirs: 'loans.theirs',
      both: false,
    })
    expect(text).toBe(edited(theirs, set('Score', ['function'], 'loans.also_mine')))
    expect(field(mine, theirs, 'mine').text).toBe(mine)
    // Both of two function names is not to be had: it stays theirs.
    expect(field(mine, theirs, 'both').text).toBe(text)
  })

  it('decide about a number or an answer', () => {
    const at = (path: string[], value: Json) => edited(base, set('Score', path, value))
    const [mine, theirs] = [at(['retry', 'max_attempts'], 5), at(['retry', 'max_attempts'], 7)]
    expect(field(mine, theirs).conflict).toMatchObject({ base: '3', mine: '5', theirs: '7' })
    const nothing = field(at(['with'], { a: null }), at(['with'], { a: true }), undefined, at(['with'], { a: false }))
    expect(nothing.conflict).toMatchObject({ base: 'false', mine: 'null', theirs: 'true' })
  })

  it('may keep both of two lists', () => {
    const [mine, theirs] = ['x', 'y'].map((kind) =>
      base.replace('      - default', `      - condition: state.${kind}\n        target: Decline\n      - default`),
    ) as [string, string]
    const { conflict, text } = field(mine, theirs, 'both')
    expect(conflict).toMatchObject({ step: 'Gate', path: ['routes'], both: true })
    expect(conflict.base).toBe('- condition: state.score > 50\n  target: Pay\n- default: Decline')
    expect(text.match(/condition: .*/g)).toEqual([
      'condition: state.score > 50',
      'condition: state.y',
      'condition: state.x',
    ])
  })

  it('may keep both of two lines of a script', () => {
    const script =
      'workflow_type: W\nsteps:\n  - name: A\n    type: SCRIPT\n    code: |\n      const a = 1\n      return a\n'
    const { text } = field(script.replace('a = 1', 'a = 2'), script.replace('a = 1', 'a = 3'), 'both', script)
    expect(text).toBe(script.replace('const a = 1', 'const a = 3\n      const a = 2'))
  })

  it('may keep both of two steps that have one name', () => {
    const add = (value: string): Edit => ({
      type: 'add_step',
      step: { type: 'STANDARD', name: 'Tell', fields: { function: value } },
    })
    const [mine, theirs] = [edited(base, add('t.mine')), edited(base, add('t.theirs'))]
    const { conflict, text } = field(mine, theirs, 'both')
    expect(conflict).toMatchObject({ kind: 'step', step: 'Tell', path: [], base: null, both: true })
    expect(text).toContain('name: Tell\n    type: STANDARD\n    function: t.theirs')
    expect(text).toContain('name: Tell_2\n    type: STANDARD\n    function: t.mine')
    expect(field(mine, theirs, 'mine').text).toContain('name: Tell\n    type: STANDARD\n    function: t.mine')
  })

  it('decide about a step that one took out and the other changed', () => {
    const mine = edited(base, { type: 'remove_steps', steps: ['Pay'] })
    const theirs = edited(base, set('Pay', ['function'], 'loans.theirs'))
    const kept = field(mine, theirs)
    expect(kept.conflict).toMatchObject({
      kind: 'step',
      step: 'Pay',
      mine: null,
      theirs: expect.stringContaining('loans.theirs'),
    })
    expect(kept.text).toBe(theirs)
    expect(field(mine, theirs, 'mine').text).toBe(mine)
    const turned = field(theirs, mine)
    expect(turned.conflict).toMatchObject({ theirs: null })
    expect(turned.text).toBe(mine)
    expect(field(theirs, mine, 'mine').text).toBe(theirs)
  })

  it('decide about a step that one took out and the other gave another name', () => {
    const mine = edited(base, { type: 'remove_steps', steps: ['Pay'] })
    const theirs = edited(base, { type: 'rename_step', step: 'Pay', name: 'Pay_out' })
    const { conflict, text } = field(mine, theirs)
    expect(conflict).toMatchObject({
      kind: 'step',
      step: 'Pay',
      base: 'name: Pay\nfunction: loans.pay\nnext: END',
      mine: null,
      theirs: 'name: Pay_out\nfunction: loans.pay\nnext: END',
      both: false,
    })
    expect(text).toBe(theirs)
    expect(field(mine, theirs, 'mine').text).toBe(mine)
    expect(field(theirs, mine).text).toBe(mine)
    expect(field(theirs, mine, 'mine').text).toBe(theirs)
  })

  it('keep what leads to a step that stays, its place and its group, beside what its remover did elsewhere', () => {
    const route = (text: string) =>
      text.replace('      - default', '      - condition: state.score > 90\n        target: Score\n      - default')
    const grouped = edited(base, { type: 'group_steps', steps: ['Pay', 'Decline'], title: 'Money' })
    const mine = route(edited(grouped, { type: 'remove_steps', steps: ['Pay'] }))
    const theirs = edited(grouped, set('Pay', ['function'], 'loans.theirs'))
    const { text } = field(mine, theirs, 'theirs', grouped)
    expect(edges(text)).toEqual(expect.arrayContaining(['Gate route Pay', 'Gate route Score', 'Gate route Decline']))
    expect(text).toContain('  Pay: [0, 200]\n')
    expect(text).toMatch(/steps: \[Pay, Decline\]/)
  })

  it('keep where its remover led the ways to a step that stays', () => {
    const from = edited(base, { type: 'connect', from: 'Score', to: 'Pay', kind: 'failure' })
    const mine = edited(
      from,
      { type: 'remove_steps', steps: ['Pay'] },
      { type: 'connect', from: 'Score', to: 'Decline', kind: 'failure' },
      set('Gate', ['routes', 0], { condition: 'state.score > 70', target: 'Score' }),
    )
    const theirs = edited(from, set('Pay', ['function'], 'loans.theirs'))
    const { text } = field(mine, theirs, 'theirs', from)
    expect(edges(text)).toEqual(expect.arrayContaining(['Score failure Decline', 'Gate route Score', 'Gate route Pay']))
  })

  it('decide about a step that one took out and the other led somewhere', () => {
    const mine = edited(base, { type: 'remove_steps', steps: ['Decline'] })
    const theirs = edited(base, { type: 'connect', from: 'Decline', to: 'Score', kind: 'normal' })
    const { conflict, text } = field(mine, theirs)
    expect(conflict).toMatchObject({ kind: 'step', step: 'Decline' })
    expect(edges(text)).toContain('Decline normal Score')
  })

  it('decide about a name', () => {
    const mine = edited(base, { type: 'rename_step', step: 'Pay', name: 'Mine' }, set('Mine', ['timeout_seconds'], 3))
    const theirs = edited(base, { type: 'rename_step', step: 'Pay', name: 'Theirs' })
    const { conflict, text } = field(mine, theirs)
    expect(conflict).toMatchObject({ kind: 'name', step: 'Pay', base: 'Pay', mine: 'Mine', theirs: 'Theirs' })
    expect(text).toContain('timeout_seconds: 3')
    expect(edges(text)).toContain('Gate route Theirs')
    expect(edges(field(mine, theirs, 'mine').text)).toContain('Gate route Mine')
  })

  it('decide about a way that both lead elsewhere, or take both', () => {
    const lead = (to: string) =>
      edited(base, { type: 'reconnect', edge: { from: 'Score', to: 'Gate', kind: 'normal' }, to })
    const [mine, theirs] = [lead('Pay'), lead('Decline')]
    const from = (text: string) => edges(text).filter((edge) => edge.startsWith('Score'))
    const { conflict, text } = field(mine, theirs)
    expect(conflict).toMatchObject({ step: 'Score', path: ['next'], base: 'Gate', mine: 'Pay', theirs: 'Decline' })
    expect(from(text)).toEqual(['Score normal Decline'])
    expect(from(field(mine, theirs, 'mine').text)).toEqual(['Score normal Pay'])
    expect(from(field(mine, theirs, 'both').text).toSorted()).toEqual(['Score normal Decline', 'Score normal Pay'])
  })

  it('decide about the body of a loop as a whole when both changed what is in it', () => {
    const loop =
      'workflow_type: W\nsteps:\n  - name: L\n    type: LOOP\n    mode: ITERATE\n    iterate_over: input.l\n    loop_body:\n      - name: A\n        function: f.a\n'
    const add = (name: string) => `${loop}      - name: ${name}\n        function: f.${name}\n`
    expect(field(add('m'), add('t'), undefined, loop).conflict).toMatchObject({ step: 'L', path: ['loop_body'] })
    const inside = loop.replace('f.a', 'f.b')
    expect(merge(inside, add('t'), {}, loop)).toMatchObject({ text: add('t').replace('f.a', 'f.b'), conflicts: [] })
  })
})
