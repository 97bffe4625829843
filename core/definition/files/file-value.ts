import { isJsonObject, type Json } from '#core/json.ts'

/** A stored file in a value of a run: its id, and what people and expressions see of it. The content is stored apart. */
export interface FileValue {
  readonly heddle_file: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
}

const id = /^[0-9a-f]{64}$/

/** Whether the text has the form of an id of a file. */
export const isFileId = (text: string): boolean => id.test(text)

/** The file that a value is; null for any other value. */
export function fileValueOf(value: Json | undefined): FileValue | null {
  if (!isJsonObject(value)) return null
  const { heddle_file, name, media_type, bytes } = value
  const isFile =
    typeof heddle_file === 'string' &&
    isFileId(heddle_file) &&
    typeof name === 'string' &&
    typeof media_type === 'string' &&
    typeof bytes === 'number' &&
    Object.keys(value).length === 4
  return isFile ? { heddle_file, name, media_type, bytes } : null
}

/** A part of a value that refers to a file, with its place. `file` is null where the part is none that was uploaded. */
export interface PlacedFile {
  readonly path: string
  readonly id: string
  readonly file: FileValue | null
}

/** The references to files in a value. */
export function filesIn(value: Json | undefined, path = ''): readonly PlacedFile[] {
  if (typeof value !== 'object' || value === null) return []
  if (isJsonObject(value) && typeof value.heddle_file === 'string') {
    return [{ path, id: value.heddle_file, file: fileValueOf(value) }]
  }
  return Object.entries(value as { readonly [key: string]: Json }).flatMap(([key, part]) =>
    typeof part === 'object' ? filesIn(part, path === '' ? key : `${path}.${key}`) : [],
  )
}

const reference = /"heddle_file":"([0-9a-f]{64})"/g

/** The ids of the files to which a JSON text without spaces refers. */
export function fileIdsIn(text: string): readonly string[] {
  if (!text.includes('"heddle_file":"')) return []
  return [...new Set([...text.matchAll(reference)].map(([, found = '']) => found))]
}
