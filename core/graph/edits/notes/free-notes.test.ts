import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from '../../apply-edit.ts'
import { copyFragment } from '../../fragment/copy-fragment.ts'
import { freeNotes } from '../../notes.ts'
import { diff, edited, refused } from '../../testing/edit-text.ts'

const text = `# about the file
# note 1: Weigh it first
# and again

# note 3: Not placed
workflow_type: Row
steps:
  - name: A
    function: x.a
  - name: Each
    type: LOOP
    iterate_over: input.all
    loop_body:
      - name: Inner
        function: x.inner
layout:
  A: [100, 100]
  Each: [100, 200]
  note 1: [-100, 60]
`

function copied(steps: readonly string[], notes: readonly string[], from = text): string {
  const fragment = copyFragment(from, steps, notes)
  return fragment.ok ? fragment.text : `${fragment.code}: ${fragment.message}`
}

describe('notes that stand by themselves', () => {
  it('are copied with steps, as comments and places, and alone', () => {
    expect(copied(['A'], ['note 1', 'note 3'])).toBe(`# note 1: Weigh it first
# and again
# note 2: Not placed
steps:
  - name: A
    function: x.a
layout:
  A: [100, 100]
  note 1: [-100, 60]
`)
    expect(copied([], ['note 1'])).toBe(`# note 1: Weigh it first
# and again
steps: []

layout:
  note 1: [-100, 60]
`)
    expect(copied([], ['note 3'])).toBe('# note 3: Not placed\nsteps: []\n')
    expect(copied([], ['note 2'])).toBe('step_missing: Nothing is selected.')
  })
  it('stay behind where only steps are copied, and so do their places', () => {
    expect(copied(['A'], [])).not.toContain('note')
    expect(copied(['A'], [], `# note 1: N\n{workflow_type: W, steps: [{name: A}], layout: {note 1: [0, 0]}}\n`)).toBe(
      '{steps: [{name: A}]}\n',
    )
  })
  it('are pasted under free ids below those that are there, and keep their distance from the steps', () => {
    expect(
      diff(text, { type: 'paste_steps', fragment: copied(['A'], ['note 1']), position: { x: 500, y: 400 } }),
    ).toMatchInlineSnapshot(`
        "+# note 2: Weigh it first
        +# and again
        +    next: END
        +  - name: A_2
        +    function: x.a
        +  A_2: [700, 440]
        +  note 2: [500, 400]"
      `)
  })
  it('are pasted with the line breaks of the text, and into one in braces', () => {
    const fragment = copied([], ['note 1'])
    const crlf = edited('workflow_type: W\r\nsteps: []\r\n', { type: 'paste_steps', fragment })
    expect(crlf).toMatch(/^# note 1: Weigh it first\r\n# and again\r\nworkflow_type: W\r\n/)
    expect(crlf).not.toMatch(/[^\r]\n/)
    expect(parse(crlf).layout).toEqual({ 'note 1': [-100, 60] })
    const braces = edited('{workflow_type: W, steps: []}\n', { type: 'paste_steps', fragment })
    expect(freeNotes(braces)).toMatchObject([{ id: 'note 1', text: 'Weigh it first\nand again' }])
    expect(parse(braces).layout).toEqual({ 'note 1': [-100, 60] })
  })
  it('come onto the canvas where steps are pasted among those of a loop', () => {
    const fragment = copied(['A'], ['note 1'])
    const pasted = edited(text, { type: 'paste_steps', fragment, within: 'Each', position: { x: 0, y: 0 } })
    expect(pasted).toContain('      - name: A_2\n')
    expect(pasted).toContain('  note 2: [0, 0]\n')
    expect(parse(pasted).layout).not.toHaveProperty('A_2')
  })
  it('are duplicated with steps, aside of the originals, and alone', () => {
    const result = applyEdit(text, { type: 'duplicate_steps', steps: ['A'], notes: ['note 1', 'note 3'] })
    expect(result).toMatchObject({ ok: true, created: ['A_2'], createdNotes: ['note 2', 'note 4'] })
    const after = result.ok ? result.text : ''
    expect(parse(after).layout).toMatchObject({ A_2: [140, 140], 'note 2': [-60, 100] })
    expect(parse(after).layout).not.toHaveProperty('note 4')
    expect(
      diff(text, { type: 'duplicate_steps', steps: [], notes: ['note 1'], offset: { x: 8, y: 8 } }),
    ).toMatchInlineSnapshot(`
        "+# note 2: Weigh it first
        +# and again
        +  note 2: [-92, 68]"
      `)
  })
  it('have to be there', () => {
    expect(refused(text, { type: 'duplicate_steps', steps: [], notes: ['note 2'] }).code).toBe('note_missing')
    expect(refused(text, { type: 'duplicate_steps', steps: [], notes: [] }).code).toBe('step_missing')
    expect(refused(text, { type: 'duplicate_steps', steps: ['X'], notes: ['note 1'] }).code).toBe('step_missing')
  })
  it('come out of other texts as they are written there, whatever steps say besides', () => {
    const said = '# note 7: # 7 note 7:\nsteps: []\n'
    expect(edited('workflow_type: W\nsteps: []\n', { type: 'paste_steps', fragment: said })).toBe(
      '# note 1: # 7 note 7:\nworkflow_type: W\nsteps: []\n',
    )
  })
})
