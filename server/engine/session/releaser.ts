import type { EngineIdentity, Store } from '../ports.ts'

/** Releases runs in batches: all releases of one turn are one statement. */
export interface Releaser {
  /** False when the run has got mail in the meantime, or is no longer this engine's. */
  release(runId: string, drained: number): Promise<boolean>
}

export function createReleaser(engine: EngineIdentity, store: Pick<Store, 'release'>): Releaser {
  let batch: { readonly runs: Map<string, number>; readonly answer: Promise<ReadonlySet<string>> } | null = null
  return {
    async release(runId, drained) {
      if (!batch) {
        const runs = new Map<string, number>()
        const answer = Promise.resolve().then(() => {
          batch = null
          return store.release(engine, runs)
        })
        batch = { runs, answer }
      }
      batch.runs.set(runId, drained)
      return (await batch.answer).has(runId)
    },
  }
}
