import type { Json } from '#core/json.ts'
import { type Taken, takeTexts } from '../taken.ts'

/** What a path such as `steps.build.outputs.digest` is here; null where that is not certain. */
export type Meaning = (path: readonly string[]) => string | null

const token =
  /(?<space>\s+)|(?<text>'(?:[^']|'')*')|(?<path>[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+(?![\w.([-]))|(?<plain>\d+(?:\.\d+)?(?!\w)|(?:true|false|null)(?![\w.([-])|==|!=|>=|<=|&&|\|\||[<>!()])/y

/** An expression in our words; null unless every part of it certainly means the same. */
export function translateActions(source: string, meaning: Meaning): string | null {
  const parts: string[] = []
  // One of its own: what a path means may be an expression again.
  const scanner = new RegExp(token)
  while (scanner.lastIndex < source.length) {
    const found = scanner.exec(source)?.groups
    if (found === undefined) return null
    const part = partOf(found, meaning)
    if (part === null) return null
    parts.push(part)
  }
  const joined = parts.join('').trim()
  return joined === '' ? null : joined
}

function partOf({ space, text, path, plain }: { readonly [name: string]: string | undefined }, meaning: Meaning) {
  if (space !== undefined) return ' '
  if (text !== undefined) return JSON.stringify(text.slice(1, -1).replaceAll("''", "'"))
  return path === undefined ? (plain as string) : meaning(path.split('.'))
}

const braces = /\$\{\{([\s\S]*?)\}\}/

/** A value whose texts may hold `${{ }}`, as a template of ours. */
export const takeTemplate = (value: Json, meaning: Meaning): Taken<Json> =>
  takeTexts(value, braces, (source) => translateActions(source, meaning))

/** A condition, with or without `${{ }}` around it. */
export function takeCondition(written: string, meaning: Meaning): Taken<string> {
  const source = (/^\s*\$\{\{([\s\S]*)\}\}\s*$/.exec(written)?.[1] ?? written).trim()
  const translated = translateActions(source, meaning)
  return translated === null ? { value: source, kept: [source] } : { value: translated, kept: [] }
}
