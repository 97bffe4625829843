import type { HttpStep } from '#core/definition/definition.ts'
import { urlPart } from '#core/definition/url-text.ts'
import type { Scope } from '#core/expression/evaluate/evaluate.ts'
import { secretName } from '#core/expression/template/fill-template.ts'
import type { RenderOptions } from '#core/expression/template/template.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Decision } from '../decision.ts'
import { type Evaluated, render, scopeOf } from '../text/expressions.ts'
import { refuseInText, renderText } from '../text/render-text.ts'
import { startWith } from './call.ts'
import type { Visit } from './visit.ts'

/**
 * Starts an HTTP request. The request is rendered once for all attempts, and recorded with references in place of its
 * secrets, which only the executor knows.
 */
export function startHttp(decision: Decision, step: HttpStep, visit: Visit): void {
  startWith(decision, step, visit, requestOf)
}

const leave = (source: string): boolean => secretName(source) !== null
const inUrl: RenderOptions = { leave, write: urlPart }

function requestOf(
  decision: Decision,
  { name, connection, http_config: { url = '', retry_policy: _, ...rest } }: HttpStep,
): Evaluated<Json> {
  const scope = scopeOf(decision, name)
  const address = renderText(decision, url, scope, { step: name, field: 'url' }, inUrl)
  if (!address.ok) return address
  const { headers, query, ...others } = rest
  const named = headersOf(decision, name, headers, scope)
  if (!named.ok) return named
  const refuse = refuseInText({ step: name, field: 'query' })
  const asked = render(decision, query === undefined ? {} : { query }, scope, { leave, refuse })
  if (!asked.ok) return asked
  const rendered = render(decision, others, scope, { leave })
  if (!rendered.ok) return rendered
  const parts = { ...(asked.value as object), ...(rendered.value as object), ...named.value }
  const sender = connection === undefined ? {} : { connection }
  return { ok: true, value: { url: address.value, ...parts, ...sender } }
}

/** Each header must render to a text; null, a list or an object fails. */
function headersOf(
  decision: Decision,
  step: string,
  headers: Json | undefined,
  scope: Scope,
): Evaluated<{ readonly headers?: JsonObject }> {
  if (!isJsonObject(headers)) return { ok: true, value: {} }
  const values: Record<string, string> = {}
  for (const [header, written] of Object.entries(headers)) {
    const value = renderText(decision, written, scope, { step, field: `header ${header}` }, { leave })
    if (!value.ok) return value
    values[header] = value.value
  }
  return { ok: true, value: { headers: values } }
}
