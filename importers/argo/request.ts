import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { nothingLike } from '../nothing-like.ts'
import type { ArgoTemplate } from './read-argo.ts'
import type { Tell } from './tell.ts'

type Arguments = Readonly<Record<string, string>>

/** A value of a template with the arguments filled in for its inputs. */
export function filled(value: Json, given: Arguments): Json {
  if (isJsonList(value)) return value.map((one) => filled(one, given))
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, given)]))
  }
  if (typeof value !== 'string') return value
  return value.replace(/\{\{\s*inputs\.parameters\.([\w-]+)\s*\}\}/g, (whole, name) =>
    Object.hasOwn(given, name) ? (given[name] as string) : whole,
  )
}

/** The request of a template, with its arguments filled in. */
export function requestOf(http: NonNullable<ArgoTemplate['http']>, given: Arguments): JsonObject {
  const { url, method = 'GET', body, headers, timeoutSeconds } = http
  const named = valuesOf(headers).map(({ name, value }) => [String(name), filled(value as Json, given)])
  return {
    url: filled(url, given),
    method,
    ...(named.length > 0 && { headers: Object.fromEntries(named) }),
    ...(body !== undefined && { body: typeof body === 'string' ? filled(body, given) : body }),
    ...(typeof timeoutSeconds === 'number' && { timeout: timeoutSeconds }),
  }
}

/** Headers with literal values; other sources are secrets. */
const valuesOf = (headers: Json | undefined): readonly JsonObject[] =>
  (isJsonList(headers) ? headers : []).filter(isJsonObject).filter(({ value }) => value !== undefined)

const requestKeys: ReadonlySet<string> = new Set(['url', 'method', 'body', 'headers', 'timeoutSeconds'])

export function tellOfRequest(http: NonNullable<ArgoTemplate['http']>, reported: Tell): void {
  reported('understood', 'Converted to one request.')
  const unlike = nothingLike(http, requestKeys)
  if (unlike !== null) reported('lost', unlike)
  const { headers } = http
  if (isJsonList(headers) && valuesOf(headers).length < headers.length) {
    reported('lost', 'Headers from secrets are not imported. Create secrets and use {{ secrets.NAME }}.')
  }
}
