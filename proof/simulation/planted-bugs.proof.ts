import { expect, test } from 'vitest'
import { plantedBugs } from './planted-bugs.ts'
import { findBug } from './planted-table.ts'

test('planted bugs have names of their own, and there are more than a dozen', () => {
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length)
  expect(plantedBugs.length).toBeGreaterThanOrEqual(14)
})

/**
 * Start seeds that soon lead to bugs that other seeds rarely trigger. The search continues from any start seed until it
 * has found the bug.
 */
const begin: { readonly [name: string]: number } = {
  'commit without a fence': 39,
  'list columns written although fenced': 39,
  'eager run known by its hint alone': 124,
  'release without comparing the mail number': 145,
  'news of a child sent outside the transaction': 123,
  'child started under another id when the commit is sent again': 49,
  'late result taken for that of the next attempt': 26,
  'cancelled run compensates nothing': 23,
  'lost step run again that may run once': 852,
  'task left in its queue when its run turns back': 170,
  'log of code read up to its last news': 200,
  'signals given to code before its other news': 390,
}

test.each(plantedBugs)('the simulator finds the planted bug: $name', async (bug) => {
  expect(await findBug(bug, begin[bug.name] ?? 1, 2_000)).not.toBeNull()
})
