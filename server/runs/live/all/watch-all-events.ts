import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { workflowScope } from '#server/access/workflow-scope.ts'
import type { Cursor } from '#server/log/cursor.ts'
import { createAsyncSignal } from '../async-signal.ts'
import type { ChangeFeed } from '../change-feed.ts'
import { coalesceReads } from '../coalesce-reads.ts'
import type { DomainEvent } from '../domain/domain-event.ts'
import { readDomainHeaders } from '../domain/domain-headers.ts'
import { domainEventsFrom, wantedByAll } from '../domain/make-events.ts'
import type { Changes } from '../read-changes.ts'
import { type EventFilter, isOfKinds } from './event-filter.ts'
import { type EventPosition, presentPosition } from './find-position.ts'
import { readOwnerLog } from './read-owner-log.ts'

export interface AllEventsRequest {
  readonly filter: EventFilter
  /** Null: from now on. */
  readonly from: EventPosition | null
  readonly signal: AbortSignal
}

/**
 * The domain events of all runs that the actor may see, in commit order, below the present of the log: no event is
 * skipped that is committed late. Each item is a page, with the cursor behind it as text; the first may be empty. `after`
 * is the `id` of an item, or empty for the position of the request. Nothing is kept for a slow reader but its cursor.
 */
export async function* watchAllEvents(
  pool: Pool,
  actor: Actor,
  feed: ChangeFeed,
  { filter, from, signal, after }: AllEventsRequest & { readonly after: string },
): AsyncGenerator<{ readonly id: string; readonly events: readonly DomainEvent[] }> {
  const owner = ownerScope(actor)
  const gate = createAsyncSignal(signal)
  let newest: Changes | ChangeFeed = feed
  const take = (changes: Changes) => {
    if (owner !== null && !changes.anew && !changes.runs.has(owner)) return
    newest = changes
    gate.open()
  }
  const unsubscribe = feed.subscribe(take, gate.fail)
  try {
    const known = from?.known
    let cursor: Cursor = after === '' ? (from ?? (await presentPosition(pool))).cursor : (JSON.parse(after) as Cursor)
    if (after === '') yield { id: JSON.stringify(cursor), events: [] }
    const asked = [owner, workflowScope(actor), filter]
    while (!signal.aborted) {
      const here = cursor
      const read = () => readOwnerLog(pool, actor, filter, here)
      // A read before the first change is not shared: it may lack what was committed after it began.
      const shared = newest === feed ? null : newest
      const page = await (shared ? coalesceReads(shared, JSON.stringify([asked, here]), read) : read())
      cursor = page.next
      const events = await eventsOf(pool, filter, page.rows)
      const unread = known ? events.filter((event) => event.run_id !== known.runId || event.seq > known.seq) : events
      if (unread.length > 0) yield { id: JSON.stringify(cursor), events: unread }
      if (!page.more) await gate.passed()
    }
  } finally {
    unsubscribe()
  }
}

async function eventsOf(
  pool: Pool,
  { kinds, runId: only }: EventFilter,
  rows: readonly (Cursor & { readonly events: string })[],
): Promise<readonly DomainEvent[]> {
  if (rows.length === 0) return []
  const headers = await readDomainHeaders(pool, [...new Set(rows.map(({ runId }) => runId))])
  const made: DomainEvent[] = []
  for (const { runId, events } of rows) {
    const header = headers.get(runId)
    if (!header) continue
    const logged = (JSON.parse(events) as readonly RunEvent[]).filter(
      ({ type }) =>
        isOfKinds(kinds, type) && (only === undefined || only === runId || type.startsWith('workflow.node.')),
    )
    made.push(...(await domainEventsFrom(pool, header, logged, wantedByAll)))
  }
  return made
}
