import type { Actor } from '../actor.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { ChangedRuns } from './models.ts'

export async function* watchChanges(
  _actor: Actor,
  _changes: ChangeFeed,
  _request: { readonly after: string | undefined; readonly signal: AbortSignal | undefined },
): AsyncGenerator<{ readonly id: string; readonly data: ChangedRuns }> {
  throw new Error('Not reached yet.')
}
