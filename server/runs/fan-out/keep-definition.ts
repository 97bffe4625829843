import { createHash } from 'node:crypto'
import { FAN_OUT, type FanOut, fanOutDefinition } from '#core/run/fan-out/fan-out.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'

/** Versions that are tried when others have the number that the hash gives: two equal ones are as good as impossible. */
const MOST_TRIES = 20

/**
 * Stores the generated definition of a fan-out once for the owner and returns its version. The number comes from the
 * hash of the text, so that concurrent requests store equal definitions under one number, without a lock.
 */
export async function keepDefinition(
  { pool, engine }: Pick<Stores, 'pool' | 'engine'>,
  actor: Actor,
  ownerId: string,
  fanOut: Pick<FanOut, 'kind' | 'entries'>,
): Promise<number> {
  const definition = fanOutDefinition(fanOut)
  const text = JSON.stringify(definition, null, 2)
  const hash = createHash('sha256').update(text).digest('hex')
  const first = Number.parseInt(hash.slice(0, 8), 16) >>> 1 || 1
  for (let version = first; version < first + MOST_TRIES; version += 1) {
    if (engine.definitions.known(ownerId, FAN_OUT, version)?.hash === hash) return version
    const { rows } = await pool.query<{ hash: string }>(
      `with stored as (
         insert into definition (owner_id, name, version, hash, text, compiled, author)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning hash)
       select hash from stored
       union all select hash from definition where owner_id = $1 and name = $2 and version = $3`,
      [ownerId, FAN_OUT, version, hash, text, JSON.stringify(definition), actor.id],
    )
    // No row: another request is storing this number at this moment, and has committed by the next look.
    if (rows.length === 0) version -= 1
    else if (rows[0]?.hash === hash) return version
  }
  throw new Error('No version number is free for the definition of this fan-out.')
}
