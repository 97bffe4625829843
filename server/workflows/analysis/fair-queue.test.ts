import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const anybody = () => true
const all = (queue: FairQueue<number>, may: (owner: string) => boolean = anybody) => {
  const taken: string[] = []
  for (let next = queue.take(may); next; next = queue.take(may)) taken.push(`${next.owner}${next.item}`)
  return taken
}

it('takes from each owner in turn, and from each in order', () => {
  const queue = new FairQueue<number>()
  for (const item of [1, 2, 3, 4]) queue.add('a', item)
  queue.add('b', 1)
  queue.add('c', 1)
  queue.add('c', 2)
  expect(queue.waitingOf('a')).toBe(4)
  expect(all(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4'])
  expect(queue.waitingOf('a')).toBe(0)
})

it('gives the turn of an owner who comes late before the second turn of another', () => {
  const queue = new FairQueue<number>()
  for (const item of [1, 2, 3]) queue.add('a', item)
  expect(queue.take(anybody)).toEqual({ owner: 'a', item: 1 })
  queue.add('b', 1)
  expect(all(queue)).toEqual(['a2', 'b1', 'a3'])
})

it('passes over owners that may not have a turn', () => {
  const queue = new FairQueue<number>()
  queue.add('a', 1)
  queue.add('b', 1)
  expect(all(queue, (owner) => owner !== 'a')).toEqual(['b1'])
  expect(queue.waitingOf('a')).toBe(1)
})
