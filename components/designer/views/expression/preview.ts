import { evaluate, evaluateCondition, type Scope } from '#core/expression/evaluate/evaluate.ts'
import { parseExpression } from '#core/expression/parse/parse-expression.ts'
import { secretName } from '#core/expression/template/fill-template.ts'
import { renderTemplate } from '#core/expression/template/template.ts'
import type { Json } from '#core/json.ts'
import type { ExpressionKind } from './expression-help.ts'

export type Preview =
  | { readonly ok: true; readonly text: string }
  /** The reason why this data gives no value. */
  | { readonly ok: false; readonly message: string }

const mostCharacters = 240

/**
 * The value of an expression or template with sample data; null where there is nothing to try yet. The limits are those
 * of the engine.
 */
export function previewOf({ form, expected }: ExpressionKind, text: string, scope: Scope): Preview | null {
  if (text.trim() === '' || (form === 'template' && !text.includes('{{'))) return null
  if (form === 'template') {
    // Secrets are never shown: a reference to a secret stays as written.
    const rendered = renderTemplate(text, scope, parseExpression, { leave: (source) => secretName(source) !== null })
    return rendered.ok ? shown(rendered.value) : { ok: false, message: rendered.message }
  }
  const parsed = parseExpression(text)
  if (!parsed.ok) return null
  const result =
    expected === 'boolean' ? evaluateCondition(parsed.expression, scope) : evaluate(parsed.expression, scope)
  return result.ok ? shown(result.value) : { ok: false, message: result.message }
}

function shown(value: Json): Preview {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { ok: true, text: text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text }
}
