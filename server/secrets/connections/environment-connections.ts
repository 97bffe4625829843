import { isConnectionKind, secretFields } from '#core/definition/connections/kinds.ts'
import { readSecretFields, readSettings } from '#core/definition/connections/read-settings.ts'
import type { OpenedConnection } from './opened-connection.ts'

const prefix = 'HEDDLE_CONNECTION_'

/** A connection of the environment: HEDDLE_CONNECTION_NAME is a JSON object of its kind and all its fields. */
export function environmentConnections(variables: Readonly<Record<string, string | undefined>>): {
  readonly connections: readonly OpenedConnection[]
  /** A sentence for each that cannot be read. No sentence shows a value. */
  readonly problems: readonly string[]
} {
  const read = Object.entries(variables).flatMap(([key, text]) =>
    key.startsWith(prefix) && key !== prefix && text ? [readOne(key, text)] : [],
  )
  return {
    connections: read.filter((one) => typeof one !== 'string').sort((a, b) => (a.name < b.name ? -1 : 1)),
    problems: read.filter((one) => typeof one === 'string'),
  }
}

function readOne(key: string, text: string): OpenedConnection | string {
  const fields = fieldsOf(text)
  if (fields === null)
    return `${key} must be a JSON object of texts such as {"kind":"http_bearer","origin":"https://api.example.com","token":"…"}`
  const { kind, ...given } = fields
  if (!isConnectionKind(kind)) return `${key} must name its kind, such as http_bearer or smtp`
  const secretKeys = new Set(
    Object.keys(given).filter((field) => secretFields(kind).some(({ key: secret }) => secret === field)),
  )
  const part = (isSecret: boolean) =>
    Object.fromEntries(Object.entries(given).filter(([field]) => secretKeys.has(field) === isSecret))
  const settings = readSettings(kind, part(false))
  if (!settings.ok) return `${key}: ${settings.message}`
  const secrets = readSecretFields(kind, part(true))
  if (!secrets.ok) return `${key}: ${secrets.message}`
  return { name: key.slice(prefix.length), kind, settings: settings.settings, secrets: secrets.settings }
}

function fieldsOf(text: string): Record<string, string> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const entries = Object.entries(value).map(([key, one]) => [key, typeof one === 'number' ? String(one) : one])
    return entries.every(([, one]) => typeof one === 'string') ? Object.fromEntries(entries) : null
  } catch {
    return null
  }
}
