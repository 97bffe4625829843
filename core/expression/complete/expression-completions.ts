import { alternatives, describeType, type ScopeTypes, type ValueType } from '../check/types.ts'
import { type FunctionSpec, functions, macros } from '../functions.ts'
import { isMemberName, memberText, quotedText } from '../member.ts'
import { type Token, tokenize } from '../parse/tokenize.ts'
import { rootNames } from '../scope.ts'
import { typeBefore, withLoopVariables } from './partial-types.ts'

/** A completion at the cursor. */
export interface Completion {
  readonly label: string
  readonly kind: 'name' | 'field' | 'function' | 'macro'
  /** The type of a name or field, or the description of a function. */
  readonly detail: string
  /** The text that replaces the word at the cursor, from `start` on (UTF-16). */
  readonly text: string
  readonly start: number
}

/**
 * Completions at the cursor (UTF-16 offset into the source): after a dot the fields, functions and loops of the value
 * before it, otherwise names and functions, filtered by the word at the cursor. None within a string that is no key, or
 * where an operator comes next.
 */
export function expressionCompletions(source: string, cursor: number, types: ScopeTypes): readonly Completion[] {
  const tokens = tokenize(source.slice(0, cursor))
  const last = tokens.at(-1)
  if (last?.unclosed && tokens.at(-2)?.text === '[') return keysInQuotes(source, cursor, tokens, types)
  const word = last?.kind === 'name' && last.end === cursor ? last : undefined
  if (!word && last && endsValue(last)) return []
  const before = word ? tokens.slice(0, -1) : tokens
  const start = word?.start ?? cursor
  const known = withLoopVariables(source, before, types)
  const dot = before.at(-1)?.text === '.' ? before.length - 1 : -1
  const all =
    dot < 0
      ? names(known, start)
      : members(typeBefore(source, before.slice(0, dot), known), before[dot] as Token, start)
  const prefix = (word?.text ?? '').toLowerCase()
  return all.filter((one) => one.label.toLowerCase().startsWith(prefix))
}

/** The fields of the value before a bracket, completed within the quotes in the bracket. */
function keysInQuotes(source: string, cursor: number, tokens: readonly Token[], types: ScopeTypes): Completion[] {
  const { text, start } = tokens.at(-1) as Token
  const [, quote, typed] = /^(["'])([^\\]*)$/.exec(text) ?? []
  if (quote === undefined || typed === undefined) return []
  const of = tokens.slice(0, -2)
  const type = typeBefore(source, of, withLoopVariables(source, of, types))
  const behind = source.slice(cursor)
  const closing = behind.startsWith(quote) ? '' : behind.startsWith(']') ? quote : `${quote}]`
  return fieldsOf(type)
    .filter(([name]) => name.toLowerCase().startsWith(typed.toLowerCase()))
    .map(([name, fieldType]) => ({
      ...field(name, fieldType, 'field', start + 1),
      text: quotedText(name, quote).slice(1, -1) + closing,
    }))
}

const fieldsOf = (type: ValueType) =>
  alternatives(type).flatMap((one) => (one.kind === 'object' ? Object.entries(one.fields) : []))

const joining: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is'])

/** Does a value end here, so that an operator comes next? */
function endsValue(token: Token): boolean {
  return token.kind === 'name' ? !joining.has(token.text) : ['string', 'number', 'close'].includes(token.kind)
}

function names(types: ScopeTypes, start: number): Completion[] {
  const roots = rootNames.flatMap((name) => (types[name] ? [field(name, types[name], 'name', start)] : []))
  const variables = Object.entries(types.names ?? {}).map(([name, type]) => field(name, type, 'name', start))
  const bare = fieldsOf(types.state)
    .filter(([name]) => isMemberName(name))
    .map(([name, type]) => field(name, type, 'field', start))
  const now = types.world ? [field('now', { kind: 'timestamp' }, 'name', start)] : []
  return [
    ...variables,
    ...now,
    ...roots,
    ...bare,
    ...calls((spec) => spec.target === undefined && (!spec.ofWorld || types.world === true), start),
  ]
}

function members(type: ValueType, dot: Token, start: number): Completion[] {
  const kinds = new Set(alternatives(type).map((one) => one.kind))
  const has = (...wanted: ValueType['kind'][]): boolean => kinds.has('any') || wanted.some((kind) => kinds.has(kind))
  return [
    ...fieldsOf(type).map(([name, fieldType]) =>
      isMemberName(name)
        ? field(name, fieldType, 'field', start)
        : { ...field(name, fieldType, 'field', dot.start), text: memberText(name) },
    ),
    ...calls(({ target }) => {
      if (target === 'string') return has('string')
      if (target === 'list') return has('list')
      if (target === 'countable') return has('string', 'list', 'object')
      return target === 'time' && has('timestamp', 'duration')
    }, start),
    ...macros
      .filter(() => has('list', 'object'))
      .map(({ name, detail }): Completion => ({ label: name, kind: 'macro', detail, text: `${name}(x, `, start })),
  ]
}

function field(label: string, type: ValueType, kind: 'name' | 'field', start: number): Completion {
  return { label, kind, detail: describeType(type), text: label, start }
}

function calls(wanted: (spec: FunctionSpec) => boolean, start: number): Completion[] {
  return functions.filter(wanted).map(({ name, detail, arguments: { length } }) => {
    return { label: name, kind: 'function', detail, text: length > 0 ? `${name}(` : `${name}()`, start }
  })
}
