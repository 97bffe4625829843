import { limits } from '#core/limits.ts'
import type { SentFile } from '#server/triggers/forms/store-answered-files.ts'
import { ApiError } from '../../api-error.ts'
import { readBytes } from './request-body.ts'

/** A form as a browser encodes it where it has files. */
export interface Multipart {
  readonly pairs: URLSearchParams
  /** The first file of each field; a field without a chosen file is absent. */
  readonly files: ReadonlyMap<string, SentFile>
}

const { formBytes, formParts, uploadMs } = limits.uploads

/**
 * Reads a multipart form. The body is bounded while it is read and its parts are counted before the parser of the
 * platform sees them, so that a body of many empty parts costs nothing. Throws `BAD_REQUEST`, `TOO_LARGE`.
 */
export async function readMultipart(request: Request): Promise<Multipart> {
  const type = request.headers.get('content-type') ?? ''
  const [, quoted, plain] =
    /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))(?:\s*;|\s*$)/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new ApiError('BAD_REQUEST', 'Send the form from its page.')
  const bytes = await inTime(readBytes(request, formBytes))
  if (countParts(bytes, boundary) > formParts)
    throw new ApiError('TOO_LARGE', `The form has more than ${formParts} parts.`)
  // The parser gets the boundary by which the parts were counted, whatever else the header says.
  const counted = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(new Uint8Array(bytes), { headers: counted }).formData().catch(() => {
    throw new ApiError('BAD_REQUEST', 'The form did not arrive whole. Send it again.')
  })
  const pairs = new URLSearchParams()
  const files = new Map<string, SentFile>()
  for (const [name, value] of form) {
    if (typeof value === 'string') pairs.append(name, value)
    else if (!files.has(name) && (value.name !== '' || value.size > 0))
      files.set(name, { name: value.name, content: new Uint8Array(await value.arrayBuffer()) })
  }
  return { pairs, files }
}

function countParts(bytes: Buffer, boundary: string): number {
  const mark = Buffer.from(`--${boundary}`)
  let parts = 0
  for (let at = bytes.indexOf(mark); at !== -1 && parts <= formParts; at = bytes.indexOf(mark, at + mark.length)) {
    parts += 1
  }
  return parts
}

/** A sender that is too slow would hold its share of the uploads. */
async function inTime<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('TOO_LARGE', 'The form took too long to arrive.')), uploadMs)
  })
  reading.catch(() => undefined)
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}
