import { expect, it } from 'vitest'
import { boundedShare, readShare, shareAfterKey, usualShare } from './split-share.ts'

it('neither part of a split disappears, however far it is dragged', () => {
  expect([boundedShare(-1), boundedShare(0.5), boundedShare(2)]).toEqual([0.15, 0.5, 0.85])
})

it('the separator moves by keys, and Enter restores it', () => {
  expect(shareAfterKey(0.6, 'ArrowUp')).toBeCloseTo(0.55)
  expect(shareAfterKey(0.84, 'ArrowDown')).toBeCloseTo(0.85)
  expect([shareAfterKey(0.5, 'Home'), shareAfterKey(0.5, 'End')]).toEqual([0.15, 0.85])
  expect(shareAfterKey(0.2, 'Enter')).toBe(usualShare)
  expect(shareAfterKey(0.5, 'a')).toBeNull()
})

it('a stored share is read, and a broken one is the usual one', () => {
  expect([readShare('0.4'), readShare(null), readShare(''), readShare('x'), readShare('9')]).toEqual([
    0.4,
    usualShare,
    usualShare,
    usualShare,
    0.85,
  ])
})
