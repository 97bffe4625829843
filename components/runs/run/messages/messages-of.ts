import type { Json } from '#core/json.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { RunError } from '#core/run/words.ts'

/** A message that a run of code got: a signal, or an update with what became of it. */
export interface Message {
  /** Number of the event by which it came. */
  readonly seq: number
  readonly at: number
  readonly kind: 'signal' | 'update'
  readonly name: string
  readonly data: Json
  /** Who sent a signal. */
  readonly from?: string
  readonly outcome: 'received' | 'requested' | 'accepted' | 'completed' | 'rejected'
  readonly result?: Json
  readonly error?: RunError
}

type UpdateEvent = EventOf<'workflow.update.accepted' | 'workflow.update.completed' | 'workflow.update.rejected'>

/** The messages of a run in the order in which they came. */
export function messagesOf(events: readonly RunEvent[]): readonly Message[] {
  const messages: Message[] = []
  const places = new Map<string, number>()
  for (const event of events) {
    const { seq, at } = event
    switch (event.type) {
      case 'workflow.signal.received': {
        const { signal: name, data, actor } = event.payload
        messages.push({ seq, at, kind: 'signal', name, data, from: actor.name ?? actor.id, outcome: 'received' })
        break
      }
      case 'workflow.update.requested': {
        const { update_id, name, args: data } = event.payload
        places.set(update_id, messages.push({ seq, at, kind: 'update', name, data, outcome: 'requested' }) - 1)
        break
      }
      case 'workflow.update.accepted':
      case 'workflow.update.completed':
      case 'workflow.update.rejected': {
        const place = places.get(event.payload.update_id)
        const message = place === undefined ? undefined : messages[place]
        if (place !== undefined && message !== undefined) messages[place] = { ...message, ...outcomeOf(event) }
      }
    }
  }
  return messages
}

function outcomeOf(event: UpdateEvent): Pick<Message, 'outcome' | 'result' | 'error'> {
  switch (event.type) {
    case 'workflow.update.accepted':
      return { outcome: 'accepted' }
    case 'workflow.update.completed':
      return { outcome: 'completed', result: event.payload.result }
    case 'workflow.update.rejected':
      return { outcome: 'rejected', error: event.payload.error }
  }
}
