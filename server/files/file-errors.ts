import type { Pool } from 'pg'
import { filesIn, isFileId, type PlacedFile } from '#core/definition/files/file-value.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { FileHead } from './store-file.ts'

interface FileError {
  readonly path: string
  readonly message: string
}

/** Half of the time after which an unused file is removed. */
const lately = `clock_timestamp() - make_interval(secs => ${limits.retention.leftoversMs / 2_000})`

const find = `
with kept as (
  update payload set kept_at = clock_timestamp()
   where owner_id = $1 and sha256 = any($2::text[]) and is_file and kept_at < ${lately})
select sha256, value from payload where owner_id = $1 and sha256 = any($2::text[]) and is_file`

/**
 * Why the files of an input are refused, each at its place: a file that the owner does not have, or no longer, or that is
 * described as another one than it is. The found ones stay for another day, until a run uses them.
 */
export async function fileErrors(
  pool: Pick<Pool, 'query'>,
  ownerId: string,
  input: Json | undefined,
): Promise<readonly FileError[]> {
  const placed = filesIn(input)
  if (placed.length === 0) return []
  if (placed.length > limits.uploads.perValue)
    return [{ path: '', message: `There are more than ${limits.uploads.perValue} files. Send fewer.` }]
  const ids = [...new Set(placed.map(({ id }) => id))].filter(isFileId)
  const { rows } = await pool.query<{ sha256: string; value: string }>(find, [ownerId, ids])
  const known = new Map(rows.map(({ sha256, value }) => [sha256, JSON.parse(value) as FileHead]))
  return placed.flatMap((one) => {
    const message = problemOf(one, known.get(one.id))
    return message === null ? [] : [{ path: one.path, message }]
  })
}

function problemOf({ file }: PlacedFile, head: FileHead | undefined): string | null {
  if (head === undefined) return 'There is no such file. An upload is kept for a day: upload the file again.'
  const isSame =
    file !== null && file.name === head.name && file.media_type === head.media_type && file.bytes === head.bytes
  return isSame ? null : 'This is not the file that was uploaded. Send the value that the upload answered.'
}
