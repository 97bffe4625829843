import { templateParts } from '#core/expression/template/template-parts.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { mapList, mapSteps } from '../edits/raw/raw-step.ts'

export interface WithoutSecrets {
  readonly root: JsonObject
  /** Names of the fields that a secret was removed from. */
  readonly left: readonly string[]
}

/** Names of headers and fields that hold secrets. */
const secretName =
  /^(proxy-)?authorization$|^(set-)?cookie$|(api|access|account|auth|functions|private|shared|signing|subscription)[-_]?key|password|passphrase|passwd|pwd|secret|token|credential/i
/** Words that precede credentials: `Bearer …`. */
const scheme = /^(api-?key|basic|bearer|bot|digest|dpop|hawk|key|negotiate|oauth|token)$/i
/** Keys of a step that are sent to other systems; all other keys stay within Heddle. */
const sent = ['http_config', 'with', 'input', 'tasks'] as const

/**
 * Steps without the secrets that were written into them. A request refers to a named secret instead, so that the need
 * stays visible; elsewhere the secret is removed. Passwords in addresses are removed. The parameters of an address and
 * the entries of a JSON text are treated like fields.
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

/** `?name=value` of an address or of a form body; an expression counts as part of the value, up to 400 characters. */
const parameter = /(^|[?&#])([^\s=?&#"'{}]+)(=)((?:\{\{[\s\S]{0,400}?\}\}|[^\s&#"'])+)/g
/** `"name": "value"` in a JSON text, which need not be valid JSON before its templates are filled. */
const entry = /(")((?:[^"\\]|\\.)*)("\s*:\s*")((?:[^"\\]|\\.)*)(?=")/g

function isSecret(name: string, value: string): boolean {
  return secretName.test(name) && value !== '' && !isReference(value)
}

function instead(name: string, { refers, left }: Finding): string {
  left.add(name)
  return refers ? `{{ secrets.${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')} }}` : ''
}

/**
 * A value that refers to another place is no secret: apart from an authentication scheme it consists of expressions.
 */
function isReference(value: string): boolean {
  if (!value.includes('{{')) return false
  const parts = templateParts(value)
  // Unclosed braces are no expression.
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
