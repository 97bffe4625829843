import type { ClientBase } from 'pg'
import { verifyAudit } from '#server/audit/verify-chain.ts'
import type { Checked } from './report.ts'

/** Invariant 16: the hashes of the audit, computed again. The culprits are places in the chains of owners. */
export async function checkAudit(client: ClientBase): Promise<Checked> {
  const { rows, broken } = await verifyAudit(client)
  return { invariant: 16, what: 'is a place where the chain of the audit is broken', rows, culprits: broken }
}
