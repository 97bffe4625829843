import type { Pool } from 'pg'
import type { Json } from '#core/json.ts'
import { type PlacedRef, refsIn } from '#core/run/payload/payload-ref.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'

/**
 * Refuses payload references in the data of a test run. Such data comes from the history of a run, where references
 * stand for offloaded payloads: a step would compute with the reference itself. Only an object that resolves to a
 * payload of the owner is a reference; others merely look like one. Throws `INVALID_INPUT`.
 */
export async function refuseReferences(pool: Pool, { ownerId }: Actor, given: Json): Promise<void> {
  const refs = refsIn(given)
  if (refs.length === 0) return
  const { rows } = await pool.query<{ sha256: string }>(
    'select sha256 from payload where owner_id = $1 and sha256 = any($2)',
    [ownerId, refs.map(({ sha256 }) => sha256)],
  )
  const known = new Set(rows.map(({ sha256 }) => sha256))
  const errors = refs.filter(({ sha256 }) => known.has(sha256)).map(refusalOf)
  const [first] = errors
  if (first) throw new ApiError('INVALID_INPUT', `${first.path}: ${first.message}`, first.path, errors)
}

function refusalOf({ path }: PlacedRef) {
  const [part, pins, step] = path
  const orUnpin = part === 'plan' && pins === 'pins' ? `, or unpin ${step}` : ''
  const message = `This is only a reference to a large value (payload_ref). Enter the value itself${orUnpin}.`
  return { path: path.join('.'), message }
}
