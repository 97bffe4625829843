import { describe, expect, it } from 'vitest'
import { idForTitle, uniqueName } from './names.ts'

describe('a name for a new step', () => {
  it.each([
    ['Free', 'Free'],
    ['two words!', 'two_words_'],
    ['9 lives', 'Step_9_lives'],
    ['END', 'Step_END'],
    ['Taken', 'Taken_2'],
    ['Taken_7', 'Taken_7'],
    ['Twice', 'Twice_3'],
    ['Twice_2', 'Twice_3'],
    ['x'.repeat(80), 'x'.repeat(64)],
    ['y'.repeat(64), `${'y'.repeat(62)}_2`],
  ])('%s becomes %s', (wish, name) => {
    expect(uniqueName(wish, new Set(['Taken', 'Twice', 'Twice_2', 'y'.repeat(64)]))).toBe(name)
  })
})

describe('the id of a step', () => {
  it.each([
    ['Invoice approval', 'Invoice_approval'],
    ['発送', 'Step_1'],
    ['# 2', 'Step_2'],
    ['Taken', 'Taken_2'],
  ])('called %s is %s', (title, id) => {
    expect(idForTitle(title, new Set(['Taken']))).toBe(id)
  })
  it('without Latin letters is numbered', () => {
    expect(idForTitle('発送', new Set(['Step_1', 'Step_2']))).toBe('Step_3')
  })
})
