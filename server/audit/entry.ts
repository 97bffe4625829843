import { createHash } from 'node:crypto'
import { canonical } from '#core/definition/schema/canonical.ts'
import type { Json } from '#core/json.ts'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { requestOrigin } from './request-origin.ts'

/** The owner of rows about the installation itself, and about callers who are nobody's. No owner has this id. */
export const installationOwner = '*'

/** The actor of what a caller without identity tries, such as a login that fails. */
export const unknownActor: Actor = {
  ...localPerson,
  id: 'unknown',
  name: 'Unknown',
  ownerId: installationOwner,
  roles: [],
}

/** Longer targets are cut: they are names and ids, and a caller may have chosen them. */
const TARGET_CHARACTERS = 500

/** `asked`: the request is stored for a run, whose history tells what came of it. */
export type AuditOutcome = 'done' | 'asked' | 'refused'

/** Something that an actor has done or asked for, or that was refused. */
export interface AuditEntry {
  /** The caller; the row belongs to their owner. */
  readonly actor: Actor
  /** The kind of the target and a verb: `member.invite`, `secret.replace`. */
  readonly action: string
  /** The name or id of what is changed. */
  readonly target: string
  /**
   * The thing before and after the change. Only hashes are stored. A secret must not be passed, as a short one could be
   * guessed from its hash: pass its version.
   */
  readonly before?: unknown
  readonly after?: unknown
  readonly outcome: AuditOutcome
  /** Unset: that of the request under way (`withRequestOrigin`). */
  readonly address?: string
  readonly requestId?: string
  /** How often it happened, for refusals that repeat. */
  readonly times?: number
}

/** The columns of a new row. */
export interface AuditColumns {
  readonly ownerId: string
  readonly actorId: string
  readonly kind: 'person' | 'service' | 'key'
  readonly keyId: string | null
  readonly principalId: string | null
  readonly action: string
  readonly target: string
  readonly outcome: AuditOutcome
  readonly times: number
  readonly beforeHash: string | null
  readonly afterHash: string | null
  readonly address: string | null
  readonly requestId: string | null
}

export function columnsOf({ actor, action, target, outcome, times, ...entry }: AuditEntry): AuditColumns {
  const origin = requestOrigin()
  return {
    ownerId: actor.ownerId,
    actorId: storable(actor.id),
    kind: actor.key ? 'key' : (actor.kind ?? 'person'),
    keyId: actor.key?.id ?? null,
    principalId: actor.principalId ?? null,
    action,
    target: storable(target),
    outcome,
    times: times ?? 1,
    beforeHash: hashOf(entry.before),
    afterHash: hashOf(entry.after),
    address: entry.address ?? origin?.address ?? null,
    requestId: entry.requestId ?? origin?.requestId ?? null,
  }
}

/** PostgreSQL stores no NUL, and a pair of surrogates must not be cut into halves. */
function storable(text: string): string {
  return text.slice(0, TARGET_CHARACTERS).toWellFormed().replaceAll('\0', '�')
}

/** SHA-256 of the value as canonical JSON; null for no value. */
export function hashOf(value: unknown): string | null {
  if (value === undefined) return null
  const json = JSON.parse(JSON.stringify(value) ?? 'null') as Json
  return createHash('sha256').update(canonical(json)).digest('hex')
}
