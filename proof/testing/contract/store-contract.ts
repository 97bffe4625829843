import { describe } from 'vitest'
import { describeAppends } from './append-contract.ts'
import { describeDescendants } from './descendants-contract.ts'
import { describeEagerStarts } from './eager-start-contract.ts'
import { describeEngines } from './engine-contract.ts'
import { describeLocks } from './locks-contract.ts'
import { describeMail } from './mail-contract.ts'
import { describeQueue } from './queue-contract.ts'
import { describeReleases } from './release-contract.ts'
import { type StoreUnderTest, storeBench } from './store-bench.ts'
import { describeVariables } from './variables-contract.ts'

/**
 * What every store must do, said once and run against each implementation:
 * what the engine relies on when it says that nothing is lost or done twice.
 */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store on ${name}`, () => {
    const bench = storeBench(open)
    describeQueue(bench)
    describeEagerStarts(bench)
    describeAppends(bench)
    describeDescendants(bench)
    describeMail(bench)
    describeReleases(bench)
    describeLocks(bench)
    describeEngines(bench)
    describeVariables(bench)
  })
}
