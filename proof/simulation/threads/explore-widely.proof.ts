import { expect, test } from 'vitest'
import { explore } from '../explore.ts'
import { plantedBugs } from '../planted-bugs.ts'
import { exploreWidely } from './explore-widely.ts'

const wide = { from: 1, bug: null, spared: new Set<string>(), twice: true, seconds: Number.POSITIVE_INFINITY }

test('threads look at the seeds that one after the other would be looked at, and see the same', async () => {
  const { seeds, coverage, steps, failure } = await exploreWidely({ ...wide, seeds: 5, threads: 2 })
  expect(failure).toBeNull()
  const alone = await explore({ from: 1, twice: true, goesOn: (done) => done < 5 })
  expect({ seeds, steps, coverage }).toEqual({ seeds: 5, steps: alone.steps, coverage: alone.coverage })
})

test('what one thread finds ends them all, and is told as if it had been found alone', async () => {
  const bug = plantedBugs.find(({ name }) => name === 'effects started before the commit is made') ?? null
  const { failure } = await exploreWidely({ ...wide, bug, seeds: Number.POSITIVE_INFINITY, threads: 2 })
  const { failure: alone } = await explore({ from: failure?.seed ?? 1, bug, twice: true, goesOn: (done) => done === 0 })
  expect(failure?.simulation.violation).not.toBeNull()
  expect(failure).toEqual(alone)
})

test('no more threads are started than there are seeds', async () => {
  const { seeds } = await exploreWidely({ ...wide, seeds: 1, threads: 4 })
  expect(seeds).toBe(1)
})
