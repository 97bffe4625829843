import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { byteLength } from '../byte-length.ts'
import { type EvaluationError, evaluate, type Scope } from '../evaluate/evaluate.ts'
import { type ParsedExpression, parseExpression } from '../parse/parse-expression.ts'
import { quoteBraces, quoteBracesWithin } from './quote-braces.ts'
import { templateParts } from './template-parts.ts'

/** An expression in a string of a template: its source between the braces, and its offset in the string (UTF-16). */
export interface TemplateExpression {
  readonly source: string
  readonly offset: number
  /** Keys and indexes from the value's root to the string. */
  readonly path: readonly (string | number)[]
}

export type Rendering = { readonly ok: true; readonly value: Json } | EvaluationError

type Parse = (source: string) => ParsedExpression

export interface RenderOptions {
  /**
   * Selects expressions that stay unevaluated, for a later stage that knows more (`fillTemplate`). The result is then a
   * template again, in which braces from data are quoted: data cannot inject such an expression.
   */
  readonly leave?: (source: string) => boolean
  /** The reason why a value may not stand within other text; undefined when it may. */
  readonly refuse?: (value: Json) => string | undefined
  /** Formats a value behind the text `before` it. */
  readonly write?: (value: string, before: string) => string
}

/**
 * The value with every `{{ }}` in its strings, at any depth, replaced by its result. A string that is one `{{ }}` and
 * nothing else becomes the value itself, of any type. Within other text a string is inserted as it is, any other value
 * as JSON. Results are data and are not evaluated again. Keys are never templates. `parse` may be passed to reuse
 * parsed expressions.
 */
export function renderTemplate(
  value: Json,
  scope: Scope,
  parse: Parse = parseExpression,
  { leave, refuse, write = (one) => one }: RenderOptions = {},
): Rendering {
  let left: number = limits.run.resultBytes
  const quoted = leave === undefined ? (text: string) => text : quoteBraces

  function render(one: Json, depth: number): Rendering {
    if (depth > limits.run.jsonDepth) {
      return failed('EXPRESSION_TOO_LARGE', `This value is nested deeper than ${limits.run.jsonDepth} levels.`)
    }
    if (typeof one === 'string') return renderString(one)
    if (Array.isArray(one)) {
      const elements: Json[] = []
      for (const element of one as readonly Json[]) {
        const rendered = render(element, depth + 1)
        if (!rendered.ok) return rendered
        elements.push(rendered.value)
      }
      return { ok: true, value: elements }
    }
    if (!isJsonObject(one)) return { ok: true, value: one }
    const entries: [string, Json][] = []
    for (const [key, entry] of Object.entries(one)) {
      const rendered = render(entry, depth + 1)
      if (!rendered.ok) return rendered
      entries.push([key, rendered.value])
    }
    return { ok: true, value: Object.fromEntries(entries) }
  }

  function renderString(text: string): Rendering {
    if (!text.includes('{{')) return { ok: true, value: text }
    const parts = templateParts(text)
    let done = ''
    /** The text since the last expression that was left unevaluated. */
    let plain = ''
    for (const part of parts) {
      if (part.kind === 'text') {
        plain += part.text
        continue
      }
      if (part.kind === 'unclosed')
        return failed('EXPRESSION_INVALID', 'A `{{` is never closed. Add `}}` after the expression.')
      if (leave?.(part.source)) {
        done += `${quoted(plain)}{{${part.source}}}`
        plain = ''
        continue
      }
      // A value that is passed on alone may be as large as any value of a run; text is built piece by piece.
      const result = evaluated(part.source, parts.length === 1 ? limits.run.resultBytes : undefined)
      if (!result.ok) return result
      if (parts.length === 1) return leave === undefined ? result : { ok: true, value: quoteBracesWithin(result.value) }
      const fault = refuse?.(result.value)
      if (fault !== undefined) return failed('TEXT_REQUIRED', fault)
      plain += write(printed(result.value), done + plain)
    }
    return { ok: true, value: done + quoted(plain) }
  }

  function evaluated(source: string, outputBytes: number | undefined): Rendering {
    const parsed = parse(source)
    if (!parsed.ok) return { ok: false, code: 'EXPRESSION_INVALID', message: parsed.message, range: parsed.range }
    const result = evaluate(parsed.expression, scope, outputBytes)
    if (!result.ok) return result
    left -= byteLength(printed(result.value))
    return left >= 0
      ? result
      : failed(
          'EXPRESSION_TOO_LARGE',
          `The values inserted by expressions are larger than ${limits.run.resultBytes / 1024 ** 2} MB.`,
        )
  }

  return render(value, 0)
}

function failed(code: EvaluationError['code'], message: string): EvaluationError {
  return { ok: false, code, message, range: { start: 0, end: 0 } }
}

/** A value within other text: strings bare, the rest as JSON. */
function printed(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Every expression in the strings of a value, in order. Unclosed braces contain none. */
export function templateExpressions(value: Json): readonly TemplateExpression[] {
  const found: TemplateExpression[] = []
  for (const { text, path } of templateStrings(value)) {
    for (const part of templateParts(text)) {
      if (part.kind === 'expression') found.push({ source: part.source, offset: part.offset, path })
    }
  }
  return found
}

/** The strings of a value that have braces, at any depth. */
export function templateStrings(value: Json): readonly { text: string; path: readonly (string | number)[] }[] {
  const found: { text: string; path: readonly (string | number)[] }[] = []
  const open: { value: Json; path: readonly (string | number)[] }[] = [{ value, path: [] }]
  for (let one = open.pop(); one; one = open.pop()) {
    const { path } = one
    if (typeof one.value === 'string') {
      if (one.value.includes('{{')) found.push({ text: one.value, path })
    } else if (typeof one.value === 'object' && one.value !== null) {
      const keys: readonly [string | number, Json][] = Array.isArray(one.value)
        ? (one.value as readonly Json[]).map((entry, index) => [index, entry])
        : Object.entries(one.value)
      for (const [key, entry] of keys.toReversed()) open.push({ value: entry, path: [...path, key] })
    }
  }
  return found
}
