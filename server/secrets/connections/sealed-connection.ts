import { type ConnectionKind, secretFields } from '#core/definition/connections/kinds.ts'
import { type ConnectionSettings, receiverOf } from '#core/definition/connections/read-settings.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { open, type Sealed, seal } from '../envelope.ts'

/** What the secrets of a connection belong to. Another owner, name, version or receiver decrypts nothing. */
export interface ConnectionPlace {
  readonly ownerId: string
  readonly name: string
  readonly version: number
  readonly kind: ConnectionKind
  readonly settings: ConnectionSettings
}

export type SecretValues = Readonly<Record<string, string>>

const contextOf = (what: string, { ownerId, name, version, kind, settings }: ConnectionPlace) => [
  what,
  ownerId,
  name,
  String(version),
  receiverOf(kind, settings),
]

export const sealConnection = (key: Buffer, secrets: SecretValues, place: ConnectionPlace): Sealed =>
  seal(key, Buffer.from(JSON.stringify(secrets)), contextOf('connection', place))

/** Throws `NotAuthentic` for the ciphertext of another connection or another receiver. */
export function openConnection(key: Buffer, sealed: Sealed, place: ConnectionPlace): SecretValues {
  const read = JSON.parse(open(key, sealed, contextOf('connection', place)).toString()) as Json
  const known = new Set(secretFields(place.kind).map((field) => field.key))
  const values = Object.entries(isJsonObject(read) ? read : {})
  return Object.fromEntries(values.filter((entry): entry is [string, string] => known.has(entry[0])))
}

export const sealToken = (key: Buffer, token: string, place: ConnectionPlace): Sealed =>
  seal(key, Buffer.from(token), contextOf('connection token', place))

/** Throws `NotAuthentic` for the token of another connection. */
export const openToken = (key: Buffer, sealed: Sealed, place: ConnectionPlace): string =>
  open(key, sealed, contextOf('connection token', place)).toString()
