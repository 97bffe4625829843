import { open, type Sealed, seal } from './envelope.ts'

/** What a value belongs to; none of it can change without another ciphertext. */
export interface ValuePlace {
  readonly ownerId: string
  readonly name: string
  readonly version: number
}

const contextOf = ({ ownerId, name, version }: ValuePlace) => [ownerId, name, String(version)]

export const sealValue = (key: Buffer, value: string, place: ValuePlace): Sealed =>
  seal(key, Buffer.from(value), contextOf(place))

/** Throws `NotAuthentic` for the ciphertext of another owner, name or version. */
export const openValue = (key: Buffer, sealed: Sealed, place: ValuePlace): string =>
  open(key, sealed, contextOf(place)).toString()
