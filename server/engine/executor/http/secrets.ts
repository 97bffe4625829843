import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import type { Secrets } from '../../../env.ts'

export const noSecrets: Secrets = { find: () => undefined, originsOf: () => undefined }

export type Redact = (value: Json) => Json

/** Takes the secrets that a request used out of everything that comes of it, in the forms in which they come back. */
export function redactor(used: ReadonlyMap<string, string>): Redact {
  const forms = [...used].flatMap(([name, value]) => {
    const base64 = Buffer.from(value).toString('base64')
    const written = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), base64]
    return [...new Set([...written, base64.replace(/=+$/, ''), Buffer.from(value).toString('base64url')])].map(
      (form) => [form, `[secret ${name}]`] as const,
    )
  })
  // A secret may be part of another: the longer one first.
  forms.sort(([a], [b]) => b.length - a.length)
  const inText = (text: string) => forms.reduce((rest, [form, mark]) => rest.replaceAll(form, mark), text)
  const inJson = (value: Json): Json => {
    if (typeof value === 'string') return inText(value)
    if (isJsonList(value)) return value.map(inJson)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [inText(key), inJson(entry)]))
  }
  return (value) => (forms.length === 0 ? value : inJson(value))
}
