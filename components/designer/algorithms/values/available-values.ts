import { describeType, type ScopeTypes, type ValueType } from '#core/expression/check/types.ts'
import type { Scope } from '#core/expression/scope.ts'
import { isJsonObject, type Json } from '#core/json.ts'

/** Where a value comes from, in the order of the list. */
export const valueGroups = ['item', 'input', 'state', 'steps', 'run', 'secrets'] as const
export type ValueGroup = (typeof valueGroups)[number]

/** A value that an expression can read at a step. */
export interface AvailableValue {
  readonly group: ValueGroup
  /** The expression that gives the value: `steps.Check.output.ok`. */
  readonly path: string
  /** The last part of the path, or the name of the step. */
  readonly name: string
  /** How deep the value lies below its group. */
  readonly depth: number
  /** The type in words; empty where nothing is known of it. */
  readonly type: string
  /** The value of the last run, or of the sample; undefined where there is none. */
  readonly value: Json | undefined
}

/** Deeper values, and those beyond the number, are found by typing their path. */
const deepest = 4
const mostValues = 400

interface LocatedValue {
  readonly group: ValueGroup
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly type: ValueType | undefined
  readonly value: Json | undefined
}

/** The values that a step's expressions can read: by their types, and by a run that there was. */
export function availableValues(types: ScopeTypes | null, scope: Scope | null): readonly AvailableValue[] {
  const found: AvailableValue[] = []
  for (const place of rootsOf(types, scope)) collect(place, found)
  return found
}

function rootsOf(types: ScopeTypes | null, scope: Scope | null): readonly LocatedValue[] {
  const root = (
    group: ValueGroup,
    name: string,
    type: ValueType | undefined,
    value: Json | undefined,
  ): LocatedValue => ({
    group,
    path: name,
    name,
    depth: 0,
    type,
    value,
  })
  const names = [...new Set([...Object.keys(types?.names ?? {}), ...Object.keys(scope?.names ?? {})])]
  const own = names.filter((name) => name !== 'secrets')
  const hasItem = types?.item !== undefined || scope?.item !== undefined
  return [
    ...own.map((name) => root('item', name, types?.names?.[name], scope?.names?.[name])),
    ...(hasItem && own.length === 0 ? [root('item', 'item', types?.item, scope?.item)] : []),
    ...(hasItem ? [root('item', 'index', types?.index, scope?.index)] : []),
    root('input', 'input', types?.input, scope?.input),
    root('state', 'state', types?.state, scope?.state),
    ...stepsOf(types, scope),
    root('run', 'run', types?.run, scope?.run),
    ...secretsOf(types),
  ]
}

/** The secrets that a request may name, by their names alone. */
function secretsOf(types: ScopeTypes | null): readonly LocatedValue[] {
  const known = types?.names?.secrets
  const names = known?.kind === 'object' ? Object.keys(known.fields) : []
  return names.map((name) => ({
    group: 'secrets',
    path: `secrets.${name}`,
    name,
    depth: 0,
    type: undefined,
    value: undefined,
  }))
}

/** The output of each step that comes before, under the name of the step. */
function stepsOf(types: ScopeTypes | null, scope: Scope | null): readonly LocatedValue[] {
  const known = types?.steps.kind === 'object' ? types.steps.fields : {}
  const ran = scope?.steps ?? {}
  return [...new Set([...Object.keys(known), ...Object.keys(ran)])].map((step) => {
    const type = known[step]
    return {
      group: 'steps',
      path: `${member('steps', step)}.output`,
      name: step,
      depth: 0,
      type: type?.kind === 'object' ? type.fields.output : undefined,
      value: ran[step]?.output,
    }
  })
}

function collect({ group, path, name, depth, type, value }: LocatedValue, found: AvailableValue[]): void {
  if (found.length >= mostValues) return
  const words = type === undefined || type.kind === 'any' || type.kind === 'object' ? '' : describeType(type)
  found.push({ group, path, name, depth, type: words, value })
  if (depth >= deepest) return
  const fields = type?.kind === 'object' ? type.fields : {}
  const inside = isJsonObject(value) ? value : {}
  for (const field of new Set([...Object.keys(fields), ...Object.keys(inside)])) {
    const at = { group, path: member(path, field), name: field, depth: depth + 1 }
    collect({ ...at, type: fields[field], value: inside[field] }, found)
  }
}

/** The path to a field; one whose name is no plain word stands in brackets. */
function member(path: string, field: string): string {
  return /^[A-Za-z_]\w*$/.test(field) ? `${path}.${field}` : `${path}[${JSON.stringify(field)}]`
}

/** The values whose path has every word of a search; those whose own name begins with the search come first. */
export function findValues(values: readonly AvailableValue[], search: string): readonly AvailableValue[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return values
  const found = values.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)))
  const isNamed = ({ name }: AvailableValue) => words.some((word) => name.toLowerCase().startsWith(word))
  return [...found.filter(isNamed), ...found.filter((value) => !isNamed(value))]
}

/** The text of a value in a field: bare in an expression, between braces in a text. */
export function writtenValue(path: string, form: 'expression' | 'template', isBetweenBraces: boolean): string {
  return form === 'expression' || isBetweenBraces ? path : `{{ ${path} }}`
}

/**
 * Whether `/` opens the list of values at this place: where a value can begin. In an expression, `/` behind a value
 * divides; in a text, `/` behind a word or another `/` belongs to an address.
 */
export function slashOpensValues(form: 'expression' | 'template', before: string): boolean {
  const open = before.lastIndexOf('{{')
  const isInBraces = form === 'expression' || (open !== -1 && before.indexOf('}}', open) === -1)
  if (!isInBraces) return before === '' || /\s$/.test(before)
  const inner = form === 'expression' ? before : before.slice(open + 2)
  return inner.trim() === '' || /[-+*%<>=!&|?:,([]\s*$/.test(inner)
}

const shownCharacters = 60

/** A value in a line of the list. */
export function shownValue(value: Json | undefined): string {
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}
