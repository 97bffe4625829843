import { expect, test } from 'vitest'
import { plantedBugs } from './planted-bugs.ts'
import { findBug } from './planted-table.ts'

test('planted bugs have names of their own, and there are more than a dozen', () => {
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length)
  expect(plantedBugs.length).toBeGreaterThanOrEqual(14)
})

test.each(plantedBugs)('the simulator finds the planted bug: $name', { timeout: 300_000 }, async (bug) => {
  expect(await findBug(bug, 1, 2_000)).not.toBeNull()
})
