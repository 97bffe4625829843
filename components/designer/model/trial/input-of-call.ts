import { renderTemplate } from '#core/expression/template/template.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/** A test call of a webhook that was heard. */
export interface HeardCall {
  readonly body: Json
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly receivedAt: string
}

export type InputOfCall =
  | { readonly ok: true; readonly input: JsonObject }
  | { readonly ok: false; readonly message: string | null }

/**
 * The input that a run would get from a call: the input of the trigger, which may read the variables `vars`, or the
 * body. A null message: it is no object.
 */
export function inputOfCall(
  template: Json | undefined,
  { receivedAt, ...names }: HeardCall,
  vars: Readonly<Record<string, string>> = {},
): InputOfCall {
  const rendered =
    template === undefined
      ? ({ ok: true, value: names.body } as const)
      : renderTemplate(template, {
          ...{ input: {}, state: {}, steps: {}, run: {} },
          names: { ...names, received_at: receivedAt, vars },
        })
  if (!rendered.ok) return { ok: false, message: rendered.message }
  return isJsonObject(rendered.value) ? { ok: true, input: rendered.value } : { ok: false, message: null }
}
