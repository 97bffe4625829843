import { limits } from '#core/limits.ts'
import { type ConnectionField, type ConnectionKind, openFields, secretFields } from './kinds.ts'

/** The fields of a connection that are no secrets, complete with their defaults. */
export type ConnectionSettings = Readonly<Record<string, string>>

export type ReadSettings =
  | { readonly ok: true; readonly settings: ConnectionSettings }
  | { readonly ok: false; readonly field: string; readonly message: string }

/**
 * The checked settings of a connection. Empty fields count as absent, unknown ones are refused, and addresses come back
 * as the parser of addresses spells them.
 */
export function readSettings(kind: ConnectionKind, given: Readonly<Record<string, string>>): ReadSettings {
  const fields = openFields(kind)
  const unknown = Object.keys(given).find((key) => !fields.some((field) => field.key === key))
  if (unknown !== undefined) return fault(unknown, `A connection of this kind has no field ${unknown}.`)
  const settings: Record<string, string> = {}
  for (const field of fields) {
    const written = (given[field.key] ?? '').trim() || (field.default ?? '')
    if (written === '') {
      if (field.required) return fault(field.key, `Fill in ${field.label}.`)
      continue
    }
    const read = readField(field, written)
    if (typeof read !== 'string') return fault(field.key, read.message)
    settings[field.key] = read
  }
  return { ok: true, settings }
}

/** The checked secrets of a connection, without absent ones. `stored`: names of the secrets that stay unchanged. */
export function readSecretFields(
  kind: ConnectionKind,
  given: Readonly<Record<string, string>>,
  stored: readonly string[] = [],
): ReadSettings {
  const fields = secretFields(kind)
  const unknown = Object.keys(given).find((key) => !fields.some((field) => field.key === key))
  if (unknown !== undefined) return fault(unknown, `A connection of this kind has no secret ${unknown}.`)
  const settings: Record<string, string> = {}
  for (const { key, label, required } of fields) {
    const value = given[key] ?? ''
    if (value === '') {
      if (required && !stored.includes(key)) return fault(key, `Enter ${label}.`)
      continue
    }
    const { shortestCharacters } = limits.secrets
    if (value.length < shortestCharacters) return fault(key, `${label} has at least ${shortestCharacters} characters.`)
    if (value.length > limits.connections.secretBytes) return fault(key, `${label} is too long.`)
    if (/[\r\n\0]/.test(value)) return fault(key, `${label} is one line.`)
    settings[key] = value
  }
  return { ok: true, settings }
}

/** The receiver of the secrets, as one text: the secrets are encrypted for it and for no other. */
export function receiverOf(kind: ConnectionKind, settings: ConnectionSettings): string {
  const receiver = openFields(kind).flatMap(({ key, receiver }) => (receiver ? [[key, settings[key] ?? '']] : []))
  return JSON.stringify([kind, ...receiver])
}

const fault = (field: string, message: string) => ({ ok: false, field, message }) as const

function readField(field: ConnectionField, text: string): string | { readonly message: string } {
  if (text.length > limits.connections.fieldCharacters) return { message: `${field.label} is too long.` }
  if (/\p{Cc}/u.test(text)) return { message: `${field.label} is one line without control characters.` }
  switch (field.kind) {
    case 'origin':
    case 'url':
      return readAddress(field, text)
    case 'host':
      return /^[a-z\d:][a-z\d.:-]*$/i.test(text)
        ? text.toLowerCase()
        : { message: `${field.label} is a name such as db.example.com, without scheme and port.` }
    case 'port':
      return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536
        ? String(Number(text))
        : { message: 'A port is a number from 1 to 65535.' }
    case 'choice':
      return field.choices?.includes(text) ? text : { message: `Choose one of ${field.choices?.join(', ')}.` }
    default:
      if (field.key === 'header' && !/^[!#$%&'*+.^_`|~\da-z-]+$/i.test(text)) {
        return { message: 'A header has a name such as X-Api-Key.' }
      }
      return text
  }
}

function readAddress({ kind, label }: ConnectionField, text: string): string | { readonly message: string } {
  if (!/^https?:\/\/[^/?#\\@\s]+(\/[^?#\\\s]*)?$/i.test(text) || !URL.canParse(text)) {
    return { message: `${label} starts with https:// and has no user, query or fragment.` }
  }
  const url = new URL(text)
  if (kind === 'url') return url.href.replace(/\/$/, '')
  if (url.pathname !== '/')
    return { message: `${label} is scheme and host such as https://api.example.com, without a path.` }
  return url.origin
}
