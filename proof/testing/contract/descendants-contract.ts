import { expect, it } from 'vitest'
import type { NewRun } from '#server/engine/commit/append.ts'
import { noRows, someAppend, someNewRun } from '../appends.ts'
import type { StoreBench } from './store-bench.ts'

export function describeDescendants({ at, startOwned, append }: StoreBench): void {
  it('counts the runs that descend from one, those of detached runs included, up to a bound', async () => {
    const rootId = await startOwned()
    const below = (changes: Partial<NewRun> = {}): NewRun => {
      const { queueDelayMs: _, ...run } = someNewRun({ depth: 1, ...changes })
      return run
    }
    const detached = below({ originRunId: rootId })
    const children = [
      below({ parentRunId: rootId, parentStep: 'A', rootRunId: rootId }),
      detached,
      below({ parentRunId: detached.runId, parentStep: 'A', rootRunId: detached.runId, originRunId: rootId }),
      below(),
    ]
    expect(await at.store.countDescendants(rootId, 10)).toBe(0)
    await append([someAppend(rootId, 4, { rows: { ...noRows, children } })])
    expect(await at.store.countDescendants(rootId, 10)).toBe(3)
    expect(await at.store.countDescendants(rootId, 2)).toBe(2)
  })
}
