import { expect, it } from 'vitest'
import { notesAfter } from './notes-after.ts'

const before = { A: { x: 0, y: 0 }, B: { x: 0, y: 400 } }

it('a note goes where the nearest step goes', () => {
  const after = { A: { x: 0, y: 0 }, B: { x: 500, y: 112 } }
  const notes = { 'note 1': { x: 240, y: -10 }, 'note 2': { x: 240, y: 390 } }
  expect(notesAfter(notes, before, after)).toEqual({ 'note 1': { x: 240, y: -10 }, 'note 2': { x: 740, y: 102 } })
})

it('where a step stands there now, it goes to the right of everything, one below the other', () => {
  const after = { A: { x: 0, y: 0 }, B: { x: 240, y: 0 } }
  const notes = { 'note 1': { x: 240, y: 0 }, 'note 2': { x: 250, y: 10 } }
  expect(notesAfter(notes, before, after)).toEqual({ 'note 1': { x: 496, y: 0 }, 'note 2': { x: 496, y: 136 } })
})

it('where nothing had a place before, it stays, unless a step stands there now', () => {
  expect(notesAfter({ 'note 1': { x: 7, y: 7 } }, {}, before)).toEqual({ 'note 1': { x: 256, y: 7 } })
  expect(notesAfter({ 'note 1': { x: 900, y: 7 } }, {}, before)).toEqual({ 'note 1': { x: 900, y: 7 } })
})
