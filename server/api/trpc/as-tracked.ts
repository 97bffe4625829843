import { type TrackedEnvelope, tracked } from '@trpc/server'
import { asTransportError } from './transport-error.ts'

/** Gives each item the event id that a reconnecting client sends back. */
export async function* asTracked<Item>(
  items: AsyncIterable<{ readonly id: string; readonly data: Item }>,
): AsyncGenerator<TrackedEnvelope<Item>> {
  try {
    for await (const { id, data } of items) yield tracked(id, data)
  } catch (error) {
    // Thrown while the stream runs, where the procedure's own translation no longer sees it.
    throw asTransportError(error)
  }
}
