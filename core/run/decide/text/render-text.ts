import { cleanText } from '#core/clean-text.ts'
import type { Scope } from '#core/expression/evaluate/evaluate.ts'
import { describeKind } from '#core/expression/evaluate/kind.ts'
import type { RenderOptions } from '#core/expression/template/template.ts'
import { isJsonList, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Decision } from '../decision.ts'
import type { Failure } from '../failure/failure.ts'
import { type Evaluated, render } from './expressions.ts'

/** The step and field that need a text, for the message of a failure. */
export interface TextField {
  readonly step: string
  readonly field: string
}

/**
 * A text made by a template. Null, lists and objects make no text, neither alone
 * nor within other text: the step fails instead of using "null" or "[object Object]".
 * Numbers, true and false are written out.
 */
export function renderText(
  decision: Decision,
  written: Json,
  scope: Scope,
  place: TextField,
  options: RenderOptions = {},
): Evaluated<string> {
  const rendered = render(decision, written, scope, { ...options, refuse: refuseInText(place) })
  return rendered.ok ? textIn(rendered.value, place) : rendered
}

/** A value as the text that a place needs; null, a list or an object is a failure. */
export function textIn(value: Json, place: TextField): Evaluated<string> {
  return isScalar(value) ? { ok: true, value: String(value) } : noText(needsText(place, value))
}

/**
 * A name made by a template. Unlike in `renderText`, a value that stands alone must be a text already, and not an empty
 * one.
 */
export function renderName(decision: Decision, written: string, scope: Scope, place: TextField): Evaluated<string> {
  const rendered = render(decision, written, scope, { refuse: refuseInText(place) })
  return rendered.ok ? nameIn(rendered.value, place) : rendered
}

/** Names made by templates: each gives a name, a list of names, or null for none. */
export function renderNames(
  decision: Decision,
  written: readonly string[],
  scope: Scope,
  place: TextField,
): Evaluated<readonly string[]> {
  const refuse = refuseInText(place)
  const names: string[] = []
  for (const one of written) {
    const rendered = render(decision, one, scope, { refuse })
    if (!rendered.ok) return rendered
    const { value } = rendered
    if (value === null) continue
    for (const each of isJsonList(value) ? value : [value]) {
      const name = nameIn(each, place)
      if (!name.ok) return name
      names.push(name.value)
    }
  }
  return { ok: true, value: names }
}

function nameIn(value: Json, place: TextField): Evaluated<string> {
  if (typeof value !== 'string') return noText(needsText(place, value))
  const { step, field } = place
  if (value.trim() === '') return noText(`${step}: ${field} needs a name, but got an empty text.`)
  const most = limits.text.name
  if (value.length > most) return noText(`${step}: ${field} returns a name of more than ${most} characters.`)
  return { ok: true, value: cleanText(value) }
}

function needsText({ step, field }: TextField, value: Json): string {
  return `${step}: ${field} needs text, but got ${describeKind(value)}.`
}

/** A check that refuses null, lists and objects within other text. */
export function refuseInText(place: TextField): NonNullable<RenderOptions['refuse']> {
  return (value) => (isScalar(value) ? undefined : needsText(place, value))
}

function isScalar(value: Json): value is string | number | boolean {
  return value !== null && typeof value !== 'object'
}

function noText(message: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { error: { code: 'TEXT_REQUIRED', message }, retryable: false } }
}
