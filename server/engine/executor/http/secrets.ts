import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import type { Secrets } from '../../../env.ts'

export const noSecrets: Secrets = { find: () => undefined, originsOf: () => undefined }

export type Redact = (value: Json) => Json

/** Takes the secrets that a request used out of everything that comes of it, in the forms in which they come back. */
export function redactor(used: ReadonlyMap<string, string>): Redact {
  const forms = [...used].flatMap(([name, value]) => formsOf(value).map((form) => [form, `[secret ${name}]`] as const))
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

function formsOf(value: string): readonly string[] {
  const base64 = Buffer.from(value).toString('base64')
  // In JSON, and where a JSON answer quotes JSON that was sent, twice over.
  const texts = [value, quoted(value), quoted(quoted(value))].flatMap((text) => [text, ...formsInAddress(text)])
  return [...new Set([...texts, base64, base64.replace(/=+$/, ''), Buffer.from(value).toString('base64url')])]
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** As it is put into a url, as the url's parser then has it behind the `?`, and as a form and the query of a step have it. */
function formsInAddress(text: string): readonly string[] {
  const encoded = encodeURIComponent(text)
  return [encoded, encoded.replaceAll("'", '%27'), new URLSearchParams({ '': text }).toString().slice(1)]
}
