import { httpKeys, injectionRuleKeys, retryKeys, routeKeys, taskKeys } from '#core/definition/catalogue/nested-keys.ts'
import { triggerCatalogue, triggerTypeKey } from '#core/definition/catalogue/trigger-keys.ts'
import {
  catalogue,
  commonKeys,
  type KeySpec,
  keysOfType,
  typeAliases,
  workflowKeys,
} from '#core/definition/catalogue.ts'
import { type ConnectionKind, connectionCatalogue } from '#core/definition/connections/kinds.ts'
import { END, type StepType, stepTypes } from '#core/definition/definition.ts'
import { functionKey } from '#core/definition/function-name.ts'
import { designerTexts } from '../../texts/designer.ts'
import { schemaKeysAt } from './yaml/schema-keys.ts'
import { item, type YamlPosition } from './yaml/yaml-position.ts'

/** A registered function, and the documentation from its source. */
export interface NamedFunction {
  readonly name: string
  readonly signature: string
  readonly doc: string | null
}

/** The names that may be used in a text. */
export interface YamlNames {
  readonly steps: Iterable<string>
  readonly functions: Iterable<NamedFunction>
  readonly workflows: Iterable<string>
  readonly connections?: ReadonlyMap<string, { readonly kind: ConnectionKind }> | undefined
}

export interface YamlOption {
  readonly label: string
  readonly detail: string
  readonly info: string
  /** The signature from the source; shown above the info. */
  readonly signature?: string
  /** The inserted text. */
  readonly text: string
}

const plainKey = (key: string, label: string, help: string): KeySpec => ({
  key,
  kind: 'text',
  label,
  help,
  section: 'main',
})
const typeKey: KeySpec = {
  ...plainKey('type', 'Type', designerTexts.stepTypeSTANDARDByDefault),
  kind: 'choice',
  choices: stepTypes,
}
const workflowLists = [
  plainKey('steps', 'Steps', designerTexts.stepsOfWorkflowInOrder),
  plainKey('layout', 'Layout', designerTexts.positionsOfStepsOnCanvas),
]
/** The keys of a group in `layout`. */
const groupKeys: readonly KeySpec[] = [
  plainKey('title', 'Title', designerTexts.titleOfGroupLabel),
  { ...plainKey('steps', 'Steps', designerTexts.namesOfStepsInGroup), kind: 'steps' },
  { ...plainKey('collapsed', 'Collapsed', designerTexts.whetherGroupIsDrawnAs), kind: 'boolean' },
]
const stepLists: ReadonlySet<string> = new Set(['steps', 'loop_body', 'steps_to_insert'])
const itemKeys: Readonly<Record<string, readonly KeySpec[]>> = {
  routes: routeKeys,
  tasks: taskKeys,
  rules: injectionRuleKeys,
}
const mapKeys: Readonly<Record<string, readonly KeySpec[]>> = {
  retry: retryKeys,
  retry_policy: retryKeys,
  http_config: httpKeys,
  dynamic_injection: [plainKey('rules', 'Rules', designerTexts.rulesThatInsertStepsAnd)],
  on_failure: [{ ...plainKey('target_step', 'Step', designerTexts.stepThatRunsNext), kind: 'step' }],
}

/** The keys whose value is a JSON Schema. */
const schemas: ReadonlySet<string> = new Set(
  [workflowKeys, ...stepTypes.map(keysOfType)]
    .flat()
    .filter(({ kind }) => kind === 'json_schema')
    .flatMap(({ key, aliases = [] }) => [key, ...aliases]),
)

/** The keys that the map at a position may have; none where the author chooses the keys. */
export function keysAt({ path, siblings }: YamlPosition): readonly KeySpec[] {
  const schema = path.findIndex((key, at) => schemas.has(key) && (at === 0 || path[at - 1] === item))
  if (schema !== -1) return schemaKeysAt(path.slice(schema + 1))
  if (path[0] === 'envelope') return keysBelow(path, workflowKeys)
  if (path[0] === 'layout') return path.length === 2 && isGroup(path[1]) ? groupKeys : []
  const last = path.at(-1)
  if (last === undefined) return [...workflowKeys, ...workflowLists]
  if (last !== item) return mapKeys[last] ?? []
  const list = path.at(-2) ?? ''
  if (stepLists.has(list)) return [...typeKeys(siblings.get('type')), typeKey]
  if (list === 'triggers') return [triggerTypeKey, ...triggerKeys(siblings.get('type'))]
  return itemKeys[list] ?? []
}

function triggerKeys(type: string | undefined): readonly KeySpec[] {
  return Object.values(triggerCatalogue).find((entry) => entry.type === type)?.keys ?? []
}

/** The keys of the map that a path leads to, through the `keys` of the declarations; a list of maps adds a part. */
function keysBelow(path: readonly string[], keys: readonly KeySpec[]): readonly KeySpec[] {
  const [key, ...rest] = path
  if (key === undefined) return keys
  if (key === item) return keysBelow(rest, keys)
  const spec = keys.find((one) => one.key === key)
  const isOpenList = spec?.kind === 'groups' && rest.length === 0
  return isOpenList ? [] : keysBelow(rest, spec?.keys ?? [])
}

