import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { Edit } from '../edit.ts'
import { freeNotes } from '../notes.ts'
import { edited } from '../testing/edit-text.ts'
import { base, merge } from './testing/loan.ts'

const groups = (text: string) => parse(text).groups
const notes = (text: string) => Object.fromEntries(freeNotes(text).map(({ id, text: said }) => [id, said]))
const group = (steps: string[], title: string): Edit => ({ type: 'group_steps', steps, title })
const note = (text: string, x?: number): Edit => ({
  type: 'write_note',
  text,
  ...(x === undefined ? {} : { position: { x, y: 0 } }),
})
const again = (id: string, text: string): Edit => ({ type: 'write_note', note: id, text })

describe('groups of two people', () => {
  const grouped = edited(base, group(['Pay', 'Decline'], 'Money'))

  it('are merged key by key: one folds it, the other gives it another title', () => {
    const mine = edited(grouped, { type: 'set_group', group: 'group 1', collapsed: true })
    const theirs = edited(grouped, { type: 'set_group', group: 'group 1', title: 'Outcome' })
    for (const { text, conflicts, placed } of [merge(mine, theirs, {}, grouped), merge(theirs, mine, {}, grouped)]) {
      expect({ conflicts, placed }).toEqual({ conflicts: [], placed: [] })
      expect(groups(text)).toEqual([{ id: 'group 1', title: 'Outcome', steps: ['Pay', 'Decline'], collapsed: true }])
    }
  })

  it('are asked about where both gave another title, or one took away what the other changed', () => {
    const title = (words: string) => edited(grouped, { type: 'set_group', group: 'group 1', title: words })
    expect(merge(title('Mine'), title('Theirs'), {}, grouped)).toMatchObject({
      text: title('Theirs'),
      conflicts: [{ step: null, path: ['layout', 'group 1', 'title'], mine: 'Mine', theirs: 'Theirs' }],
      placed: [],
    })
    const ungrouped = edited(grouped, { type: 'ungroup', group: 'group 1' })
    expect(merge(title('Mine'), ungrouped, {}, grouped).conflicts).toMatchObject([{ theirs: null }])
  })

  it('have a step that each put into another one where mine has it', () => {
    const mine = edited(base, group(['Score', 'Gate'], 'Risk'))
    const theirs = edited(base, group(['Gate', 'Pay'], 'Money'))
    const { text, conflicts, placed } = merge(mine, theirs)
    expect({ conflicts, placed }).toEqual({ conflicts: [], placed: ['Gate'] })
    const titles = groups(text).map(({ title, steps }) => `${title}: ${steps.join(' ')}`)
    expect(titles.toSorted()).toEqual(['Money: Pay', 'Risk: Score Gate'])
    const [one, other] = [edited(grouped, group(['Pay'], 'A')), edited(grouped, group(['Pay'], 'B'))]
    const moved = merge(one, other, {}, grouped)
    expect(
      groups(moved.text)
        .map(({ title, steps }) => `${title}: ${steps.join(' ')}`)
        .toSorted(),
    ).toEqual(['A: Pay', 'Money: Decline'])
  })

  it('stay both when both made one, the second under another id', () => {
    const mine = edited(base, group(['Score', 'Gate'], 'Risk'), group(['Pay'], 'Later'))
    const theirs = edited(base, group(['Decline'], 'Refusal'))
    const { text, conflicts, placed } = merge(mine, theirs)
    expect({ conflicts, placed }).toEqual({ conflicts: [], placed: [] })
    const titles = groups(text).map(({ id, title, steps }) => `${id} ${title}: ${steps.join(' ')}`)
    expect(titles.toSorted()).toEqual(['group 1 Refusal: Decline', 'group 2 Later: Pay', 'group 3 Risk: Score Gate'])
    const two = edited(base, group(['Decline'], 'Refusal'), group(['Gate'], 'Ways'))
    expect(
      groups(merge(edited(base, group(['Score'], 'Risk'), group(['Pay'], 'Later')), two).text)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([1, 2, 3, 4].map((at) => `group ${at}`))
    expect(merge(mine, mine.replace('# of the bank', '# of banks')).text).toBe(
      mine.replace('# of the bank', '# of banks'),
    )
  })
})

describe('notes of two people', () => {
  it('stay both when both wrote one, the second with an id and a place of its own', () => {
    const mine = edited(base, note('Mine\nof two lines', 10))
    const theirs = edited(base, note('Theirs', 500))
    const { text, conflicts, placed } = merge(mine, theirs)
    expect({ conflicts, placed }).toEqual({ conflicts: [], placed: [] })
    expect(notes(text)).toEqual({ 'note 1': 'Theirs', 'note 2': 'Mine\nof two lines' })
    expect(parse(text).layout).toMatchObject({ 'note 1': [500, 0], 'note 2': [10, 0] })
    expect(notes(merge(edited(base, note('Mine')), theirs).text)).toEqual({ 'note 1': 'Theirs', 'note 2': 'Mine' })
  })

  it('are one where both wrote the same', () => {
    const both = edited(base, note('Same', 10))
    expect(notes(merge(both, `${both}# mine\n`).text)).toEqual({ 'note 1': 'Same' })
  })

  it('are two from then on where both wrote it anew, and stay where the other took it out', () => {
    const noted = edited(base, note('First\nand more', 10))
    const mine = edited(noted, again('note 1', 'Mine\nand more'))
    const theirs = edited(noted, again('note 1', 'Theirs\nand more'))
    const { text } = merge(mine, theirs, {}, noted)
    expect(notes(text)).toEqual({ 'note 1': 'Theirs\nand more', 'note 2': 'Mine\nand more' })
    expect(parse(text).layout).toMatchObject({ 'note 1': [10, 0] })
    const gone = edited(noted, again('note 1', ''))
    expect(notes(merge(mine, gone, {}, noted).text)).toEqual({ 'note 1': 'Mine\nand more' })
    expect(notes(merge(gone, theirs, {}, noted).text)).toEqual({ 'note 1': 'Theirs\nand more' })
  })
})
