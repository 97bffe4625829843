import type { z } from 'zod'
import type { Json } from '#core/json.ts'
import { parseStrictJson } from '#core/strict-json.ts'
import { ApiError } from '../../api-error.ts'
import { inputError } from './describe-issue.ts'

/** Reads a body as UTF-8 and stops at the first byte beyond the bound, whatever its declared length. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes)
  try {
    // A byte order mark is kept: what was sent is what is stored.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ApiError('BAD_REQUEST', 'The body is not UTF-8.', 'body')
  }
}

/** Reads a body and stops at the first byte beyond the bound, whatever its declared length. */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new ApiError('TOO_LARGE', `The body is larger than ${Math.floor(maxBytes / 1024)} kB.`, 'body')
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > maxBytes) throw tooLarge()
  // With a declared length, the server reads no more than that; without one, the sender decides where the body ends.
  const bytes = length === null ? await readChunks(request, maxBytes) : await request.arrayBuffer()
  if (bytes === null || bytes.byteLength > maxBytes) throw tooLarge()
  return Buffer.from(bytes as ArrayBuffer)
}

/** The body as bytes; null when it is too large. */
async function readChunks(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The media type, without its parameters. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Media types that clients send by default when the user has set no Content-Type. */
const undeclared: ReadonlySet<string> = new Set(['', 'text/plain', 'application/x-www-form-urlencoded'])

/**
 * The Content-Type must name JSON, because a form on another site can send JSON as text/plain without a CORS preflight.
 * A browser never sends a bearer header by itself, and needs a preflight before another site may send one. A request
 * with a bearer header therefore comes from a program and may omit the type.
 */
function isDeclaredJson(request: Request): boolean {
  const type = mediaType(request)
  if (type === 'application/json') return true
  return undeclared.has(type) && /^bearer\s+\S/i.test(request.headers.get('authorization') ?? '')
}

/** Reads a JSON body, strictly. Without a body it is `{}`. */
export async function readJson(request: Request, maxBytes: number): Promise<Json> {
  const text = await readText(request, maxBytes)
  if (text.trim() === '') return {}
  if (!isDeclaredJson(request)) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON with the header Content-Type: application/json.')
  }
  const parsed = parseStrictJson(text)
  if (!parsed.ok) throw new ApiError('BAD_REQUEST', parsed.message, parsed.field)
  return parsed.value
}

/**
 * Checks input against its schema; throws `BAD_REQUEST` (or `TOO_LARGE`) with the field. `wordsOf`: what is wrong, where
 * neither the schema nor the validator can say it as well.
 */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown, wordsOf?: z.core.$ZodErrorMap): Value {
  const result = schema.safeParse(value, wordsOf && { error: wordsOf })
  if (!result.success) throw inputError(result.error)
  return result.data
}
