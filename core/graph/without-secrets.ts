import { templateParts } from '#core/expression/template/template.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { mapList, mapSteps } from './edits/raw-step.ts'

export interface WithoutSecrets {
  readonly root: JsonObject
  /** Names of the fields that a secret was taken from. */
  readonly left: readonly string[]
}

/** Headers and fields that hold what only one party should know. */
const secretName =
  /^(proxy-)?authorization$|^(set-)?cookie$|(api|access|account|auth|functions|private|shared|signing|subscription)[-_]?key|password|passphrase|passwd|pwd|secret|token|credential/i
/** Words before what authenticates: `Bearer …`. */
const scheme = /^(api-?key|basic|bearer|bot|digest|dpop|hawk|key|negotiate|oauth|token)$/i
/** What steps say to others; everything else is for Heddle alone. */
const sent = ['http_config', 'with', 'input', 'tasks'] as const

/**
 * Steps without the secrets that somebody wrote into them. A request refers to
 * a secret of that name instead, so that it still says what it needs; elsewhere
 * nothing takes its place. Passwords in addresses are taken out. The parameters of
 * an address and the entries of a JSON text are fields like others.
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
  const { key, left } = finding
  if (isSecret(key, value)) return instead(key, finding)
  const bare = value.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@{}]+@/gi, '$1')
  if (bare !== value) left.add(key)
  return [parameter, entry].reduce(
    (text, field) =>
      text.replace(field, (whole: string, before: string, name: string, between: string, said: string) =>
        isSecret(name, said) ? before + name + between + instead(name, finding) : whole,
      ),
    bare,
  )
}

/** `?name=value` of an address, or of what a form sends; what is calculated is one piece of it, as long as it is no essay. */
const parameter = /(^|[?&#])([^\s=?&#"'{}]+)(=)((?:\{\{[\s\S]{0,400}?\}\}|[^\s&#"'])+)/g
/** `"name": "value"` in a JSON text, which need not be one before its templates are filled. */
const entry = /(")((?:[^"\\]|\\.)*)("\s*:\s*")((?:[^"\\]|\\.)*)(?=")/g

function isSecret(name: string, value: string): boolean {
  return secretName.test(name) && value !== '' && !isReference(value)
}

function instead(name: string, { refers, left }: Finding): string {
  left.add(name)
  return refers ? `{{ secrets.${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')} }}` : ''
}

/** A value that is said elsewhere is no secret here: nothing is left of it but how it authenticates. */
function isReference(value: string): boolean {
  if (!value.includes('{{')) return false
  const parts = templateParts(value)
  // What is never closed is no expression.
  if (parts.some(({ kind }) => kind === 'unclosed')) return false
  const said = parts.map((part) => (part.kind === 'text' ? part.text : ''))
  const left = said.join('').replace(/[\s:]+/g, '')
  return left === '' || scheme.test(left)
}

function mapEntries(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  const entries = Object.entries(object)
  const changed = entries.map(([key, value]) => change(key, value))
  if (changed.every((value, index) => value === entries[index]?.[1])) return object
  return Object.fromEntries(entries.map(([key], index) => [key, changed[index] as Json]))
}
