import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { Json } from '#core/json.ts'
import { type Taken, takeTexts } from '../taken.ts'
import { readSyntax } from './expression/syntax.ts'
import { asText, compound, constantOf, operand, type Value } from './expression/value.ts'
import { type Meaning, writeTest, writeValue } from './expression/write.ts'

const braces = /\$\{\{([\s\S]*?)\}\}/

function valueIn(source: string, meaning: Meaning): Value | null {
  const tree = readSyntax(source)
  return readable(tree && writeValue(tree, meaning))
}

/** An expression beyond our bounds of length or depth counts as uncertain. */
const readable = (value: Value | null): Value | null => (value !== null && parseOnce(value.code).ok ? value : null)

/** A value whose texts may hold `${{ }}`, converted to a template of ours. */
export const takeTemplate = (value: Json, meaning: Meaning): Taken<Json> =>
  takeTexts(value, braces, (source) => valueIn(source, meaning)?.code ?? null)

/** A text with `${{ }}`, converted to one expression with a text as its value. */
export function textOf(written: string, meaning: Meaning): Value | null {
  const parts = written.split(braces).map((piece, index): Value | null => {
    if (index % 2 === 0) return constantOf(piece)
    const value = valueIn(piece, meaning)
    return value && asText(value)
  })
  const said = parts.filter((part) => part?.constant !== '')
  if (said.includes(null)) return null
  const [first = constantOf(''), ...rest] = said as readonly Value[]
  if (rest.length === 0) return first
  return compound([first, ...rest].map(operand).join(' + '), 'text')
}

/** A condition, translated; null where its meaning is not certain. */
export function conditionOf(written: string, meaning: Meaning): Value | null {
  const tree = readSyntax(sourceOf(written))
  return readable(tree && writeTest(tree, meaning))
}

/** The source of a condition, which may be written with or without `${{ }}`. */
export const sourceOf = (written: string): string =>
  (/^\s*\$\{\{((?:(?!\}\})[\s\S])*)\}\}\s*$/.exec(written)?.[1] ?? written).trim()
