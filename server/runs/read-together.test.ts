import { expect, it } from 'vitest'
import { readTogether } from './read-together.ts'

const changes = () => ({ runs: new Map(), next: 1n, more: false })

it('reads once for all who heard of the same changes and ask the same, and anew for later changes', async () => {
  let readings = 0
  const read = async () => {
    readings += 1
    return { reading: readings }
  }
  const [told, later] = [changes(), changes()]
  const [first, second, other, after, alone] = await Promise.all([
    readTogether(told, 'a', read),
    readTogether(told, 'a', read),
    readTogether(told, 'b', read),
    readTogether(later, 'a', read),
    readTogether(null, 'a', read),
  ])
  expect(second).toBe(first)
  expect([first, other, after, alone].map(({ reading }) => reading)).toEqual([1, 2, 3, 4])
  expect((await readTogether(told, 'a', read)).reading).toBe(5)
})

it('keeps no reading that failed', async () => {
  const told = changes()
  await expect(readTogether(told, 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await readTogether(told, 'a', async () => 'back')).toBe('back')
})
