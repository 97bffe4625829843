import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import type { Cursor } from '#server/log/cursor.ts'
import { createAsyncSignal } from '../async-signal.ts'
import type { ChangeFeed } from '../change-feed.ts'
import { coalesceReads } from '../coalesce-reads.ts'
import type { Changes } from '../read-changes.ts'
import type { Settled } from '../settled-runs.ts'
import { type DomainEvent, domainEvent } from './domain-event.ts'
import { type HeaderOfRun, readDomainHeaders } from './domain-headers.ts'
import { domainBodies } from './make-events.ts'
import { type FamilyPage, type FamilyRow, familyCursor, readFamily } from './read-family.ts'
import { behind, type DomainEventRequest, isWantedBy, readInput } from './watch-domain-events.ts'

/** Where a stream of a fan-out goes on: behind a row, as text. */
export interface FanOutUpdate {
  readonly id: string
  readonly events: readonly DomainEvent[]
}

/**
 * The domain events of a fan-out: its own, and those of the steps of its variants, in commit order. They end with its
 * terminal batch; what variants still do then belongs to their own streams. `after` is the `id` of an update, or empty
 * for the cursor of the request. The caller has checked the access to the run.
 */
export async function* watchFanOut(
  pool: Pool,
  feed: ChangeFeed,
  request: DomainEventRequest,
  { after, signal }: { readonly after: string; readonly signal: AbortSignal },
): AsyncGenerator<FanOutUpdate> {
  const { runId } = request.header
  const followed = follow(feed, runId, signal)
  try {
    let cursor = after === '' ? await familyCursor(pool, request.cursor) : (JSON.parse(after) as Cursor)
    let isOpen = after !== ''
    while (!signal.aborted) {
      const from = cursor
      const page = await followed.read(JSON.stringify([runId, from]), () => readFamily(pool, runId, from))
      const isNew = followed.add(page.variants)
      cursor = page.rows.at(-1) ?? cursor
      const events = await eventsOf(pool, request, page.rows)
      if (events.length > 0 || !(isOpen || page.ended)) yield { id: positionOf(cursor), events }
      isOpen = true
      if (page.ended) return
      // A variant may have written before it was followed.
      if (!page.more && !isNew) await followed.passed()
    }
  } finally {
    followed.end()
  }
}

const positionOf = ({ xid, runId, seq }: Cursor): string => JSON.stringify({ xid, runId, seq })

/** Waits for changes of a fan-out and of its variants, and shares reads among readers of the same changes. */
function follow(feed: ChangeFeed, runId: string, signal: AbortSignal) {
  const watching = new AbortController()
  const gate = createAsyncSignal(AbortSignal.any([signal, watching.signal]))
  let newest: Changes | Settled | ChangeFeed = feed
  const take = (changes: Changes | Settled) => {
    newest = changes
    gate.open()
  }
  const ends = new Map([[runId, feed.follow(runId, take, gate.fail)]])
  // The end of the run does not wait for the pauses of the feed. Errors of the database reach the reader through it.
  feed.settled(runId, watching.signal).then(
    (settled) => settled && take(settled),
    () => undefined,
  )
  return {
    passed: gate.passed,
    /** A read before the first change is not shared: it may lack what was committed after it began. */
    read: (question: string, read: () => Promise<FamilyPage>) =>
      newest === feed ? read() : coalesceReads(newest, question, read),
    /** Follows more runs; returns whether there was any. */
    add(runIds: readonly string[]): boolean {
      const added = runIds.filter((id) => !ends.has(id))
      // One listener is one subscription of the feed.
      for (const id of added)
        ends.set(
          id,
          feed.follow(id, (changes) => take(changes), gate.fail),
        )
      return added.length > 0
    },
    end() {
      watching.abort()
      for (const end of ends.values()) end()
    },
  }
}

async function eventsOf(
  pool: Pool,
  request: DomainEventRequest,
  rows: readonly FamilyRow[],
): Promise<readonly DomainEvent[]> {
  if (rows.length === 0) return []
  const headers = await readDomainHeaders(pool, [...new Set(rows.map(({ runId }) => runId))])
  const made: DomainEvent[] = []
  for (const { runId, events } of rows) {
    const header = headers.get(runId)
    if (header) made.push(...(await eventsOfRow(pool, request, header, JSON.parse(events) as RunEvent[])))
  }
  return made
}

async function eventsOfRow(
  pool: Pool,
  request: DomainEventRequest,
  header: HeaderOfRun,
  events: readonly RunEvent[],
): Promise<readonly DomainEvent[]> {
  const { cursor, internal } = request
  const { runId, variantIndex } = header
  const isOwn = runId === request.header.runId
  const isWanted = isWantedBy(request)
  const isStart = isOwn && events.some(({ type }) => type === 'workflow.run.started')
  const input = internal && isStart ? await readInput(pool, runId) : null
  const made: DomainEvent[] = []
  for (const event of events) {
    // Of a variant, its steps: its own beginning and end are on its own stream.
    if (!isOwn && !event.type.startsWith('workflow.node.')) continue
    const bodies = await domainBodies(pool, header, event, input)
    const found = runId === cursor.runId ? behind(cursor, bodies, event) : bodies
    made.push(...found.filter(isWanted).map((body) => domainEvent(runId, body, variantIndex)))
  }
  return made
}
