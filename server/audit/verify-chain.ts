import type { ClientBase } from 'pg'
import { rowHash, type SealableRow, sealableColumns } from './row-hash.ts'

interface Chain {
  readonly owner_id: string
  readonly head_seq: string
  readonly head_hash: string
  readonly removed_seq: string
  readonly removed_hash: string
}

type SealedRow = SealableRow & { readonly seq: string; readonly hash: string }

/** How many rows are in memory at once. */
const PAGE = 5_000

export interface VerifiedAudit {
  readonly rows: number
  /** The places at which a chain is broken, as `owner place`. */
  readonly broken: readonly string[]
}

/**
 * The chains of all owners, computed again from their rows: a row that was changed, removed, added or moved breaks the
 * chain at its place. The client must see one moment (`repeatable read`).
 */
export async function verifyAudit(client: ClientBase): Promise<VerifiedAudit> {
  const { rows: chains } = await client.query<Chain>(
    `select c.owner_id, head_seq::text, head_hash, removed_seq::text, removed_hash from audit_chain c
      union all
     select distinct a.owner_id, '0', '', '0', '' from audit a
      where a.seq is not null and not exists (select from audit_chain c where c.owner_id = a.owner_id)`,
  )
  const broken: string[] = []
  let rows = 0
  for (const chain of chains) {
    const verified = await verifyChain(client, chain)
    rows += verified.rows
    broken.push(...verified.broken)
  }
  return { rows, broken }
}

async function verifyChain(client: ClientBase, chain: Chain): Promise<VerifiedAudit> {
  const broken: string[] = []
  let seq = BigInt(chain.removed_seq)
  let hash = chain.removed_hash
  let count = 0
  for (let after = '-1'; ; ) {
    const { rows } = await client.query<SealedRow>(
      `select ${sealableColumns}, seq::text, hash from audit where owner_id = $1 and audit.seq > $2::bigint
        order by audit.seq limit $3`,
      [chain.owner_id, after, PAGE],
    )
    for (const row of rows) {
      // After a broken place the chain is followed from the stored row, so that one change is one finding.
      if (BigInt(row.seq) !== seq + 1n || rowHash(hash, BigInt(row.seq), row) !== row.hash)
        broken.push(`${chain.owner_id} ${row.seq}`)
      seq = BigInt(row.seq)
      hash = row.hash
    }
    count += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    after = last.seq
  }
  if (String(seq) !== chain.head_seq || hash !== chain.head_hash) broken.push(`${chain.owner_id} end`)
  return { rows: count, broken }
}
