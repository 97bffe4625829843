import { limits } from '#core/limits.ts'
import type { TextRange } from '../../text-range.ts'

/** A word of the CEL text generated from a source, with the range of the source that it represents. */
export interface Word extends TextRange {
  readonly text: string
  /** Range in the source; an inserted word has the range of the word that requires it. */
  readonly range: TextRange
  /** Index of the closing bracket, on an opening one. */
  partner?: number
}

/** Words of CEL that are no names, and words that it reserves. */
export const keywords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in'])

const reserved: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
)

export function isReserved(name: string): boolean {
  return reserved.has(name)
}

/** The replacement for a word of another language. */
const instead: Readonly<Record<string, string>> = {
  '=': 'Write `==` to compare.',
  '===': 'Write `==` to compare.',
  '!==': 'Write `!=` to compare.',
  '&': 'Write `&&` or `and`.',
  '|': 'Write `||` or `or`.',
  '=>': 'Write `list.exists(x, x > 1)`: the name first, then the expression.',
  '?.': 'Write `has(a.b) ? a.b : null`.',
  '?': 'A choice is written `condition ? value : other`.',
  ':': 'A choice is written `condition ? value : other`, a map `{"key": value}`.',
  '**': 'There is no power operator; multiply instead.',
  '??': 'Write `has(state.field) ? state.field : "default"`.',
  '`': 'Write text in "quotes" and join it with `+`.',
  ';': 'An expression is one value, without `;`.',
  $: 'Write names without `$`.',
  '#': 'A comment begins with `//`.',
  else: 'Write `condition ? value : other`.',
  if: 'Write `condition ? value : other`.',
  '++': 'An expression changes nothing; write `+ 1`.',
}

/** A sentence about a word that is out of place, or an empty text. */
export function adviceFor(text: string): string {
  const advice = Object.hasOwn(instead, text) ? instead[text] : undefined
  return advice === undefined ? '' : ` ${advice}`
}

export const tooManyParts = `This expression has more than ${limits.expression.nodes} parts. Split it over several steps.`
