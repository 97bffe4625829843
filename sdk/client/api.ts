import createClient, { type Client } from 'openapi-fetch'
import { errorOf, notHeddle } from './errors.ts'
import { type FollowOptions, follow } from './event-stream.ts'
import type { paths } from './generated/api-types.ts'
import type { Send } from './transport.ts'

/** Every route of the API by its path, typed by the OpenAPI document. */
export type Api = Client<paths>

export function createApi(baseUrl: string, send: Send): Api {
  return createClient<paths>({
    baseUrl,
    fetch: (request) => send(request),
    // Workflows are sent as texts.
    bodySerializer: (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body)),
    querySerializer: { array: { style: 'form', explode: false } },
  })
}

/** The data of an answer; throws `HeddleError` with what the API says. */
export async function answered<Data>(
  asked: Promise<{ readonly data?: Data | undefined; readonly error?: unknown; readonly response: Response }>,
): Promise<Data> {
  const { data, error, response } = await asked.catch((reason: unknown) => {
    throw reason instanceof SyntaxError ? notHeddle(reason) : reason
  })
  if (!response.ok || data === undefined) throw errorOf(response, error)
  return data
}

/** The items of a list, page by page. */
export async function* pages<Item>(
  read: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next_cursor: string | null }>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield* page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** The events of a stream of the API. */
export function streamed<Event>(
  address: URL,
  send: Send,
  options: Omit<FollowOptions<Event>, 'open' | 'signal'> & { readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Event, void, undefined> {
  const signal = options.signal ?? new AbortController().signal
  const open = (last: string | undefined) => {
    const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) }
    return send(new Request(address, { headers, signal }), true)
  }
  return follow({ ...options, open, signal })
}
