import { expect, test } from 'vitest'
import { isShortProof } from '../testing/proof-length.ts'
import { explore } from './explore.ts'
import { describeFailure, missing } from './report.ts'

const SECONDS = isShortProof ? 30 : 600
/** Seeds within which every fault and every rare situation comes up; 131 are enough for today's draw. */
const SEEDS_FOR_ALL = 1_500

test('every invariant holds in every drawn fault and rare situation, the reference agrees, and a seed does the same twice', async () => {
  const until = performance.now() + SECONDS * 1_000
  const { failure, coverage } = await explore({
    from: 1,
    twice: true,
    goesOn: (seeds, seen) => performance.now() < until || (seeds < SEEDS_FOR_ALL && missing(seen).length > 0),
  })
  expect(failure && (await describeFailure(failure))).toBeNull()
  expect(missing(coverage)).toEqual([])
})
