import { isJsonObject } from '#core/json.ts'
import { apiTexts } from './texts/api.ts'

/** The failure of a call, in the words that the server chose for people. */
export interface ApiFailure {
  /**
   * `NOT_FOUND`, `INVALID_TRANSITION`…; `UNREACHABLE` when no answer came at all, `INCOMPLETE` when a script of the page is
   * missing, `BROKEN` when a script of the page failed.
   */
  readonly code: string
  readonly message: string
  readonly field: string | null
  readonly errors: readonly { readonly path: string; readonly message: string }[]
}

// The sentence of the tRPC client itself, not a text of Heddle: it may change with the client's version only.
const tooLongToSend = 'Input is too big for a single dispatch'
const tooLong = apiTexts.requestIsTooLongShorten

/** The words of bundlers and browsers for a script that did not arrive, such as one of a version before an update. */
const missingScript = /load(?:ing)? (?:css )?chunk|dynamically imported module|importing a module script/i

/** The words of browsers for a request that got no answer. */
const network = /fetch|network|load failed/i

/** An error of a script itself, whose words are not for people. */
const isFault = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  (error instanceof Error && /Minified React error/.test(error.message))

/** Reads any thrown value as a failure; a value without a message for people gets a general sentence. */
export function apiFailure(error: unknown): ApiFailure {
  const message = error instanceof Error ? error.message : apiTexts.somethingWentWrong
  const data =
    isJsonObject(error) && 'data' in error ? error.data : error instanceof Error && 'data' in error ? error.data : null
  if (!isJsonObject(data)) {
    // The client itself reports this error: the input of a query is part of the request's URL.
    if (message.includes(tooLongToSend)) return { code: 'TOO_LARGE', message: tooLong, field: null, errors: [] }
    if (missingScript.test(message))
      return { code: 'INCOMPLETE', message: apiTexts.partOfPageIsMissing, field: null, errors: [] }
    if (isFault(error) && !network.test(message))
      return { code: 'BROKEN', message: apiTexts.pageFailed, field: null, errors: [] }
    return {
      code: 'UNREACHABLE',
      message: unanswered(error, message),
      field: null,
      errors: [],
    }
  }
  return {
    code: typeof data.apiCode === 'string' ? data.apiCode : 'INTERNAL',
    message,
    field: typeof data.field === 'string' && data.field !== '' ? data.field : null,
    errors: Array.isArray(data.errors) ? data.errors.filter(isFieldError) : [],
  }
}

function isFieldError(value: unknown): value is { path: string; message: string } {
  return isJsonObject(value) && typeof value.path === 'string' && typeof value.message === 'string'
}

/**
 * The message for an error without Heddle's details: the network failed, or another program answered, such as a proxy.
 */
function unanswered(error: unknown, message: string): string {
  if (network.test(message)) return apiTexts.cannotReachServer
  if (error instanceof Error && error.name === 'TRPCClientError') return apiTexts.serverDidNotRespondTry
  return message
}
