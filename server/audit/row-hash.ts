import { createHash } from 'node:crypto'

/** A row as its hash covers it. Everything is text as the database spells it, so that all readers hash equal bytes. */
export interface SealableRow {
  readonly id: string
  readonly owner_id: string
  readonly at: string
  readonly actor_id: string
  readonly kind: string
  readonly key_id: string | null
  readonly principal_id: string | null
  readonly action: string
  readonly target: string
  readonly outcome: string
  readonly times: number
  readonly before_hash: string | null
  readonly after_hash: string | null
  readonly address: string | null
  readonly request_id: string | null
}

/** The columns of a sealable row, for a select. The instant is in UTC, whatever the session's time zone. */
export const sealableColumns = `id::text, owner_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_id, kind,
  key_id, principal_id, action, target, outcome, times, before_hash, after_hash, address, request_id`

/** The hash of a row at its place in the chain of its owner: SHA-256 of the previous hash, the place and the row. */
export function rowHash(previous: string, seq: bigint, row: SealableRow): string {
  const fields = [
    previous,
    String(seq),
    row.id,
    row.owner_id,
    row.at,
    row.actor_id,
    row.kind,
    row.key_id,
    row.principal_id,
    row.action,
    row.target,
    row.outcome,
    row.times,
    row.before_hash,
    row.after_hash,
    row.address,
    row.request_id,
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
