import { describe, expect, test } from 'vitest'
import { createDocument } from './document.ts'

const text = `# kept
workflow_type: Loan
steps:
  - name: Score
    function: loans.score   # of the bank
  - name: Pay
    function: loans.pay
`

const open = (initial = text) => {
  let now = 0
  const document = createDocument(initial, undefined, () => now)
  return { document, state: () => document.store.getState(), pass: (ms: number) => (now += ms) }
}

describe('the document', () => {
  test('a field edited on the canvas changes one line, and undo brings the text back byte by byte', () => {
    const { document, state } = open()
    const done = document.perform({ type: 'set_field', step: 'Pay', path: ['function'], value: 'loans.disburse' })
    expect(done).toMatchObject({ ok: true })
    expect(state().text).toBe(text.replace('loans.pay', 'loans.disburse'))
    expect(document.undo()).toBe(true)
    expect(state().text).toBe(text)
    expect(document.redo()).toBe(true)
    expect(state().text).toContain('loans.disburse')
  })

  test('an edit that is prepared is made of the text that there is when it is performed', () => {
    const edit = { type: 'move', positions: { Pay: { x: 0, y: 120 } } } as const
    for (const meanwhile of [false, true]) {
      const { document, state } = open()
      document.prepare(edit)
      if (meanwhile) document.perform({ type: 'set_field', step: 'Pay', path: ['function'], value: 'loans.disburse' })
      const before = state().text
      document.perform(edit)
      expect(before.includes('loans.disburse')).toBe(meanwhile)
      expect(state().text).toBe(`${before}\nlayout:\n  Pay: [0, 120]\n`)
      document.undo()
      expect(state().text).toBe(before)
    }
  })

  test('an edit that was prepared and is no longer possible is refused', () => {
    const { document, state } = open()
    const edit = { type: 'move', positions: { Pay: { x: 0, y: 120 } } } as const
    document.prepare(edit)
    document.perform({ type: 'remove_steps', steps: ['Pay'] })
    const before = state()
    expect(document.perform(edit)).toMatchObject({ ok: false, code: 'step_missing' })
    expect(state()).toBe(before)
  })

  test('a burst of typing is one undo step, a pause makes another', () => {
    const { document, state, pass } = open()
    for (const value of ['l', 'lo', 'loan']) {
      document.perform({ type: 'set_field', step: 'Pay', path: ['function'], value })
      pass(100)
    }
    expect(state().history.past).toHaveLength(1)
    pass(5_000)
    document.perform({ type: 'set_field', step: 'Pay', path: ['function'], value: 'loans' })
    expect(state().history.past).toHaveLength(2)
    document.undo()
    document.undo()
    expect(state().text).toBe(text)
  })

  test('several edits are one undo step, all or none', () => {
    const { document, state } = open()
    const add = { type: 'add_step', step: { type: 'STANDARD', name: 'Tell' }, position: { x: 0, y: 200 } } as const
    document.perform([{ type: 'move', positions: { Score: { x: 0, y: 0 } } }, add])
    expect(state().graph.nodes.map((node) => node.id)).toContain('Tell')
    expect(state().history.past).toHaveLength(1)
    const before = state().text
    const refused = document.perform([add, { type: 'rename_step', step: 'Nobody', name: 'X' }])
    expect(refused).toMatchObject({ ok: false, code: 'step_missing' })
    expect(state().text).toBe(before)
  })

  test('what did not change keeps its identity', () => {
    const { document, state } = open()
    const before = state().graph.nodes
    document.perform({ type: 'set_field', step: 'Pay', path: ['function'], value: 'loans.disburse' })
    expect(state().graph.nodes[0]).toBe(before[0])
    expect(state().graph.nodes[1]).not.toBe(before[1])
  })

  test('a broken text keeps the last good graph, refuses edits of the canvas, and mends by undo', () => {
    const { document, state } = open()
    const { graph } = state()
    document.type(`${text}  - [`)
    expect(state().broken).toBe(true)
    expect(state().graph).toBe(graph)
    expect(state().parsed.problems.length).toBeGreaterThan(0)
    expect(document.perform({ type: 'rename_step', step: 'Pay', name: 'Send' })).toMatchObject({ ok: false })
    document.undo()
    expect(state().broken).toBe(false)
  })

  test('text that is held back while typing is there before the next edit', () => {
    const { document, state } = open()
    let held: string | null = text.replace('# kept', '# typed')
    const release = document.holdTyping(() => {
      if (held !== null) document.type(held)
      held = null
    })
    document.perform({ type: 'set_field', step: 'Pay', path: ['function'], value: 'loans.disburse' })
    expect(state().text).toContain('# typed')
    expect(state().text).toContain('loans.disburse')
    release()
  })

  test('a restored text is one step of its own', () => {
    const { document, state } = open()
    document.replace(text.replace('Loan', 'Other'), 'restoring version 1')
    expect(state().history.past.at(-1)?.label).toBe('restoring version 1')
    document.replace(state().text, 'nothing')
    expect(state().history.past).toHaveLength(1)
  })

  test('a rename is told to those who remember names', () => {
    const { document, state } = open()
    document.perform({ type: 'rename_step', step: 'Pay', name: 'Send' })
    expect(state().change?.renamed).toEqual({ from: 'Pay', to: 'Send' })
  })

  test('an edit that changes nothing leaves no trace', () => {
    const { document, state } = open()
    expect(document.perform([])).toEqual({ ok: true, created: [], createdNotes: [] })
    document.perform({ type: 'set_field', step: 'Pay', path: ['function'], value: 'loans.pay' })
    expect(state().history.past).toHaveLength(0)
    expect(document.undo()).toBe(false)
  })
})
