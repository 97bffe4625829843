import { errorOf, HeddleClient, HeddleError } from '#sdk/client/index.ts'
import { CommandError } from './command-error.ts'

/** What a call of the API returns, before it is judged. */
interface Answered {
  readonly data?: unknown
  readonly error?: unknown
  readonly response: Response
}
type DataOf<Result extends Answered> = NonNullable<Result['data']>

/** A client of one Heddle, whose errors are those of a command. */
export interface Client {
  readonly url: string
  /** The API key that every request sends; undefined: none. */
  readonly key: string | undefined
  readonly heddle: HeddleClient
  /** Every route by its path. */
  readonly api: HeddleClient['api']
  /** The data of an answer of `api`. A refusal is thrown as a `CommandError` with the API's message. */
  told<Result extends Answered>(asked: Promise<Result>): Promise<DataOf<Result>>
  /** The same; bodies of answers with these statuses are expected, too. */
  toldOrRefused<Result extends Answered>(
    asked: Promise<Result>,
    refusals: readonly number[],
  ): Promise<DataOf<Result> | NonNullable<Result['error']>>
  /** The items of a list or a stream, with errors like those of `told`. */
  follow<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item>
}

export interface ClientOptions {
  /** The API key that every request sends. */
  readonly key?: string | undefined
  /** Aborts every request. */
  readonly signal: AbortSignal
  /** Replaces `fetch`. */
  readonly send?: typeof fetch | undefined
}

export function createClient(url: string, { key, signal, send }: ClientOptions): Client {
  const heddle = new HeddleClient({
    baseUrl: url,
    signal,
    ...(key !== undefined && { auth: { type: 'api-key', key } as const }),
    ...(send && { fetch: send }),
  })
  const answerOf = <Result extends Answered>(asked: Promise<Result>) =>
    asked.catch((error: unknown) => {
      throw signal.aborted ? error : commandError(error, url)
    })
  return {
    url,
    key,
    heddle,
    api: heddle.api,
    async told<Result extends Answered>(asked: Promise<Result>) {
      const { data, error, response } = await answerOf(asked)
      if (response.ok && data !== undefined) return data as DataOf<Result>
      throw refusal(errorOf(response, error))
    },
    async toldOrRefused<Result extends Answered>(asked: Promise<Result>, refusals: readonly number[]) {
      const { data, error, response } = await answerOf(asked)
      if (response.ok && data !== undefined) return data as DataOf<Result>
      if (refusals.includes(response.status) && error) return error as NonNullable<Result['error']>
      throw refusal(errorOf(response, error))
    },
    async *follow(items) {
      try {
        yield* items
      } catch (error) {
        if (!signal.aborted) throw commandError(error, url)
      }
    },
  }
}

/** An error of a request. What is neither a refusal nor a text of another server is a connection that failed. */
function commandError(error: unknown, url: string): unknown {
  if (error instanceof CommandError) return error
  if (error instanceof HeddleError) return refusal(error)
  if (error instanceof SyntaxError)
    return new CommandError('The server did not respond with JSON. Is this a Heddle server?')
  return new CommandError(
    `Heddle does not respond at ${url}. Start it with "npm start", or set its address with --url or HEDDLE_URL.`,
    { code: 'NO_ANSWER' },
  )
}

/** A refusal without login names what is missing, not a field of the request. */
function refusal({ code, message, field }: HeddleError): CommandError {
  const isNamed = field !== undefined && code !== 'UNAUTHENTICATED' && !message.includes(field)
  return new CommandError(`${message}${isNamed ? ` (${field})` : ''}`, { code: code === 'NOT_HEDDLE' ? 'ERROR' : code })
}
