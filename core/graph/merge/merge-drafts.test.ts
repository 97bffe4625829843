import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from '../apply-edit.ts'
import { decompile } from '../decompile.ts'
import type { Edit } from '../edit.ts'
import { chooseEdit } from '../testing/arbitrary-edit.ts'
import { arbitraryStyle } from '../testing/arbitrary-json.ts'
import { arbitraryWorkflowText } from '../testing/arbitrary-workflow.ts'
import { changes, edited } from '../testing/edit-text.ts'
import { chooseFrom } from '../testing/styled-text.ts'
import { openSource } from '../text/source.ts'
import { type Choice, mergeDrafts } from './merge-drafts.ts'
import { renamedSteps } from './renamed-steps.ts'

const base = `# The bank's own
workflow_type: Loan
steps:
  - name: Score
    function: loans.score # of the bank
    retry: { max_attempts: 3 }

  - name: Gate
    type: DECISION
    routes:
      - condition: state.score > 50
        target: Pay
      - default: Decline

  - name: Pay
    function: loans.pay
    next: END

  - name: Decline
    function: loans.decline
layout:
  Score: [0, 0]
  Pay: [0, 200]
`

const edges = (text: string) => {
  const { definition, layout } = parse(text)
  if (definition === null) throw new Error(`Not readable:\n${text}`)
  return decompile(definition, layout).edges.map(({ source, target, kind }) => `${source} ${kind} ${target}`)
}
const merge = (mine: string, theirs: string, choices: Record<string, Choice> = {}, from = base) =>
  mergeDrafts({ base: from, mine, theirs }, choices)
const set = (step: string, path: (string | number)[], value: string | number): Edit => ({
  type: 'set_field',
  step,
  path,
  value,
})

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

describe('two people who changed the same thing', () => {
  const field = (mine: string, theirs: string, choice?: Choice, from = base) => {
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

  it('may keep both of two lists', () => {
    const [mine, theirs] = ['x', 'y'].map((kind) =>
      base.replace('      - default', `      - condition: state.${kind}\n        target: Decline\n      - default`),
    ) as [string, string]
    const { conflict, text } = field(mine, theirs, 'both')
    expect(conflict).toMatchObject({ step: 'Gate', path: ['routes'], both: true })
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
    expect(kept.text).toContain('function: loans.theirs')
    expect(field(mine, theirs, 'mine').text).toBe(mine)
    const turned = field(theirs, mine)
    expect(turned.conflict).toMatchObject({ theirs: null })
    expect(turned.text).toBe(mine)
    expect(field(theirs, mine, 'mine').text).toContain('function: loans.theirs')
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

const runs = { numRuns: 60 }
type Values = Readonly<Record<string, unknown>>

/** What a text says, value by value: by step and key, and by key of the workflow. */
function sayings(text: string): ReadonlyMap<string, string> {
  const source = openSource(text)
  if (!source.ok) throw new Error(`${source.message}\n${text}`)
  const said = new Map<string, string>()
  const { steps, layout, ...header } = source.value as Values & { steps: readonly Values[]; layout?: Values }
  const say = (where: string, values: Values) => {
    for (const [key, value] of Object.entries(values)) said.set(`${where} ${key}`, JSON.stringify(value))
  }
  say('workflow', header)
  say('layout', layout ?? {})
  for (const { next: _n, dependencies: _d, ...step } of steps) say(`step ${step.name}`, step)
  return said
}

describe('whatever two people do to a draft', () => {
  it('each has what they did, or is told of it', { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, arbitraryStyle, arbitraryStyle, (from, own, other) => {
        const [mine, theirs] = [own, other].map((numbers) => randomlyEdited(from, numbers)) as [string, string]
        if (renames(from, mine) || renames(from, theirs)) return
        const { text, conflicts, placed } = mergeDrafts({ base: from, mine, theirs })
        const [before, after, said] = [sayings(from), sayings(text), { mine: sayings(mine), theirs: sayings(theirs) }]
        const isTold = (key: string) =>
          placed.some((name) => key === `layout ${name}`) ||
          // A place goes with its step.
          (key.startsWith('layout ') && !after.has(`${key.replace('layout', 'step')} name`)) ||
          conflicts.some(
            ({ step, kind, mine: a, theirs: b }) =>
              kind === 'name' || [step, a, b].some((name) => name !== null && key.includes(name)) || step === null,
          )
        for (const side of ['mine', 'theirs'] as const) {
          for (const [key, value] of said[side]) {
            if (before.get(key) === value || after.get(key) === value || isTold(key)) continue
            const other = said[side === 'mine' ? 'theirs' : 'mine']
            // Changed inside by the other one as well, or renamed by them: then it is merged further down.
            if (other.get(key) !== before.get(key)) continue
            throw new Error(
              `${side} lost ${key}: ${value}\n--- base\n${from}\n--- mine\n${mine}\n--- theirs\n${theirs}\n--- merged\n${text}`,
            )
          }
        }
      }),
      runs,
    )
  })

  it('taking mine for everything keeps all of mine, and the merge of a merge changes nothing', {
    timeout: 240_000,
  }, () => {
    fc.assert(
      fc.property(arbitraryWorkflowText, arbitraryStyle, arbitraryStyle, (from, own, other) => {
        const [mine, theirs] = [own, other].map((numbers) => randomlyEdited(from, numbers)) as [string, string]
        const first = mergeDrafts({ base: from, mine, theirs })
        expect(mergeDrafts({ base: theirs, mine: first.text, theirs })).toMatchObject({
          text: first.text,
          conflicts: [],
        })
        const choices = Object.fromEntries(first.conflicts.map(({ id }) => [id, 'mine' as const]))
        const second = mergeDrafts({ base: from, mine, theirs }, choices)
        expect(second.conflicts.length).toBeLessThanOrEqual(first.conflicts.length)
        expect(parse(second.text).definition).not.toBeNull()
      }),
      runs,
    )
  })
})

/** Renamed steps have a key of their own in what a text says; examples show them. */
function renames(before: string, after: string): boolean {
  const [old, now] = [parse(before).definition, parse(after).definition]
  return old === null || now === null || renamedSteps(old, now).size > 0
}

function randomlyEdited(text: string, numbers: readonly number[]): string {
  const choose = chooseFrom(numbers)
  let now = text
  for (let left = 1 + choose(3); left > 0; left -= 1) {
    const { definition, layout } = parse(now)
    if (definition === null || definition.steps.length === 0) return now
    const edit = chooseEdit(decompile(definition, layout), choose)
    const result = edit === null ? null : applyEdit(now, edit)
    if (result?.ok) now = result.text
  }
  return now
}
