import { type FileValue, fileValueOf } from '#core/definition/files/file-value.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { apiTexts } from './texts/api.ts'

/** Uploads a file, and answers the value that refers to it. Rejects with the sentence of the server. */
export async function uploadFile(file: File): Promise<FileValue> {
  const response = await fetch(`/v1/files?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(() => null)
  if (response === null) throw new Error(apiTexts.cannotReachServer)
  const answer = (await response.json().catch(() => null)) as Json
  const stored = response.ok ? fileValueOf(answer) : null
  if (stored !== null) return stored
  const error = isJsonObject(answer) ? answer.error : undefined
  const said = isJsonObject(error) && typeof error.message === 'string' ? error.message : apiTexts.somethingWentWrong
  throw new Error(said)
}
