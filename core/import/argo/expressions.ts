import type { Json } from '#core/json.ts'
import { pathFrom } from '../path-from.ts'
import { type Taken, takeTexts } from '../taken.ts'

/** What the words of a template mean. */
export interface Words {
  /** The step that a task of the same template became; undefined where there is none. */
  stepOf(task: string): string | undefined
  /** Is the input of the workflow that of theirs? Another template is given its own arguments alone. */
  readonly isEntry: boolean
}

/** `tasks.build.outputs.result` in our words; null where that is not certain. */
function meaningOf(written: string, { stepOf, isEntry }: Words): string | null {
  const [root, name = '', ...rest] = written.trim().split('.')
  if (root === 'item') return pathFrom('item', name === '' ? [] : [name, ...rest])
  const [kind, field, ...deeper] = rest
  if ((root === 'inputs' || (root === 'workflow' && isEntry)) && name === 'parameters') return pathFrom('input', rest)
  if (root === 'workflow' && (name === 'name' || name === 'uid')) return 'run.id'
  const step = root === 'tasks' || root === 'steps' ? stepOf(name) : undefined
  if (step === undefined || kind !== 'outputs') return null
  const output = pathFrom('steps', [step, 'output'])
  if (field === 'result') return output
  return field === 'parameters' ? pathFrom(output, deeper) : null
}

const braces = /\{\{([^{}]*)\}\}/

/** A value whose texts may hold `{{ }}` of theirs, as a template of ours. */
export const takeTemplate = (value: Json, words: Words): Taken<Json> =>
  takeTexts(value, braces, (source) => meaningOf(source, words))

const token =
  /(?<space>\s+)|["']?\{\{(?<path>[^{}]*)\}\}["']?|(?<text>"[^"]*"|'[^']*')|(?<plain>==|!=|>=|<=|&&|\|\||[<>!()]|\d+(?:\.\d+)?(?![\w.])|(?:true|false)\b)|(?<word>[\w./-]+)/y

/** A condition, in which words need no quotes there. */
export function takeCondition(written: string, words: Words): Taken<string> {
  const parts: string[] = []
  const scanner = new RegExp(token)
  while (scanner.lastIndex < written.length) {
    const found = scanner.exec(written)?.groups
    const part = found === undefined ? null : partOf(found, words)
    if (part === null) return { value: written, kept: [written] }
    parts.push(part)
  }
  return { value: parts.join('').trim(), kept: [] }
}

type Groups = { readonly [name: string]: string | undefined }

function partOf({ space, path, text, plain, word }: Groups, words: Words): string | null {
  if (space !== undefined) return ' '
  if (path !== undefined) return meaningOf(path, words)
  return plain ?? JSON.stringify(word ?? (text as string).slice(1, -1))
}
