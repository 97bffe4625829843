import { scriptTokens } from '#core/definition/script/script-tokens.ts'
import { tokenize } from '#core/expression/parse/tokenize.ts'
import type { JsonObject } from '#core/json.ts'
import { changeSources } from '../edits/rename/expression-places.ts'
import { stepsAt } from './references.ts'

interface CodeToken {
  readonly text: string
}

/** Does a step, or one within it, read all of `input` or `state` and not only fields by their names? */
export function readsWhole(step: JsonObject, name: 'input' | 'state'): boolean {
  let found = false
  const search = (source: string, words: readonly CodeToken[] | null) => {
    // What cannot be cut into words may read it wherever its name stands.
    found ||= words === null ? new RegExp(`\\b${name}\\b`).test(source) : standsAlone(words, name)
    return source
  }
  const expression = (source: string) => search(source, source.includes(name) ? tokenize(source) : [])
  const script = (code: string) => search(code, code.includes(name) ? scriptTokens(code) : [])
  for (const each of stepsAt(step)) changeSources(each, { expression, script })
  return found
}

function standsAlone(words: readonly CodeToken[], name: string): boolean {
  return words.some(({ text }, index) => {
    // Behind three dots it is spread.
    if (text !== name || (words[index - 1]?.text === '.' && words[index - 2]?.text !== '.')) return false
    const [before, behind, next] = [-1, 1, 2].map((by) => words[index + by]?.text ?? '') as [string, string, string]
    if (behind === ':') return before !== '{' && before !== ','
    if (behind === '[') return !/^["']/.test(next)
    return behind !== '.' && !(behind === '?' && next === '.')
  })
}