const isGroup = (key: string | undefined) => /^group \d+$/.test(key ?? '')

function typeKeys(written: string | undefined): readonly KeySpec[] {
  if (written === undefined) return keysOfType('STANDARD')
  const type = stepTypes.find((known) => known === written) ?? typeAliases[written]
  return type === undefined ? commonKeys : keysOfType(type)
}

export function yamlOptions(position: YamlPosition, names: YamlNames): readonly YamlOption[] {
  const keys = keysAt(position)
  const { at, word, siblings } = position
  const begins = ({ label }: YamlOption) => label.toLowerCase().startsWith(word.toLowerCase()) && label !== word
  if (at.kind === 'key' && position.path[0] === 'layout' && !isGroup(position.path.at(-1))) {
    return placedNames(position, names).filter(begins)
  }
  if (at.kind === 'key') {
    return keys
      .filter(({ key }) => !siblings.has(key) || key === word)
      .map((spec) => ({ label: spec.key, detail: spec.label, info: spec.help, text: `${spec.key}: ` }))
      .filter(begins)
  }
  const spec = keys.find(({ key, aliases }) => key === at.key || aliases?.includes(at.key))
  return spec === undefined ? [] : valuesOf(spec, names).filter(begins)
}

/** Completions for steps without a position, and for steps that may be in a group. */
function placedNames({ path, siblings }: YamlPosition, { steps }: YamlNames): readonly YamlOption[] {
  const isPlace = path.length === 1
  const isMember = isGroup(path[1]) && path.slice(2).join(' ') === `steps ${item}`
  if (!isPlace && !isMember) return []
  const option = (name: string, text: string) => ({ label: name, detail: 'step', info: '', text })
  return [...steps].flatMap((name) => {
    if (isMember) return [option(name, name)]
    return siblings.has(name) ? [] : [option(name, `${name}: `)]
  })
}

function valuesOf(spec: KeySpec, names: YamlNames): readonly YamlOption[] {
  const option = (label: string, detail = '', info = ''): YamlOption => ({ label, detail, info, text: label })
  switch (spec.kind) {
    case 'choice':
      return (spec.choices ?? []).map((choice) =>
        spec === typeKey
          ? option(choice, catalogue[choice as StepType].label, catalogue[choice as StepType].description)
          : option(choice),
      )
    case 'boolean':
      return [option('true'), option('false')]
    case 'step':
    case 'steps':
      return [
        ...[...names.steps].map((name) => option(name, 'step')),
        ...(mayEnd.has(spec.key) ? [option(END, designerTexts.branchEnds)] : []),
      ]
    case 'function':
      return [...names.functions].map(({ name, signature, doc }) => ({
        ...option(name, 'function', doc ?? ''),
        signature,
      }))
    case 'workflow':
      return [...names.workflows].map((name) => option(name, 'workflow'))
    case 'connection':
      return [...(names.connections ?? [])]
        .filter(([, { kind }]) => spec.connectionKinds?.includes(kind))
        .map(([name, { kind }]) => option(name, connectionCatalogue[kind].label))
    default:
      return []
  }
}

const mayEnd: ReadonlySet<string> = new Set(['next', 'target', 'default'])

export interface YamlHover {
  readonly title: string
  readonly detail: string
  readonly text: string
  readonly signature?: string
}

/**
 * The catalogue's help for the word at a position, or the documentation of a function; the position is that of the
 * word's end.
 */
export function yamlHover(position: YamlPosition, { functions }: Pick<YamlNames, 'functions'>): YamlHover | null {
  const { at, word } = position
  if (at.kind === 'key') {
    const spec = keysAt(position).find(({ key, aliases }) => key === word || aliases?.includes(word))
    return spec === undefined ? null : { title: word, detail: spec.label, text: helpOf(spec) }
  }
  const of = keysAt(position).find(({ key, aliases }) => key === at.key || aliases?.includes(at.key))
  if (of?.kind === 'function') return hoverOfFunction(word, functions)
  const type = at.key === 'type' ? stepTypes.find((known) => known === word) : undefined
  return type === undefined ? null : { title: word, detail: catalogue[type].label, text: catalogue[type].description }
}

/** Finds the function under any of its spellings. */
function hoverOfFunction(word: string, functions: YamlNames['functions']): YamlHover | null {
  const wanted = functionKey(word)
  for (const { name, signature, doc } of functions) {
    if (functionKey(name) === wanted) return { title: name, detail: 'function', signature, text: doc ?? '' }
  }
  return null
}

function helpOf({ help, choices, default: usual }: KeySpec): string {
  const values = choices === undefined ? '' : designerTexts.oneOf(choices.join(', '))
  return help + values + (usual === undefined ? '' : `\nDefault: ${usual}.`)
}
