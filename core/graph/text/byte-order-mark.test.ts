import { expect, it } from 'vitest'
import type { Edit } from '../edit.ts'
import { freeNotes } from '../notes.ts'
import { edited } from '../testing/edit-text.ts'
import { row } from '../testing/row-drafts.ts'

const mark = '\ufeff'
const placed: Edit = { type: 'move', positions: { A: { x: 1, y: 2 } } }
const noted: Edit = { type: 'write_note', text: 'Read this', position: { x: 3, y: 4 } }

it.each<[string, string, readonly Edit[]]>([
  ['arranged', row, [placed]],
  ['described', row, [{ type: 'set_workflow_field', path: ['description'], value: 'Words' }]],
  ['grouped', row, [{ type: 'group_steps', steps: ['A', 'B'], title: 'Both' }]],
  ['given a note, which is written again', row, [noted, { type: 'write_note', note: 'note 1', text: 'Other' }]],
  ['freed of its note', row, [noted, { type: 'write_note', note: 'note 1', text: '' }]],
  ['begun with a comment', `# a\n${row}`, [placed, noted]],
  ['begun with an empty line', `\n${row}`, [placed, noted]],
  ['begun with a list', 'steps:\n- name: A\n- name: B\n', [{ type: 'remove_steps', steps: ['A'] }]],
])('a text that begins with a byte order mark is %s as any other', (_, text, edits) => {
  expect(edited(mark + text, ...edits)).toBe(mark + edited(text, ...edits))
})

it('a note in the first line is one behind a byte order mark too', () => {
  expect(freeNotes(`${mark}# note 1: a\n${row}`)).toEqual([{ id: 'note 1', text: 'a', range: { start: 1, end: 12 } }])
})

it('an empty line at the beginning keeps the comment below it apart', () => {
  const text = '\n# a\nsteps:\n- name: A\n- name: B\n'
  expect(edited(text, { type: 'remove_steps', steps: ['A'] })).toBe('\n# a\nsteps:\n- name: B\n')
})
