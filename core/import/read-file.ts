import { jsonDepthExceeds } from '#core/definition/scan.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { ImportNote } from './import-note.ts'
import { convertN8n } from './n8n/convert-n8n.ts'
import { isN8n } from './n8n/read-n8n.ts'

/** A file as a text of ours, and what was lost on the way. */
export interface ReadFile {
  readonly from: 'heddle' | 'n8n'
  readonly text: string
  readonly notes: readonly ImportNote[]
}

/** A workflow of n8n becomes a text of ours; anything else is one, or shows what is wrong with it. */
export function readFile(text: string): ReadFile {
  const value = jsonOf(text)
  if (!isN8n(value)) return { from: 'heddle', text, notes: [] }
  const converted = convertN8n(value as Json)
  if (converted.ok) return { from: 'n8n', text: converted.text, notes: converted.notes }
  return { from: 'n8n', text, notes: [{ fate: 'lost', part: 'The file', message: converted.message }] }
}

function jsonOf(text: string): unknown {
  if (!text.trimStart().startsWith('{') || jsonDepthExceeds(text, limits.definition.depth)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
