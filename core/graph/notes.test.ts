import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { limits } from '#core/limits.ts'
import { applyEdit } from './apply-edit.ts'
import { copyFragment } from './copy-fragment.ts'
import { notesOf } from './notes.ts'
import { arbitraryWorkflowText } from './testing/arbitrary-workflow.ts'
import { changes, edited, refused } from './testing/edit-text.ts'

const text = `# About the file.
# note 1: Ask Maria
#   before changing the limits

workflow_type: Noted
steps:
  # the first
  # of all
  - name: A
    code: |
      # no note
    type: SCRIPT
      # still A's
  # about B
  - name: B
    function: x.b

  # apart

  - name: C
    function: x.c
`

function notes(of: string): Record<string, string> {
  const { ofSteps, free } = notesOf(of, parse(of))
  return Object.fromEntries([...ofSteps.values(), ...free].map((note) => [note.id, note.text]))
}

describe('notes', () => {
  it('are the comments right above steps, and marked ones above everything', () => {
    expect(notes(text)).toEqual({
      A: 'the first\nof all',
      B: 'about B',
      'note 1': 'Ask Maria\n  before changing the limits',
    })
  })

  it('are written on a step, changed and taken away, and no other line is touched', () => {
    const written = edited(text, { type: 'set_note', step: 'C', text: 'One: more\n\nthing ' })
    expect(changes(text, written)).toEqual(['+  # One: more', '+  #', '+  # thing'])
    expect(notes(written).C).toBe('One: more\n\nthing')
    const changed = edited(written, { type: 'set_note', step: 'A', text: 'other' })
    expect(changes(written, changed)).toEqual(['-  # the first', '-  # of all', '+  # other'])
    expect(edited(written, { type: 'set_note', step: 'C', text: ' ' })).toBe(text)
    expect(edited(text, { type: 'set_note', step: 'C', text: '' })).toBe(text)
  })

  it('stand by themselves with a place, are changed without one, and go with it', () => {
    const written = edited(text, { type: 'write_note', text: 'Fresh', position: { x: 10, y: 20.4 } })
    expect(changes(text, written)).toEqual(['+# note 2: Fresh', '+layout:', '+  note 2: [10, 20]', '+'])
    const changed = edited(written, { type: 'write_note', note: 'note 1', text: 'Short\nnote 7: no mark' })
    expect(notes(changed)).toMatchObject({ 'note 1': 'Short\n note 7: no mark', 'note 2': 'Fresh' })
    const moved = edited(written, { type: 'move', positions: { 'note 2': { x: 1, y: 2 } } })
    expect(changes(written, moved)).toEqual(['-  note 2: [10, 20]', '+  note 2: [1, 2]'])
    const gone = edited(written, { type: 'write_note', note: 'note 2', text: '' })
    expect(gone).toBe(text)
    expect(edited(text, { type: 'write_note', text: '' })).toBe(text)
    expect(parse(written).problems.filter(({ code }) => code.startsWith('LAYOUT'))).toEqual([])
  })

  it('get a number that neither another note nor a place has', () => {
    const placed = `${text}layout:\n  note 2: [0, 0]\n`
    expect(notes(edited(placed, { type: 'write_note', text: 'x' }))).toHaveProperty('note 3', 'x')
  })

  it('keep the line breaks of the text, and leave out what YAML cannot hold', () => {
    const windows = 'workflow_type: A\r\nsteps:\r\n  - name: A\r\n'
    const written = edited(windows, { type: 'set_note', step: 'A', text: 'a\u0007\u2028b\nc\ud800' })
    expect(written).toBe('workflow_type: A\r\nsteps:\r\n  # ab\r\n  # c\ufffd\r\n  - name: A\r\n')
    expect(notes(written)).toEqual({ A: 'ab\nc\ufffd' })
  })

  it('come along with copies', () => {
    expect(notes(edited(text, { type: 'duplicate_steps', steps: ['A', 'C'] }))).toMatchObject({
      A_2: 'the first\nof all',
    })
    const copied = copyFragment(text, ['B'])
    const pasted = edited(text, { type: 'paste_steps', fragment: copied.ok ? copied.text : '' })
    expect(notes(pasted)).toMatchObject({ B: 'about B', B_2: 'about B' })
  })

  it('are refused where there is no room for them', () => {
    const flow = 'workflow_type: A\nsteps: [{ name: A }]\n'
    expect(refused(flow, { type: 'set_note', step: 'A', text: 'x' }).code).toBe('not_expressible')
    expect(notes(flow)).toEqual({})
    expect(notes('a: [')).toEqual({})
    expect(notes('workflow_type: A\n')).toEqual({})
    const copied = copyFragment(text, ['B'])
    expect(notes(edited(flow, { type: 'paste_steps', fragment: copied.ok ? copied.text : '' }))).toEqual({})
    const odd = '# note 1: x\n? workflow_type\n: W\n? layout\n: note 1: [0, 0]\n'
    expect(refused(odd, { type: 'write_note', note: 'note 1', text: '' }).code).toBe('not_expressible')
    expect(notes(edited(flow, { type: 'duplicate_steps', steps: ['A'] }))).toEqual({})
    expect(refused(text, { type: 'set_note', step: 'Z', text: 'x' }).code).toBe('step_missing')
    expect(refused(text, { type: 'write_note', note: 'note 9', text: 'x' }).code).toBe('note_missing')
    const long = 'x'.repeat(limits.definition.noteCharacters + 1)
    expect(refused(text, { type: 'write_note', text: long }).code).toBe('value_invalid')
    expect(refused(text, { type: 'write_note', text: 'x', position: { x: Number.NaN, y: 0 } }).code).toBe(
      'value_invalid',
    )
    expect(refused('a: [', { type: 'write_note', text: 'x' }).code).toBe('text_broken')
    expect(refused('a: [', { type: 'set_note', step: 'A', text: 'x' }).code).toBe('text_broken')
    const oneLine = `{ workflow_type: A, steps: [], layout: &a {} }`
    expect(refused(oneLine.replace('{}', '*a'), { type: 'write_note', text: 'x' }).code).toBe('text_broken')
  })

  it('read back as they were written, whatever the text', () => {
    const lines = fc.stringMatching(/^[ -~é]{0,20}$/)
    fc.assert(
      fc.property(
        arbitraryWorkflowText,
        fc.array(lines, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (of, all, which) => {
          const said = all.map((line) => line.trimEnd()).join('\n')
          const wanted = said.replace(/^\n+|\s+$/g, '')
          const { definition } = parse(of)
          const step = definition?.steps[which % (definition.steps.length || 1)]?.name ?? ''
          const before = notes(of)
          const result = edited(of, { type: 'write_note', text: said, position: { x: 0, y: 0 } })
          const { free } = notesOf(result, parse(result))
          expect(free.map((note) => note.text.trim())).toEqual(wanted.trim() === '' ? [] : [wanted.trim()])
          expect(parse(result).definition).toEqual(definition)
          const onStep = applyEdit(of, { type: 'set_note', step, text: said })
          if (!onStep.ok) {
            expect(onStep.code).toBe('not_expressible')
            return
          }
          const noted = onStep.text
          expect({ ...notes(noted), [step]: '' }).toEqual({ ...before, [step]: '' })
          expect(parse(noted).definition).toEqual(definition)
        },
      ),
      { numRuns: 200 },
    )
  })
})
