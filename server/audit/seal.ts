import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../db/in-transaction.ts'
import { rowHash, type SealableRow, sealableColumns } from './row-hash.ts'
import { auditTuning } from './tuning.ts'

/**
 * Seals the unsealed rows of every owner: each gets the next place in the chain of its owner, and the hash of its
 * predecessor and itself. Returns the number of sealed rows.
 */
export async function sealAudit(pool: Pool): Promise<number> {
  const { rows: owners } = await pool.query<{ owner_id: string }>(
    'select distinct owner_id from audit where seq is null order by owner_id',
  )
  let sealed = 0
  const failures: unknown[] = []
  for (const { owner_id } of owners) {
    // A chain that cannot be sealed does not keep the next owners waiting.
    const rows = await sealOwner(pool, owner_id).catch((error: unknown) => failures.push(error) && 0)
    sealed += rows
  }
  if (failures.length > 0) throw failures[0]
  return sealed
}

async function sealOwner(pool: Pool, ownerId: string): Promise<number> {
  let sealed = 0
  for (;;) {
    const rows = await inTransaction(pool, (client) => sealNext(client, ownerId))
    sealed += rows
    if (rows < auditTuning.sealedAtOnce) return sealed
  }
}

/**
 * Seals the next rows of one owner. The row of the chain is the lease: another engine that is sealing this owner holds
 * its lock, and then nothing happens here. A row that was committed late gets a place behind rows with greater ids.
 */
async function sealNext(client: PoolClient, ownerId: string): Promise<number> {
  await client.query('insert into audit_chain (owner_id) values ($1) on conflict do nothing', [ownerId])
  const { rows: chains } = await client.query<{ head_seq: string; head_hash: string }>(
    'select head_seq::text, head_hash from audit_chain where owner_id = $1 for update skip locked',
    [ownerId],
  )
  const [chain] = chains
  if (!chain) return 0
  const { rows } = await client.query<SealableRow>(
    `select ${sealableColumns} from audit where owner_id = $1 and seq is null order by audit.id limit $2`,
    [ownerId, auditTuning.sealedAtOnce],
  )
  if (rows.length === 0) return 0
  let seq = BigInt(chain.head_seq)
  let hash = chain.head_hash
  const seals = rows.map((row) => {
    seq += 1n
    hash = rowHash(hash, seq, row)
    return { id: row.id, seq: String(seq), hash }
  })
  await client.query(
    `update audit a set seq = s.seq, hash = s.hash
       from json_to_recordset($1) as s(id bigint, seq bigint, hash text) where a.id = s.id`,
    [JSON.stringify(seals)],
  )
  await client.query('update audit_chain set head_seq = $2, head_hash = $3 where owner_id = $1', [
    ownerId,
    String(seq),
    hash,
  ])
  return rows.length
}
