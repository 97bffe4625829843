import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { environmentSource, type SecretSource, type Secrets } from '../secrets.ts'
import { currentToken } from './connections/current-token.ts'
import type { KeyRing } from './key-ring.ts'
import { ownerSnapshot, type Snapshot } from './owner-snapshot.ts'
import { NEVER_CHANGED, type OwnerRead, readOwnerSecrets, revisionsOf } from './read-owner-secrets.ts'

export interface StoredSecretsOptions {
  readonly pool: Pool
  readonly ring: KeyRing
  /** Secrets of the environment; null when people log in. */
  readonly environment: Secrets | null
  readonly log: (line: string) => void
}

interface Waiting {
  resolve(snapshot: Snapshot): void
  reject(error: unknown): void
}

/** Owners whose secrets this process holds; the one that was asked for least recently is forgotten. */
const OWNERS_HELD = 1_000
const USE_NOTED_EVERY_MS = 60_000

/**
 * The secrets of owners in a process that runs steps. Each question reads the revision of the owner's secrets, one row,
 * and questions of one turn share one query; the secrets themselves are read when the revision has changed.
 */
export function openStoredSecrets({ pool, ring, environment, log }: StoredSecretsOptions): SecretSource {
  const held = new Map<string, Snapshot>()
  let waiting = new Map<string, Waiting[]>()
  const noteUse = notesOfUse(pool, log)

  const hold = (ownerId: string, snapshot: Snapshot): Snapshot => {
    held.delete(ownerId)
    held.set(ownerId, snapshot)
    const [oldest] = held.keys()
    if (held.size > OWNERS_HELD && oldest !== undefined) held.delete(oldest)
    return snapshot
  }

  const snapshotOf = (ownerId: string, { revision, secrets, connections }: OwnerRead): Snapshot => {
    const former = held.get(ownerId) ?? null
    const note = (name: string) => noteUse(ownerId, 'secret', name)
    const noteConnection = (name: string) => noteUse(ownerId, 'connection', name)
    const parts = { revision, stored: secrets, connections, environment, former, noteUse: note, noteConnection }
    return hold(ownerId, ownerSnapshot(parts))
  }

  const answer = async (ownerId: string, revision: string): Promise<Snapshot> => {
    const before = held.get(ownerId)
    if (before?.revision === revision) return hold(ownerId, before)
    if (revision === NEVER_CHANGED) return snapshotOf(ownerId, { revision, secrets: [], connections: [] })
    return snapshotOf(ownerId, await readOwnerSecrets(pool, ring, ownerId, log))
  }

  const ask = async (): Promise<void> => {
    const asked = waiting
    waiting = new Map()
    const revisions = revisionsOf(pool, [...asked.keys()])
    for (const [ownerId, callers] of asked) {
      revisions
        .then((known) => answer(ownerId, known.get(ownerId) ?? NEVER_CHANGED))
        .then(
          (snapshot) => callers.forEach(({ resolve }) => void resolve(snapshot)),
          (error: unknown) => callers.forEach(({ reject }) => void reject(error)),
        )
    }
  }

  return {
    fresh: (ownerId) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(() => void ask())
        waiting.set(ownerId, [...(waiting.get(ownerId) ?? []), { resolve, reject }])
      }),
    currentToken: (ownerId, connection, isUsable, renew) =>
      currentToken({ pool, ring, ownerId, connection }, isUsable, renew),
    known: (ownerId) => held.get(ownerId) ?? null,
    *all() {
      // Log lines are redacted also before the first question.
      if (environment && held.size === 0) yield* environmentSource(environment).all()
      yield* held.values()
    },
  }
}

type NoteUse = (ownerId: string, table: 'secret' | 'connection', name: string) => void

/** Records the last use of each secret and connection, at most once a minute. */
function notesOfUse(pool: Pool, log: (line: string) => void): NoteUse {
  const notedAt = new Map<string, number>()
  return (ownerId, table, name) => {
    const key = JSON.stringify([ownerId, table, name])
    const now = performance.now()
    if (now - (notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < USE_NOTED_EVERY_MS) return
    if (notedAt.size >= OWNERS_HELD) notedAt.clear()
    notedAt.set(key, now)
    const update = `update ${table} set last_used_at = date_trunc('minute', now()) where owner_id = $1 and name = $2`
    pool.query(update, [ownerId, name]).catch((error: unknown) => {
      notedAt.delete(key)
      log(`the use of a secret is not recorded: ${messageOf(error)}`)
    })
  }
}
