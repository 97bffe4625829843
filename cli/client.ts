import { createParser } from 'eventsource-parser'
import { CommandError } from './command-error.ts'

export interface Call {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** A YAML body, sent unchanged. */
  readonly yaml?: string
  readonly idempotencyKey?: string
  /** Error statuses whose bodies are expected answers. */
  readonly alsoGood?: readonly number[]
}

/** A client of one Heddle's REST API. A refusal is thrown as a `CommandError` with the API's message. */
export interface Client {
  readonly url: string
  json<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, call?: Call): Promise<Answer>
  text(path: string, call?: Call): Promise<string>
  /** Events of a stream, from the one after `lastEventId`; the client reconnects until the stream has ended. */
  events<Event>(path: string): AsyncGenerator<Event>
}

const COME_BACK_MS = 1_000

export interface ClientOptions {
  /** The API key that every request sends. */
  readonly key?: string | undefined
  /** Aborts every request. */
  readonly signal: AbortSignal
  /** Replaces `fetch`. */
  readonly send?: typeof fetch | undefined
}

export function createClient(url: string, { key, signal, send = fetch }: ClientOptions): Client {
  const request = async (method: string, path: string, call: Call = {}, headers: Record<string, string> = {}) => {
    const address = new URL(path, url)
    for (const [key, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) address.searchParams.set(key, value)
    }
    const body = call.yaml ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
    const response = await send(address, {
      method,
      headers: {
        ...(body !== undefined && {
          'content-type': call.yaml === undefined ? 'application/json' : 'application/yaml',
        }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new CommandError(
        `Heddle does not respond at ${url}. Start it with "npm start", or set its address with --url or HEDDLE_URL.`,
        { code: 'NO_ANSWER' },
      )
    })
    if (response.ok || call.alsoGood?.includes(response.status)) return response
    throw await refusal(response)
  }
  return {
    url,
    async json(method, path, call) {
      const response = await request(method, path, call)
      const text = await response.text()
      try {
        return JSON.parse(text)
      } catch {
        throw notHeddle(response)
      }
    },
    text: async (path, call) => (await request('GET', path, call)).text(),
    async *events<Event>(path: string): AsyncGenerator<Event> {
      let last: string | undefined
      while (!signal.aborted) {
        const response = await request('GET', path, {}, { 'last-event-id': last ?? '0' }).catch((error) => {
          // A server that answered a moment ago is being restarted.
          if (last !== undefined && error instanceof CommandError && error.code === 'NO_ANSWER') return null
          throw error
        })
        if (response && (response.status === 204 || response.body === null)) return
        try {
          for await (const { id, data } of messages(response?.body ?? [])) {
            last = id ?? last
            yield JSON.parse(data) as Event
          }
        } catch (error) {
          if (signal.aborted || error instanceof SyntaxError) throw error
        }
        // The stream ended or broke: for a run that has ended, the next request finds no further events.
        await pause(COME_BACK_MS, signal)
      }
    },
  }
}

async function* messages(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<{ id: string | undefined; data: string }> {
  const ready: { id: string | undefined; data: string }[] = []
  const parser = createParser({ onEvent: ({ id, data }) => ready.push({ id, data }) })
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* ready.splice(0)
  }
}

async function refusal(response: Response): Promise<CommandError> {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string; field?: string } }
    // A refusal without login names what is missing, not a field of the request.
    const isNamed =
      error.field !== undefined && error.code !== 'UNAUTHENTICATED' && !error.message.includes(error.field)
    const field = isNamed ? ` (${error.field})` : ''
    return new CommandError(`${error.message}${field}`, { code: error.code })
  } catch {
    return notHeddle(response)
  }
}

function notHeddle({ status, statusText }: Response): CommandError {
  return new CommandError(
    `The server responded with ${`${status} ${statusText}`.trim()}, but not with JSON. Is this a Heddle server?`,
  )
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
