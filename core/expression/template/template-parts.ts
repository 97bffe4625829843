import { limits } from '#core/limits.ts'
import { tokensOf } from '../parse/tokenize.ts'

/** A piece of a string: text as it stands, or an expression between braces. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly source: string; readonly offset: number }
  /** Braces that are never closed. */
  | { readonly kind: 'unclosed'; readonly offset: number }

/** Cuts a string at its `{{ }}`; braces and quotes within an expression belong to it. */
export function templateParts(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('{{', at)
    if (start < 0) break
    if (start > at) parts.push({ kind: 'text', text: text.slice(at, start) })
    const offset = start + 2
    const end = endOfExpression(text, offset)
    if (end === undefined) return [...parts, { kind: 'unclosed', offset: start }]
    parts.push({ kind: 'expression', source: text.slice(offset, end), offset })
    at = end + 2
  }
  if (at < text.length || parts.length === 0) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

/** Offset of the `}}` that closes an expression beginning at `from`. */
function endOfExpression(text: string, from: number): number | undefined {
  let open = 0
  for (const token of tokensOf(text.slice(from, from + limits.expression.sourceBytes + 2))) {
    if (token.text === '{') open++
    else if (token.text === '}' && open > 0) open--
    else if (token.text === '}') return text[from + token.end] === '}' ? from + token.start : undefined
  }
  return undefined
}
