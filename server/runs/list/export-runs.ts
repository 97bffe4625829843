import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import type { RunSummary } from '../models.ts'
import { listRuns } from './list-runs.ts'
import type { RunFilter } from './run-filter.ts'

/** Every run that a filter finds, newest first, read page by page as fast as it is taken. */
export async function* exportRuns(stores: Stores, actor: Actor, filter: RunFilter): AsyncGenerator<RunSummary> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listRuns>> = await listRuns(stores, actor, {
      ...filter,
      cursor,
      limit: limits.read.exportedRuns,
    })
    yield* page.items
    cursor = page.nextCursor
  } while (cursor !== null)
}
