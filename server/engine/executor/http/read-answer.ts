import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isKeptExactly } from '#core/exact-number.ts'
import { limits } from '#core/limits.ts'
import { completedWith, UnusableResult } from '../json-result.ts'

/** An answer that cannot be kept: asking again would bring it again. */
export class AnswerUnusable extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The whole body, decoded; more than the bound is refused while it comes in, before and after decoding. */
export async function readBytes(body: Readable, headers: IncomingHttpHeaders): Promise<Buffer> {
  const encodings = [headers['content-encoding'] ?? []]
    .flat()
    .flatMap((one) => one.toLowerCase().split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')
  if (encodings.length > limits.http.encodings) {
    throw new AnswerUnusable('HTTP_ANSWER_UNUSABLE', 'The response is compressed too many times.')
  }
  let stream = body
  for (const encoding of encodings.toReversed()) {
    const packed = stream
    const unpacked = unpack(encoding)
    packed.on('error', (error) => unpacked.destroy(error))
    stream = packed.pipe(unpacked)
  }
  let hasCome = false
  if (stream !== body) {
    body.once('data', () => {
      hasCome = true
    })
  }
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limits.http.answerBytes) {
        const message = `The response is larger than ${limits.http.answerBytes / 1024 ** 2} MB.`
        throw new AnswerUnusable('HTTP_ANSWER_TOO_LARGE', message)
      }
      chunks.push(chunk)
    }
  } catch (error) {
    body.destroy()
    // Nothing is nothing, however it says that it is packed.
    if (isPackingError(error) && !hasCome) return Buffer.alloc(0)
    if (isPackingError(error)) throw new AnswerUnusable('HTTP_ANSWER_UNUSABLE', 'The response cannot be decompressed.')
    throw error
  }
  return Buffer.concat(chunks)
}

function unpack(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  if (encoding === 'br') return createBrotliDecompress()
  throw new AnswerUnusable(
    'HTTP_ANSWER_UNUSABLE',
    `The response is compressed as ${encoding.slice(0, 40)}, which is not supported.`,
  )
}

function isPackingError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(Z_|ERR__?ERROR|ERR_BROTLI|ERR_)/.test(String(error.code)) &&
    'errno' in error
  )
}

const bounds = { bytes: limits.run.resultBytes, depth: limits.run.jsonDepth }

/** JSON as what it says, long whole numbers as texts, text as a text, nothing as null. */
export function parseBody(bytes: Buffer, contentType: string | undefined): ReturnType<typeof completedWith> {
  if (bytes.length === 0) return completedWith(null, bounds)
  const isJson = contentType === undefined || /^\s*application\/([\w.+-]+\+)?json\b/i.test(contentType)
  const text = decode(bytes, contentType)
  try {
    return completedWith(isJson ? parseJson(text) : text, bounds)
  } catch (error) {
    if (error instanceof UnusableResult) throw new AnswerUnusable('HTTP_ANSWER_UNUSABLE', error.message)
    if (contentType === undefined) return completedWith(text, bounds)
    throw new AnswerUnusable('HTTP_ANSWER_UNUSABLE', 'The response claims to be JSON, but is not valid JSON.')
  }
}

/** `JSON.parse` with the source text of numbers, which the types of the language do not have yet. */
const parseWithSources = JSON.parse as (
  text: string,
  revive: (key: string, value: unknown, written: { readonly source?: string }) => unknown,
) => unknown

const longNumber = /\d[\d.eE+-]{15}/

/**
 * A whole number beyond 2^53 that a number cannot keep becomes the text of its digits. It is nearly always an id, which has to
 * leave as it came; the author of the workflow cannot change what the server writes, so a failure would have no remedy.
 */
function parseJson(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text)
  return parseWithSources(text, (_, value, { source }) =>
    typeof value === 'number' && Math.abs(value) >= 2 ** 53 && source !== undefined && !isKeptExactly(source)
      ? source
      : value,
  )
}

function decode(bytes: Buffer, contentType: string | undefined): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    throw new AnswerUnusable('HTTP_ANSWER_UNUSABLE', 'The response is neither JSON nor text.')
  }
}

/** How long a server asks to be left alone: seconds or a date, held within an hour. */
export function retryAfterMs(header: string | readonly string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.round(Math.min(Math.max(ms, 0), limits.http.retryAfterMs))
}
