import type { HttpStep } from '#core/definition/definition.ts'
import { secretName } from '#core/definition/expression/template/fill-template.ts'
import type { RenderOptions } from '#core/definition/expression/template/template.ts'
import { urlPart } from '#core/definition/url-text.ts'
import type { Json } from '#core/json.ts'
import type { Decision } from '../decision.ts'
import { type Evaluated, render, scopeOf } from '../expressions.ts'
import { startWith } from './call.ts'
import type { Visit } from './visit.ts'

/** A request. It is rendered once for all attempts and recorded with references in place of its secrets, which only the executor knows. */
export function startHttp(decision: Decision, step: HttpStep, visit: Visit): void {
  startWith(decision, step, visit, requestOf)
}

const leave = (source: string): boolean => secretName(source) !== null
const inUrl: RenderOptions = { leave, write: urlPart }

function requestOf(
  decision: Decision,
  { name, http_config: { url = '', retry_policy: _, ...rest } }: HttpStep,
): Evaluated<Json> {
  const scope = scopeOf(decision, name)
  const address = render(decision, url, scope, inUrl)
  if (!address.ok) return address
  const others = render(decision, rest, scope, { leave })
  return others.ok ? { ok: true, value: { url: address.value, ...(others.value as object) } } : others
}
