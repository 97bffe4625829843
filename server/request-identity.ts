import { createHash } from 'node:crypto'
import { canonical } from '#core/definition/schema/canonical.ts'
import type { Json } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from './api-error.ts'

/** 128 bits: collisions between digests are practically impossible. */
const DIGEST_CHARACTERS = 22

/**
 * The identity of a request: a digest of every given field, by the field's name, as JSON text. It is stored beside the
 * idempotency key. Equal requests have equal identities, whatever the order of keys. For two different requests, it
 * tells the names of the differing fields, without their values. Only undefined fields are left out, so that a field
 * added to a request later is part of the identity at once.
 */
export function requestIdentity(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const digests = given.map(([name, value]) => [programName(name), digest(value)] as const)
  return JSON.stringify(Object.fromEntries(digests.toSorted(([one], [other]) => (one < other ? -1 : 1))))
}

/** A field's name in snake case, so that the UI and REST give equal names. */
function programName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The digest of the value as JSON: parts that JSON cannot express are not part of a request. */
function digest(value: unknown): string {
  const text = canonical(JSON.parse(JSON.stringify(value)) as Json)
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARACTERS)
}

/** The names of the fields in which two requests differ, in order. */
export function differingFields(one: string, other: string): readonly string[] {
  const [first, second] = [one, other].map((text) => new Map(Object.entries(JSON.parse(text) as object)))
  const names = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])
  return [...names].filter((name) => first?.get(name) !== second?.get(name)).toSorted()
}

/** The caller, as part of the identity: a key of one person never returns another person's result. */
export function askedBy({ id, ownerId }: Pick<Actor, 'id' | 'ownerId'>) {
  return { askedBy: [ownerId, id] } as const
}

/** Refuses a reused key with a different request. That is a mistake, which a repeated first response would hide. */
export function refuseOtherRequest(first: string, now: string, field: string): void {
  const names = differingFields(first, now)
  if (names.length > 0) throw keyReused(field, names)
}

export function keyReused(field: string, names: readonly string[]): ApiError {
  return new ApiError(
    'IDEMPOTENCY_KEY_REUSED',
    `This ${field} was already used for a different request. The requests differ in: ${names.join(', ')}. Use a new one, or send the first request unchanged.`,
    field,
    names.map((path) => ({ path, message: 'This differs from the first request.' })),
  )
}
