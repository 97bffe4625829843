import type { Json } from '#core/json.ts'
import { pathFrom } from '../path-from.ts'
import { type Taken, takeTexts } from '../taken.ts'
import type { ArgoParameter } from './read-argo.ts'

/** The meaning of names in a template. */
export interface NameResolver {
  /** The step of a task of this template; undefined for an unknown task. */
  stepOf(task: string): string | undefined
  /** Is the workflow's input that of the original? Any other template gets only its own arguments. */
  readonly isEntry: boolean
  /** The parameters of the workflow. */
  readonly parameters: readonly ArgoParameter[]
}

/** The translation of `tasks.build.outputs.result`; null where the meaning is not certain. */
function meaningOf(written: string, { stepOf, isEntry, parameters }: NameResolver): string | null {
  const [root, name = '', ...rest] = written.trim().split('.')
  if (root === 'item') return pathFrom('item', name === '' ? [] : [name, ...rest])
  const [kind, field, ...deeper] = rest
  if ((root === 'inputs' || (root === 'workflow' && isEntry)) && name === 'parameters') {
    return inputOf(rest, parameters)
  }
  if (root === 'workflow' && (name === 'name' || name === 'uid')) return 'run.id'
  const step = root === 'tasks' || root === 'steps' ? stepOf(name) : undefined
  if (step === undefined || kind !== 'outputs') return null
  const output = pathFrom('steps', [step, 'output'])
  if (field === 'result') return output
  return field === 'parameters' ? pathFrom(output, deeper) : null
}

/** The expression for an input; an optional parameter comes with its default. */
function inputOf(path: readonly string[], parameters: readonly ArgoParameter[]): string {
  const code = pathFrom('input', path)
  const own = parameters.find(({ name }) => name === path.join('.'))
  const usual = own?.value ?? own?.default
  if (usual === undefined || path.length !== 1) return code
  const [name = ''] = path
  const isGiven = /^[A-Za-z_]\w*$/.test(name) ? `has(${code})` : `${JSON.stringify(name)} in input`
  return `${isGiven} ? ${code} : ${JSON.stringify(usual)}`
}

const braces = /\{\{([^{}]*)\}\}/

/** A value whose texts may hold Argo's `{{ }}`, converted to a template of ours. */
export const takeTemplate = (value: Json, words: NameResolver): Taken<Json> =>
  takeTexts(value, braces, (source) => meaningOf(source, words))

const token =
  /(?<space>\s+)|["']?\{\{(?<path>[^{}]*)\}\}["']?|(?<text>"[^"]*"|'[^']*')|(?<operator>==|!=|>=|<=|[<>])|(?<sign>&&|\|\||[!()])|(?<number>-?\d+(?:\.\d+)?(?![\w.-]))|(?<truth>(?:true|false)\b)|(?<word>[\w./-]+)/y

interface Token {
  readonly kind: 'path' | 'text' | 'number' | 'truth' | 'operator' | 'sign'
  readonly code: string
}

/**
 * A condition, in which Argo's words need no quotes. Argo inserts values as texts, so that a value beside a number is a
 * number, and beside true a word.
 */
export function takeCondition(written: string, words: NameResolver): Taken<string> {
  const parts = partsOf(written, words)
  if (parts === null) return { value: written, kept: [written] }
  const value = parts
    .map((part, index) => typed(part, parts, index))
    .reduce((code, part, index) => {
      const isTight = index === 0 || part === ')' || ['(', '!'].includes((parts[index - 1] as Token).code)
      return isTight ? `${code}${part}` : `${code} ${part}`
    }, '')
  return { value, kept: [] }
}

/** The type of a value by the other side of its comparison; alone it is true or false. */
function typed({ kind, code }: Token, parts: readonly Token[], index: number): string {
  const operator = [-1, 1].find((side) => parts[index + side]?.kind === 'operator')
  if (kind === 'truth') return operator === undefined ? code : JSON.stringify(code)
  if (kind !== 'path') return code
  const text = /^item\b/.test(code) ? `string(${code})` : code
  if (operator === undefined) return parts[index - 1]?.code === '!' ? `(${text} == "true")` : `${text} == "true"`
  const other = parts[index + 2 * operator]?.kind
  const isOrder = /[<>]/.test((parts[index + operator] as Token).code)
  return other === 'number' || (isOrder && other === 'path')
    ? `double${code.startsWith('(') ? code : `(${code})`}`
    : text
}

function partsOf(written: string, words: NameResolver): readonly Token[] | null {
  const parts: Token[] = []
  const scanner = new RegExp(token)
  while (scanner.lastIndex < written.length) {
    const found = scanner.exec(written)?.groups
    if (found === undefined) return null
    if (found.space !== undefined) continue
    const part = partOf(found, words)
    if (part === null) return null
    parts.push(part)
  }
  return parts
}

type Groups = { readonly [name: string]: string | undefined }

function partOf({ path, text, operator, sign, number, truth, word }: Groups, words: NameResolver): Token | null {
  if (path !== undefined) {
    const code = meaningOf(path, words)
    return code === null ? null : { kind: 'path', code: code.includes(' ? ') ? `(${code})` : code }
  }
  if (operator !== undefined) return { kind: 'operator', code: operator }
  if (sign !== undefined) return { kind: 'sign', code: sign }
  if (number !== undefined) return { kind: 'number', code: number }
  if (truth !== undefined) return { kind: 'truth', code: truth }
  return { kind: 'text', code: JSON.stringify(word ?? (text as string).slice(1, -1)) }
}
