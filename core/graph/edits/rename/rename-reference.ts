import { stepReferences } from '#core/definition/script/step-references.ts'
import { memberText, quotedText, textInQuotes } from '#core/expression/member.ts'
import { tokenize } from '#core/expression/parse/tokenize.ts'
import type { JsonObject } from '#core/json.ts'
import { changeSources } from './expression-places.ts'

/** New names by old ones. */
export type Names = ReadonlyMap<string, string>
/** The part of the map that renaming needs. */
type Renames = Pick<Names, 'get'>

/**
 * Renames `steps.<name>` in the expressions of a step, and in scripts where their reads are certain. Purely lexical, so
 * that it also works in an expression with a syntax error.
 */
export function renameReferences(step: JsonObject, names: Renames): JsonObject {
  return changeSources(step, {
    expression: (source) => inExpression(source, names),
    script: (code) => inScript(code, names),
  })
}

/** Renames the step reads of a script; a script with uncertain reads stays unchanged. */
function inScript(code: string, names: Renames): string {
  let renamed = ''
  let at = 0
  for (const { name, start, end, quote, dot, optional } of stepReferences(code) ?? []) {
    const to = names.get(name)
    if (to === undefined) continue
    const member = memberText(to)
    const bracketed = quote === null && member.startsWith('[')
    const written = quote !== null ? quotedText(to, quote) : bracketed ? `${optional ? '.' : ''}${member}` : to
    renamed += code.slice(at, bracketed ? dot : start) + written
    at = end
  }
  return renamed + code.slice(at)
}

/**
 * Matches `.name` or `["name"]` after `steps`, where `steps` is not itself a field. Strings and comments are left
 * alone.
 */
function inExpression(source: string, names: Renames): string {
  if (!source.includes('steps')) return source
  const tokens = tokenize(source)
  let renamed = ''
  let at = 0
  for (const [index, { text, end }] of tokens.entries()) {
    if (text !== 'steps' || tokens[index - 1]?.text === '.') continue
    const [mark, name, close] = tokens.slice(index + 1, index + 4)
    if (mark === undefined || name === undefined) continue
    const isIndex = mark.text === '[' && name.kind === 'string' && close?.text === ']'
    const from = isIndex ? textInQuotes(name.text) : mark.text === '.' ? name.text : null
    const to = from === null ? undefined : names.get(from)
    if (to === undefined) continue
    const member = memberText(to)
    const isBracketed = !isIndex && member.startsWith('[')
    const written = isIndex ? quotedText(to, name.text.endsWith("'") ? "'" : '"') : isBracketed ? member : to
    renamed += source.slice(at, isBracketed ? end : name.start) + written
    at = name.end
  }
  return renamed + source.slice(at)
}
