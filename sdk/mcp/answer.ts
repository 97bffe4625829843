import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { HeddleError } from '../client/index.ts'
import { mcpBounds } from './tuning.ts'

/** The answer of a tool as JSON, or as the text that it is. A long one is cut, and its end says so. */
export function answerOf(value: unknown): CallToolResult {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  return { content: [{ type: 'text', text: bounded(text) }] }
}

/** An answer that tells the model what was refused, and why. */
export function refusalOf(text: string): CallToolResult {
  return { content: [{ type: 'text', text: bounded(text) }], isError: true }
}

/** The refusal that an error of a request means. Errors that are bugs are thrown again. */
export function refusalOfError(error: unknown, url: string): CallToolResult {
  if (error instanceof HeddleError) return refusalOf(`${error.code}: ${error.message}${detailsOf(error)}`)
  // What `fetch` throws for a connection that failed.
  if (error instanceof TypeError && error.cause !== undefined) {
    return refusalOf(`NO_ANSWER: Heddle does not respond at ${url}. Ask the user to start it.`)
  }
  throw error
}

/** What a refusal says beside its message: invalid fields, problems of a text. */
function detailsOf({ code, body, field }: HeddleError): string {
  const hint = code === 'UNAUTHENTICATED' ? ' Ask the user for an API key of Heddle.' : ''
  const { errors } = (typeof body === 'object' && body !== null ? body : {}) as { readonly errors?: unknown }
  if (errors !== undefined) return `${hint}\n${JSON.stringify(errors)}`
  return field === undefined ? hint : `${hint} (${field})`
}

function bounded(text: string): string {
  const most = mcpBounds.answerCharacters
  if (text.length <= most) return text
  return `${text.slice(0, most)}\n… cut: the answer has ${text.length} characters. Ask for less, such as a smaller limit.`
}
