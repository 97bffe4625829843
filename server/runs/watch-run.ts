import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { RunUpdate } from './models.ts'

export async function* watchRun(
  _stores: Stores,
  _actor: Actor,
  _changes: ChangeFeed,
  _request: { readonly runId: string; readonly afterSeq: string; readonly signal: AbortSignal | undefined },
): AsyncGenerator<{ readonly id: string; readonly data: RunUpdate }> {
  throw new Error('Not reached yet.')
}
