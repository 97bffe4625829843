import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { limits } from '#core/limits.ts'
import { copyFragment } from './fragment/copy-fragment.ts'
import { changes, edited, refused } from './testing/edit-text.ts'
import { notesIn } from './testing/notes-in.ts'

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

describe('notes', () => {
  it('are the comments right above steps, and marked ones above everything', () => {
    expect(notesIn(text)).toEqual({
      A: 'the first\nof all',
      B: 'about B',
      'note 1': 'Ask Maria\n  before changing the limits',
    })
  })

  it('are written on a step, changed and taken away, and no other line is touched', () => {
    const written = edited(text, { type: 'set_note', step: 'C', text: 'One: more\n\nthing ' })
    expect(changes(text, written)).toEqual(['+  # One: more', '+  #', '+  # thing'])
    expect(notesIn(written).C).toBe('One: more\n\nthing')
    const changed = edited(written, { type: 'set_note', step: 'A', text: 'other' })
    expect(changes(written, changed)).toEqual(['-  # the first', '-  # of all', '+  # other'])
    expect(edited(written, { type: 'set_note', step: 'C', text: ' ' })).toBe(text)
    expect(edited(text, { type: 'set_note', step: 'C', text: '' })).toBe(text)
  })

  it('stand by themselves with a place, are changed without one, and go with it', () => {
    const written = edited(text, { type: 'write_note', text: 'Fresh', position: { x: 10, y: 20.4 } })
    expect(changes(text, written)).toEqual(['+# note 2: Fresh', '+layout:', '+  note 2: [10, 20]', '+'])
    const changed = edited(written, { type: 'write_note', note: 'note 1', text: 'Short\nnote 7: no mark' })
    expect(notesIn(changed)).toMatchObject({ 'note 1': 'Short\n note 7: no mark', 'note 2': 'Fresh' })
    const moved = edited(written, { type: 'move', positions: { 'note 2': { x: 1, y: 2 } } })
    expect(changes(written, moved)).toEqual(['-  note 2: [10, 20]', '+  note 2: [1, 2]'])
    const gone = edited(written, { type: 'write_note', note: 'note 2', text: '' })
    expect(gone).toBe(text)
    expect(edited(text, { type: 'write_note', text: '' })).toBe(text)
    expect(parse(written).problems.filter(({ code }) => code.startsWith('LAYOUT'))).toEqual([])
  })

  it('get a number that neither another note nor a place has', () => {
    const placed = `${text}layout:\n  note 2: [0, 0]\n`
    expect(notesIn(edited(placed, { type: 'write_note', text: 'x' }))).toHaveProperty('note 3', 'x')
  })

  it('keep the line breaks of the text, and leave out what YAML cannot hold', () => {
    const windows = 'workflow_type: A\r\nsteps:\r\n  - name: A\r\n'
    const written = edited(windows, { type: 'set_note', step: 'A', text: 'a\u0007\u2028b\nc\ud800' })
    expect(written).toBe('workflow_type: A\r\nsteps:\r\n  # ab\r\n  # c\ufffd\r\n  - name: A\r\n')
    expect(notesIn(written)).toEqual({ A: 'ab\nc\ufffd' })
  })

  it('come along with copies', () => {
    expect(notesIn(edited(text, { type: 'duplicate_steps', steps: ['B', 'A'] }))).toMatchObject({
      A_2: 'the first\nof all',
      B_2: 'about B',
    })
    expect(notesIn(edited(text, { type: 'duplicate_steps', steps: ['A', 'C'] }))).toMatchObject({
      A_2: 'the first\nof all',
    })
    const copied = copyFragment(text, ['B'])
    const pasted = edited(text, { type: 'paste_steps', fragment: copied.ok ? copied.text : '' })
    expect(notesIn(pasted)).toMatchObject({ B: 'about B', B_2: 'about B' })
  })

  it('are refused where there is no room for them', () => {
    const flow = 'workflow_type: A\nsteps: [{ name: A }]\n'
    expect(refused(flow, { type: 'set_note', step: 'A', text: 'x' }).code).toBe('not_expressible')
    expect(notesIn(flow)).toEqual({})
    for (const none of ['a: [', '# about\na: [', `# about\n${flow}`]) expect(notesIn(none)).toEqual({})
    expect(notesIn('workflow_type: A\n')).toEqual({})
    const copied = copyFragment(text, ['B'])
    expect(notesIn(edited(flow, { type: 'paste_steps', fragment: copied.ok ? copied.text : '' }))).toEqual({})
    const odd = '# note 1: x\n? workflow_type\n: W\n? layout\n: note 1: [0, 0]\n'
    expect(refused(odd, { type: 'write_note', note: 'note 1', text: '' }).code).toBe('not_expressible')
    expect(notesIn(edited(flow, { type: 'duplicate_steps', steps: ['A'] }))).toEqual({})
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
})
