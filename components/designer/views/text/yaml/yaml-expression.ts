import { httpKeys, routeKeys, taskKeys } from '#core/definition/catalogue/nested-keys.ts'
import { catalogue, commonKeys, type KeySpec } from '#core/definition/catalogue.ts'
import { type ExpressionKind, kindOfKey } from '../../expression/expression-help.ts'
import { item } from './yaml-position.ts'
import { type YamlScalar, yamlScalar } from './yaml-scalar.ts'

/** A value of a step that is an expression or has some between `{{ }}`. */
export interface YamlExpression extends YamlScalar {
  readonly kind: ExpressionKind
  /** The step whose names it may read. */
  readonly step: string
  /** Whether the expression may contain `{{ secrets.NAME }}`. */
  readonly hasSecrets: boolean
}

/** The expression that an offset of a text is in, as the catalogue has it; null for all other values. */
export function yamlExpression(text: string, offset: number): YamlExpression | null {
  const scalar = yamlScalar(text, offset)
  if (scalar === null) return null
  const at = placeOfStep(scalar.path)
  const step = at === null ? undefined : scalar.names.get(at)
  if (at === null || step === undefined) return null
  const [key = '', ...inner] = scalar.path.slice(at + 1)
  const found = kindAt(stepKeys.get(key), inner, scalar.text)
  return found && { ...scalar, ...found, step }
}

/** The keys of all step types; keys of the same name are of the same kind. */
const stepKeys: ReadonlyMap<string, KeySpec> = new Map(
  [...commonKeys, ...Object.values(catalogue).flatMap(({ keys }) => keys)].map((spec) => [spec.key, spec]),
)

/** Which item of a path is the innermost step. */
function placeOfStep(path: readonly string[]): number | null {
  let at = isList(path, ['steps'], 0)
  for (let inner = at; inner !== null; ) {
    at = inner
    inner =
      isList(path, ['loop_body'], at + 1) ??
      isList(path, ['dynamic_injection', 'rules', item, 'steps_to_insert'], at + 1)
  }
  return at
}

function isList(path: readonly string[], keys: readonly string[], from: number): number | null {
  const wanted = [...keys, item]
  return wanted.every((key, index) => path[from + index] === key) ? from + keys.length : null
}

type Found = Pick<YamlExpression, 'kind' | 'hasSecrets'>
const template: ExpressionKind = { form: 'template' }

function kindAt(spec: KeySpec | undefined, inner: readonly string[], text: string): Found | null {
  const [first, key] = inner
  switch (spec?.kind) {
    case 'expression':
      return inner.length === 0 ? plain(kindOfKey(spec)) : null
    case 'assignments':
      return inner.length === 1 ? plain({ form: 'expression' }) : null
    case 'template':
      return inner.length === 0 ? plain(spec.key === 'until' ? timeKind(text) : template) : null
    case 'duration':
      return inner.length === 0 && spec.templated === true ? plain(timeKind(text)) : null
    case 'json':
      return plain(template)
    case 'names':
      return spec.templated === true ? plain(template) : null
    case 'routes':
      return first === item ? kindAt(keyOf(routeKeys, key), inner.slice(2), text) : null
    case 'tasks':
      return first === item ? kindAt(keyOf(taskKeys, key), inner.slice(2), text) : null
    case 'http': {
      const found = kindAt(keyOf(httpKeys, first), inner.slice(1), text)
      return found && { ...found, hasSecrets: true }
    }
    default:
      return null
  }
}

const plain = (kind: ExpressionKind): Found => ({ kind, hasSecrets: false })

/** The kind of a time: an expression, or a text with expressions in it. */
const timeKind = (text: string): ExpressionKind => (text.includes('{{') ? template : { form: 'expression' })

const keyOf = (keys: readonly KeySpec[], name: string | undefined): KeySpec | undefined =>
  keys.find(({ key, aliases }) => key === name || (name !== undefined && aliases?.includes(name)))
