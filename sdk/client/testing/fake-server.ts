import type { DomainEvent } from '../types.ts'

/** A request that the fake server got. */
export interface CapturedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string | undefined
}

/** A `fetch` that answers from a list, in its order, and keeps what was asked. */
export function fakeServer(answers: readonly (() => Response | Promise<Response>)[]) {
  const waiting = [...answers]
  const asked: CapturedRequest[] = []
  return {
    asked,
    fetch: async (address: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> => {
      asked.push({ method, url: new URL(address), headers: new Headers(headers), body: body as string | undefined })
      const answer = waiting.shift()
      if (!answer) throw new TypeError('fetch failed')
      return answer()
    },
  }
}

/** An event of a run as a stream sends it. */
export const eventText = (event: DomainEvent) =>
  `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`

/** The event number `seq` of the run `r`. */
export function eventOf(seq: number, kind: DomainEvent['kind'], node: string | null = null): DomainEvent {
  const created_at = new Date(seq).toISOString()
  return {
    id: `e${seq}`,
    run_id: 'r',
    node_key: node,
    variant_index: 0,
    seq,
    attempt: 1,
    created_at,
    kind,
    payload: {},
  } as DomainEvent
}

/** A body that arrives in these chunks. */
export const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> => {
  const waiting = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const chunk = waiting.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
}
