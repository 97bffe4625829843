import { createHash, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { cleanFileName } from '#core/definition/files/file-name.ts'
import type { FileValue } from '#core/definition/files/file-value.ts'
import { mediaTypeOf, refusedFile } from '#core/definition/files/media-types.ts'
import { limits } from '#core/limits.ts'
import { ApiError } from '../api-error.ts'

export interface UploadedFile {
  readonly name: string
  readonly content: Uint8Array
  /** The person or the key that sends it; the trigger of a form. */
  readonly uploadedBy: string
  /** Two uploads with the same text and content are one file. Absent: each upload is a file of its own. */
  readonly uploadId?: string
  /** The bound of the owner's unused bytes for this upload. */
  readonly mostUnusedBytes?: number
}

/** What is stored beside the content. */
export interface FileHead {
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly uploaded_by: string
  readonly upload_id: string
}

/**
 * Stores a file of an owner. It stays for a day, and longer only with a run that refers to it. Its id cannot be computed
 * from the content alone, so who knows a content does not learn whether somebody has sent it. `refusedBy` says what
 * else speaks against it. Throws `INVALID_INPUT`, `TOO_LARGE`, `QUOTA_EXCEEDED`.
 */
export async function storeFile(
  pool: Pool,
  ownerId: string,
  file: UploadedFile,
  refusedBy: (file: Pick<FileValue, 'name' | 'media_type' | 'bytes'>) => string | null = () => null,
): Promise<FileValue> {
  const name = cleanFileName(file.name)
  const bytes = file.content.byteLength
  const media_type = mediaTypeOf(name)
  const refusal =
    bytes === 0 ? `${name} is empty.` : (refusedFile(name, file.content) ?? refusedBy({ name, media_type, bytes }))
  if (refusal !== null) throw new ApiError('INVALID_INPUT', refusal, 'file')
  if (bytes > limits.uploads.bytes)
    throw new ApiError(
      'TOO_LARGE',
      `${name} is too large. The largest file has ${limits.uploads.bytes / 1024 ** 2} MB.`,
      'file',
    )
  await refuseBeyondUnused(pool, ownerId, bytes, file.mostUnusedBytes)
  const head: FileHead = {
    name,
    media_type,
    bytes,
    uploaded_by: file.uploadedBy,
    upload_id: file.uploadId ?? randomUUID(),
  }
  const value = JSON.stringify(head)
  const id = createHash('sha256').update(value).update('\n').update(file.content).digest('hex')
  await pool.query(
    `insert into payload (owner_id, sha256, bytes, value, content, is_file) values ($1, $2, $3, $4, $5, true)
     on conflict (owner_id, sha256) do update set kept_at = clock_timestamp()`,
    [ownerId, id, bytes, value, Buffer.from(file.content)],
  )
  return { heddle_file: id, name, media_type, bytes }
}

/** Uploads that no run uses are bounded: nothing else bounds them for a day. */
async function refuseBeyondUnused(
  pool: Pool,
  ownerId: string,
  bytes: number,
  most: number = limits.uploads.unusedBytes,
): Promise<void> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select coalesce(sum(p.bytes), 0)::float8 as bytes from payload p
      where p.owner_id = $1 and p.is_file and p.kept_at > now() - make_interval(secs => $2)
        and not exists (select from payload_use u where (u.owner_id, u.sha256) = (p.owner_id, p.sha256))`,
    [ownerId, limits.retention.leftoversMs / 1_000],
  )
  if ((rows[0]?.bytes ?? 0) + bytes <= most) return
  throw new ApiError('QUOTA_EXCEEDED', 'Too many files were uploaded that no run uses. Try again later.', 'file')
}
