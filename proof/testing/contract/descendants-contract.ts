import { expect, it } from 'vitest'
import type { RunHeader } from '#core/run/state.ts'
import type { NewRun } from '#server/engine/commit/append.ts'
import { childOf, noRows, someAppend, someNewRun } from '../appends.ts'
import type { StoreBench } from './store-bench.ts'

export function describeDescendants({ at, startOwned, append }: StoreBench): void {
  it('counts the runs that descend from one, those of detached runs included, up to a bound', async () => {
    const rootId = await startOwned()
    const below = (header: Partial<RunHeader> = {}): NewRun => {
      const { queueDelayMs: _, ...run } = someNewRun({ header: { depth: 1, ...header } })
      return run
    }
    const detached = below({ origin_run_id: rootId })
    const children = [
      below(childOf(rootId)),
      detached,
      below(childOf(detached.runId, { origin_run_id: rootId })),
      below(),
    ]
    expect(await at.store.countDescendants(rootId, 10)).toBe(0)
    await append([someAppend(rootId, 4, { rows: { ...noRows, children } })])
    expect(await at.store.countDescendants(rootId, 10)).toBe(3)
    expect(await at.store.countDescendants(rootId, 2)).toBe(2)
  })
}
