import { jsonDepthExceeds } from '#core/definition/scan.ts'
import { readYaml } from '#core/definition/text/read-yaml.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { convertActions } from './actions/convert-actions.ts'
import { isActions } from './actions/read-actions.ts'
import { convertArgo } from './argo/convert-argo.ts'
import { isArgo } from './argo/read-argo.ts'
import type { Imported, ImportNote } from './import-note.ts'
import { convertN8n } from './n8n/convert-n8n.ts'
import { isN8n } from './n8n/read-n8n.ts'
import type { systems } from './systems.ts'

/** A file as a text of ours, and what was lost on the way. */
export interface ReadFile {
  readonly from: 'heddle' | Foreign['from']
  readonly text: string
  readonly notes: readonly ImportNote[]
}

interface Foreign {
  readonly from: keyof typeof systems
  is(value: unknown): boolean
  convert(value: Json): Imported
}

/** Workflows of others, by what they look like. */
const foreign: readonly Foreign[] = [
  { from: 'n8n', is: isN8n, convert: convertN8n },
  { from: 'actions', is: isActions, convert: convertActions },
  { from: 'argo', is: isArgo, convert: convertArgo },
]

/** A workflow of another system becomes a text of ours; anything else is one, or shows what is wrong with it. */
export function readFile(text: string): ReadFile {
  const value = whatItSays(text)
  const system = foreign.find(({ is }) => is(value))
  if (system === undefined) return { from: 'heddle', text, notes: [] }
  const { from } = system
  const converted = system.convert(value as Json)
  if (converted.ok) return { from, text: converted.text, notes: converted.notes }
  return { from, text, notes: [{ fate: 'lost', part: 'The file', message: converted.message }] }
}

/** What a text says, as JSON or as YAML that begins like a workflow of others; null for a text of ours. */
function whatItSays(text: string): unknown {
  if (text.trimStart().startsWith('{')) return jsonOf(text)
  return /^["']?(?:apiVersion|jobs|on)["']?\s*:/m.test(text) ? readYaml(text).value : null
}

function jsonOf(text: string): unknown {
  if (jsonDepthExceeds(text, limits.definition.depth)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
