import { expect, it } from 'vitest'
import { noHeader, type RunHeader } from '#core/run/state.ts'
import { tuning } from '../tuning.ts'
import { createDescendants } from './descendants.ts'

const rootOf = (root_run_id: string): RunHeader => ({ ...noHeader, root_run_id })

/** A store that holds so many descendants of any run, and what it is asked for. */
function storeOf(counts: (number | Error)[]) {
  const asked: [string, number][] = []
  const countDescendants = async (originRunId: string, most: number): Promise<number> => {
    asked.push([originRunId, most])
    const count = counts.shift() ?? 0
    if (count instanceof Error) throw count
    return count
  }
  return { asked, countDescendants }
}

it('counts the children of one origin without asking the database, until there are many of them', async () => {
  const store = storeOf([3])
  const descendants = createDescendants(store, { most: 10, askEvery: 3 })
  descendants.add(rootOf('a'), 2)
  await descendants.confirm(rootOf('a'), 1)
  expect([descendants.roomOf(rootOf('a')), descendants.roomOf(rootOf('b')), store.asked]).toEqual([8, 10, []])
  descendants.add(rootOf('a'), 1)
  await descendants.confirm(rootOf('a'), 1)
  await descendants.confirm(rootOf('a'), 1)
  expect(store.asked).toEqual([['a', 10]])
})

it('learns from the database what other engines have made', async () => {
  const descendants = createDescendants(storeOf([8]), { most: 10, askEvery: 1 })
  descendants.add(rootOf('a'), 1)
  await descendants.confirm(rootOf('a'), 1)
  expect(descendants.roomOf(rootOf('a'))).toBe(1)
})

it('keeps what it has decided itself and the database does not hold yet', async () => {
  const descendants = createDescendants(storeOf([2]), { most: 10, askEvery: 1 })
  descendants.add(rootOf('a'), 5)
  await descendants.confirm(rootOf('a'), 1)
  expect(descendants.roomOf(rootOf('a'))).toBe(5)
})

it('counts what a detached run starts for the run that it descends from', () => {
  const descendants = createDescendants(storeOf([]), { most: 10, askEvery: 100 })
  descendants.add({ ...rootOf('detached'), origin_run_id: 'a' }, 4)
  expect([descendants.roomOf(rootOf('a')), descendants.roomOf(rootOf('detached'))]).toEqual([6, 10])
})

it('has room again for what was not committed', () => {
  const descendants = createDescendants(storeOf([]), { most: 10, askEvery: 100 })
  descendants.giveBack(rootOf('a'), 1)
  descendants.add(rootOf('a'), 4)
  descendants.giveBack(rootOf('a'), 0)
  descendants.giveBack(rootOf('a'), 3)
  expect(descendants.roomOf(rootOf('a'))).toBe(9)
})

it('asks again after the database did not answer', async () => {
  const store = storeOf([new Error('It is away.'), 6])
  const descendants = createDescendants(store, { most: 10, askEvery: 2 })
  descendants.add(rootOf('a'), 2)
  await expect(descendants.confirm(rootOf('a'), 2)).rejects.toThrow('It is away.')
  await descendants.confirm(rootOf('a'), 1)
  expect(descendants.roomOf(rootOf('a'))).toBe(3)
})

it('forgets the origin that was counted longest ago when there are too many', () => {
  const descendants = createDescendants(storeOf([]))
  for (let origin = 0; origin <= tuning.originsCounted; origin += 1) {
    descendants.add(rootOf('kept'), 1)
    descendants.add(rootOf(`${origin}`), 1)
  }
  const { most } = descendants
  expect(descendants.roomOf(rootOf('0'))).toBe(most)
  expect(descendants.roomOf(rootOf('kept'))).toBe(most - tuning.originsCounted - 1)
})
