import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { mapList, mapSteps } from './edits/raw-step.ts'

export interface WithoutSecrets {
  readonly root: JsonObject
  /** Names of the fields that a secret was taken from. */
  readonly left: readonly string[]
}

/** Headers and fields that hold what only one party should know. */
const secretName =
  /^(proxy-)?authorization$|^(set-)?cookie$|api[-_]?key|access[-_]?key|private[-_]?key|password|passwd|secret|token|credential/i
/** What steps say to others; everything else is for Heddle alone. */
const sent = ['http_config', 'with', 'input', 'tasks'] as const

/**
 * Steps without the secrets that somebody wrote into them. A request refers to
 * a secret of that name instead, so that it still says what it needs; elsewhere
 * nothing takes its place. Passwords in addresses are taken out.
 */
export function withoutSecrets(root: JsonObject): WithoutSecrets {
  const left = new Set<string>()
  const cleaned = mapSteps(root, (step) =>
    mapEntries(step, (key, value) => {
      if (!sent.some((other) => other === key)) return value
      return inValue(value, { key, refers: key === 'http_config', left })
    }),
  )
  return { root: cleaned, left: [...left] }
}

interface Finding {
  readonly key: string
  /** May `{{ secrets.NAME }}` stand here? */
  readonly refers: boolean
  readonly left: Set<string>
}

function inValue(value: Json, finding: Finding): Json {
  if (isJsonObject(value)) return mapEntries(value, (key, item) => inValue(item, { ...finding, key }))
  if (isJsonList(value)) return mapList(value, (item) => inValue(item, finding))
  if (typeof value !== 'string') return value
  const { key, refers, left } = finding
  if (secretName.test(key) && value !== '' && !isReference(value)) {
    left.add(key)
    return refers ? `{{ secrets.${key.toUpperCase().replace(/[^A-Z0-9]+/g, '_')} }}` : ''
  }
  const bare = value.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@{}]+@/gi, '$1')
  if (bare !== value) left.add(key)
  return bare
}

/** A value that is said elsewhere is no secret here. */
function isReference(value: string): boolean {
  return /\{\{[\s\S]*\}\}/.test(value)
}

function mapEntries(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  const entries = Object.entries(object)
  const changed = entries.map(([key, value]) => change(key, value))
  if (changed.every((value, index) => value === entries[index]?.[1])) return object
  return Object.fromEntries(entries.map(([key], index) => [key, changed[index] as Json]))
}
