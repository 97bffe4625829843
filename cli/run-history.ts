import type { RunEvent } from '#core/run/event.ts'
import type { Client } from './client.ts'
import type { EventObject } from './models.ts'
import { presentFields } from './present-fields.ts'

/** The whole history of a run, page by page. */
export async function* readHistory(client: Client, runId: string): AsyncGenerator<EventObject> {
  let cursor: string | undefined
  do {
    const params = { path: { id: runId }, query: presentFields({ cursor }) }
    const page = await client.told(client.api.GET('/v1/workflow-runs/{id}/history', { params }))
    yield* page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** An event of the API as an event of the core. */
export function asRunEvent({ seq, type, step, iteration, attempt, at, payload }: EventObject): RunEvent {
  return {
    seq,
    type,
    at: Date.parse(at),
    payload,
    ...(step !== null && { step }),
    ...(iteration !== null && { iteration }),
    ...(attempt !== null && { attempt }),
  } as RunEvent
}
