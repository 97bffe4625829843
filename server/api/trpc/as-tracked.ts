import { type TrackedEnvelope, tracked } from '@trpc/server'
import { asTransportError } from './transport-error.ts'

/** Gives each item the event id that a reconnecting client sends back. */
export async function* asTracked<Item>(
  items: AsyncIterable<{ readonly id: string; readonly data: Item }>,
): AsyncGenerator<TrackedEnvelope<Item>> {
  try {
    for await (const { id, data } of items) yield tracked(id, data)
  } catch (error) {
    // The error is thrown while the stream runs, beyond the reach of the procedure's own translation.
    throw asTransportError(error)
  }
}
