import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { FileValue } from '#core/definition/files/file-value.ts'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import type { StoredFile } from '../../files/read-file.ts'
import { storeFile } from '../../files/store-file.ts'
import { createUploadGate } from '../../files/upload-gate.ts'
import type { Context } from '../context.ts'
import { mediaType, readBytes } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { checkedQuery } from './query.ts'

export const fileQuery = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(4 * limits.uploads.nameCharacters)
    .describe('The name of the file, with its ending.'),
})

/** An uploaded file as the REST API shows it: the value to send as an input. */
export const fileObject = ({ heddle_file, name, media_type, bytes }: FileValue) => ({
  heddle_file,
  name,
  media_type,
  bytes,
})

/** `/v1/files`: uploads. The body is the file; a browser asks before it sends that type to another site. */
export function fileRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const gate = createUploadGate()
  const routes = new Hono()

  routes.post('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'file.upload')
    const { name } = checkedQuery(c, fileQuery)
    if (mediaType(c.req.raw) !== 'application/octet-stream')
      throw new ApiError(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the file as the body, with Content-Type: application/octet-stream.',
      )
    const content = await gate.pass(`${actor.ownerId} ${actor.id}`, () => readBytes(c.req.raw, limits.uploads.bytes))
    const file = await storeFile(context.stores.pool, actor.ownerId, { name, content, uploadedBy: actor.id })
    return c.json(fileObject(file), 201)
  })

  return routes
}

/** A file as a download of no type that a browser shows, so nothing in it runs on this site. */
export function fileDownload(c: HonoContext, { name, content }: StoredFile): Response {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return c.body(new Uint8Array(content), 200, {
    'content-type': 'application/octet-stream',
    'content-length': String(content.byteLength),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
}

/** The value of `filename*` (RFC 8187): `encodeURIComponent` leaves characters that it does not allow. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
