import type { Append, Appended } from '../commit/append.ts'
import type { Claimed, Store } from '../ports.ts'

/** A claim, and of each append that took a run what became of it, in order. */
export async function claimHeard(
  store: Store,
  ...[engine, limit, take, ended]: Parameters<Store['claim']>
): Promise<{
  readonly claimed: Claimed
  readonly appends: readonly Append[]
  readonly answers: readonly (Appended | undefined)[]
}> {
  let appends: readonly Append[] = []
  const claimed = await store.claim(
    engine,
    limit,
    async (runs) => {
      const taken = await take(runs)
      appends = taken.appends
      return taken
    },
    ended,
  )
  return { claimed, appends, answers: appends.map(({ runId }) => claimed.answers.get(runId)) }
}
