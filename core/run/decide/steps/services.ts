import type { AiStep, MailStep, SqlStep } from '#core/definition/definition.ts'
import type { RenderOptions } from '#core/expression/template/template.ts'
import type { Json } from '#core/json.ts'
import type { Decision } from '../decision.ts'
import { type Evaluated, render, scopeOf } from '../text/expressions.ts'
import { renderNames, renderText } from '../text/render-text.ts'
import { startWith } from './call.ts'
import type { Visit } from './visit.ts'

/** Starts a mail. It is rendered once for all attempts and recorded; the password is in the connection alone. */
export function startMail(decision: Decision, step: MailStep, visit: Visit): void {
  startWith(decision, step, visit, mailOf)
}

/** Starts a statement. Its text is fixed by the definition; only parameters are rendered. */
export function startSql(decision: Decision, step: SqlStep, visit: Visit): void {
  startWith(decision, step, visit, statementOf)
}

/** Starts the call of a model. Prompt and answer stand in the history, so that a recorded call is never repeated. */
export function startAi(decision: Decision, step: AiStep, visit: Visit): void {
  startWith(decision, step, visit, questionOf)
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => escapes[character] as string)

function mailOf(decision: Decision, step: MailStep): Evaluated<Json> {
  const { name, connection } = step
  const scope = scopeOf(decision, name)
  const mail: Record<string, Json> = { connection }
  for (const key of ['to', 'cc', 'bcc'] as const) {
    const written = step[key]
    if (written === undefined) continue
    const addresses = renderNames(decision, written, scope, { step: name, field: key })
    if (!addresses.ok) return addresses
    mail[key] = addresses.value
  }
  for (const key of ['subject', 'text', 'html', 'reply_to'] as const) {
    const written = step[key]
    if (written === undefined) continue
    const text = renderText(decision, written, scope, { step: name, field: key }, htmlOnly(key))
    if (!text.ok) return text
    mail[key] = text.value
  }
  if (step.attachments === undefined) return { ok: true, value: mail }
  const attachments = render(decision, step.attachments, scope)
  return attachments.ok ? { ok: true, value: { ...mail, attachments: attachments.value } } : attachments
}

const htmlOnly = (key: string): RenderOptions => (key === 'html' ? { write: escapeHtml } : {})

function statementOf(decision: Decision, step: SqlStep): Evaluated<Json> {
  const { name, connection, statement, parameters = [], access = 'read', max_rows } = step
  const rendered = render(decision, parameters, scopeOf(decision, name))
  if (!rendered.ok) return rendered
  const bound = max_rows === undefined ? {} : { max_rows }
  return { ok: true, value: { connection, statement, parameters: rendered.value, access, ...bound } }
}

/** What an AI step asks, rendered. */
export function questionOf(decision: Decision, step: AiStep): Evaluated<Json> {
  const { name, connection, prompt, system, model, output_schema, max_tokens, temperature } = step
  const question: Record<string, Json> = { connection }
  for (const [field, written] of Object.entries({ prompt, system })) {
    if (written === undefined) continue
    const text = render(decision, written, scopeOf(decision, name))
    if (!text.ok) return text
    question[field] = typeof text.value === 'string' ? text.value : JSON.stringify(text.value)
  }
  for (const [field, value] of Object.entries({ model, output_schema, max_tokens, temperature })) {
    if (value !== undefined) question[field] = value as Json
  }
  return { ok: true, value: question }
}
