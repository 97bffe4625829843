import { expect, test } from 'vitest'
import { createCoverage } from './coverage.ts'
import { drawOf } from './draw/draw.ts'
import { explore } from './explore.ts'
import { describeFailure } from './report.ts'
import { simulate } from './simulate.ts'

/** A few seconds of simulation; simulation.proof.ts goes on until every rare situation has come up. */
const SEEDS = 60

test('whatever fails, every invariant holds, the reference agrees, and a seed does the same twice', async () => {
  const { failure } = await explore({ from: 1, twice: true, goesOn: (seeds) => seeds < SEEDS })
  expect(failure && (await describeFailure(failure))).toBeNull()
})

test('what is left out does not happen', async () => {
  const seed = 2
  const kinds = drawOf(seed).happenings.map(({ id }) => id)
  const coverage = createCoverage()
  const { struck } = await simulate(seed, { spared: new Set(kinds), coverage })
  expect(struck.filter((id) => kinds.includes(id))).toEqual([])
  expect(coverage.get('crash')).toBe(0)
})
