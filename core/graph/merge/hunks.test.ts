import { describe, expect, it } from 'vitest'
import { limits } from '../../limits.ts'
import { hunksBetween } from './hunks.ts'
import { joinLines } from './lines.ts'

describe('where two sequences differ', () => {
  it('is told hunk by hunk', () => {
    expect(hunksBetween(['a', 'b', 'c', 'd'], ['x', 'b', 'd', 'e'])).toEqual([
      { start: 0, end: 1, from: 0, to: 1 },
      { start: 2, end: 3, from: 2, to: 2 },
      { start: 4, end: 4, from: 3, to: 4 },
    ])
    expect(hunksBetween(['a'], ['a'])).toEqual([])
  })

  it('is one hunk when they have hardly anything in common', () => {
    const many = (letter: string) => Array.from({ length: limits.compare.edits }, (_, index) => `${letter}${index}`)
    const [before, after] = [
      ['same', ...many('a'), 'end'],
      ['same', ...many('b'), 'end'],
    ]
    expect(hunksBetween(before, after)).toEqual([{ start: 1, end: before.length - 1, from: 1, to: after.length - 1 }])
  })
})

it('joined lines never run into each other', () => {
  expect(joinLines(['a'], ['b\n', 'c'])).toBe('a\nb\nc')
})
