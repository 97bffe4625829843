import { isFileId } from '#core/definition/files/file-value.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { readFileOfRun, type StoredFile } from '../../files/read-file.ts'
import type { Stores } from '../../stores.ts'
import { getRunRow } from '../get-run-row.ts'

/** A file that one of the actor's runs uses. Throws `NOT_FOUND`. */
export async function readRunFile(stores: Stores, actor: Actor, runId: string, fileId: string): Promise<StoredFile> {
  const { id } = await getRunRow(stores, actor, runId)
  const file = isFileId(fileId) ? await readFileOfRun(stores.pool, id, fileId) : null
  if (file === null) throw new ApiError('NOT_FOUND', 'The run has no such file.', 'file')
  return file
}
