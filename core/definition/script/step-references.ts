import { textInQuotes } from '../../expression/member.ts'
import { type ScriptToken, scriptTokens } from './script-tokens.ts'

/** A read of a step's result in a script: `.Name` or `["Name"]` after `steps`. */
export interface StepReference {
  readonly name: string
  /** Range of the written name, with its quotes if any. */
  readonly start: number
  readonly end: number
  /** The quote; null for a name after a dot. */
  readonly quote: string | null
  readonly dot: number
  /** `steps?.Name`. */
  readonly optional: boolean
}

/**
 * The steps that a script reads, in order. Null where that is uncertain: where the script cannot be tokenized, has a
 * variable `steps` of its own, or computes names of steps.
 */
export function stepReferences(code: string): readonly StepReference[] | null {
  if (!code.includes('steps')) return []
  const tokens = scriptTokens(code)
  if (tokens === null) return null
  const found: StepReference[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || token.text !== 'steps' || isProperty(tokens, index)) continue
    const reference = referenceAt(tokens, index + 1)
    if (reference === null) return null
    found.push(reference)
  }
  return found
}

/** After a dot the word is a field of another value; after three dots it is spread. */
function isProperty(tokens: readonly ScriptToken[], index: number): boolean {
  return isMark(tokens[index - 1], '.') && !isMark(tokens[index - 2], '.')
}

function referenceAt(tokens: readonly ScriptToken[], from: number): StepReference | null {
  const optional = isMark(tokens[from], '?') && isMark(tokens[from + 1], '.')
  const at = optional ? from + 1 : from
  const dotted = isMark(tokens[at], '.')
  const word = tokens[at + 1]
  const dot = tokens[at]?.start ?? 0
  if (dotted && word?.kind === 'word') {
    return { name: word.text, start: word.start, end: word.start + word.text.length, quote: null, dot, optional }
  }
  const bracket = optional ? at + 1 : at
  const [key, close] = [tokens[bracket + 1], tokens[bracket + 2]]
  if (!isMark(tokens[bracket], '[') || key === undefined || !isMark(close, ']')) return null
  const name = textInQuotes(key.text)
  if (name === null) return null
  return { name, start: key.start, end: key.start + key.text.length, quote: key.text.charAt(0), dot, optional }
}

function isMark(token: ScriptToken | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text
}
