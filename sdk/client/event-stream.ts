import { errorOf, HeddleError } from './errors.ts'
import { pause } from './pause.ts'

export interface SentEvent {
  readonly id: string | undefined
  readonly data: string
}

/** The events of a body in the format of server-sent events; comments and events without data are left out. */
export async function* sentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let id: string | undefined
  let data: string[] = []
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A chunk may end between CR and LF: the last line is kept until its end is certain.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { id, data: data.join('\n') }
          data = []
        } else if (line.startsWith('data:')) data.push(fieldOf(line))
        else if (line.startsWith('id:')) id = fieldOf(line)
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const fieldOf = (line: string) => line.slice(line.indexOf(':') + 1).replace(/^ /, '')

export interface FollowOptions<Event> {
  /** Opens the stream after an event; undefined: from the beginning. */
  readonly open: (lastEventId: string | undefined) => Promise<Response>
  readonly lastEventId?: string | undefined
  readonly signal: AbortSignal
  /** Whether the run has ended with the event: the server then closes the stream, and it is not opened again. */
  readonly isEnd?: (event: Event) => boolean
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/**
 * The events of a stream over broken connections and restarts of the server: it is opened again after the last event,
 * with growing pauses while there is no progress, until the server says that there is no more (204). An error of the first
 * request is thrown, and any refusal (4xx) later.
 */
export async function* follow<Event>(options: FollowOptions<Event>): AsyncGenerator<Event, void, undefined> {
  const { open, signal, isEnd } = options
  let last = options.lastEventId
  let isOpened = false
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; ) {
    const response = await opened(() => open(last), isOpened)
    if (response?.status === 204) return
    let hasEnded = false
    if (response?.body) {
      isOpened = true
      try {
        for await (const { id, data } of sentEvents(response.body)) {
          const event = JSON.parse(data) as Event
          last = id ?? last
          pauseMs = FIRST_PAUSE_MS
          hasEnded ||= isEnd?.(event) ?? false
          yield event
        }
        // The server closes the stream behind the last event; a connection that broke there may have lost some.
        if (hasEnded) return
      } catch (error) {
        if (signal.aborted || error instanceof SyntaxError) throw error
      }
    }
    await pause(pauseMs * (0.8 + 0.4 * Math.random()), signal)
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
  throw signal.reason
}

/** Null where a server that answered before does not answer now: it is restarted, or out of reach for a while. */
async function opened(open: () => Promise<Response>, wasOpened: boolean): Promise<Response | null> {
  let response: Response
  try {
    response = await open()
  } catch (error) {
    if (wasOpened && !(error instanceof HeddleError) && !isAbort(error)) return null
    throw error
  }
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => undefined)
  if (wasOpened && (response.status >= 500 || response.status === 429)) return null
  throw errorOf(response, body)
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
