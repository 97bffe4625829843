import { expect, it } from 'vitest'
import { roundRobin } from './round-robin.ts'

const ownerOf = (item: string) => item.charAt(0)

it('lets everybody have one before anybody has two', () => {
  expect(roundRobin(['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2'], ownerOf)).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'b2',
    'a3',
    'a4',
  ])
})

it('leaves the items of one as they are', () => {
  expect(roundRobin(['a1', 'a2', 'a3'], ownerOf)).toEqual(['a1', 'a2', 'a3'])
  expect(roundRobin([], ownerOf)).toEqual([])
})
