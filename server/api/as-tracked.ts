import { type TrackedEnvelope, tracked } from '@trpc/server'

/** Gives each item the event id that a reconnecting client sends back. */
export async function* asTracked<Item>(
  items: AsyncIterable<{ readonly id: string; readonly data: Item }>,
): AsyncGenerator<TrackedEnvelope<Item>> {
  for await (const { id, data } of items) yield tracked(id, data)
}
