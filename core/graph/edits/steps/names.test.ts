import { describe, expect, it } from 'vitest'
import { uniqueName } from './names.ts'

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
