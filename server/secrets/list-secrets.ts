import type { Pool } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { type Secrets, webhooksOrigin } from '../secrets.ts'
import type { SecretEntry } from './models.ts'

interface Row extends Omit<SecretEntry, 'source' | 'updatedAt' | 'lastUsedAt'> {
  readonly updatedAt: Date
  readonly lastUsedAt: Date | null
}

/** The secrets that steps of the owner may name, by name, without their values. `environment`: those of local mode. */
export async function listSecrets(
  pool: Pool,
  actor: Actor,
  environment: Secrets | undefined,
): Promise<readonly SecretEntry[]> {
  requirePermission(permits(actor, 'secret.use'))
  const stored = await storedSecrets(pool, actor.ownerId)
  const hidden = new Set(stored.map(({ name }) => name))
  const others = (environment?.names ?? [])
    .filter((name) => !hidden.has(name))
    .map((name): SecretEntry => {
      const origins = environment?.originsOf(name) ?? []
      const unknown = { version: null, updatedBy: null, updatedAt: null, lastUsedAt: null }
      return { name, source: 'environment', use: 'engine', origins, workflows: [], ...unknown }
    })
  return [...stored, ...others].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Stored secrets for steps; no permission is checked. */
export async function storedSecrets(pool: Pool, ownerId: string): Promise<readonly SecretEntry[]> {
  const { rows } = await pool.query<Row>(
    `select name, version, use, origins, workflows, updated_by as "updatedBy", updated_at as "updatedAt",
            last_used_at as "lastUsedAt"
       from secret where owner_id = $1 and (use = 'engine' or origins = '{${webhooksOrigin}}') order by name`,
    [ownerId],
  )
  return rows.map((row) => ({
    ...row,
    source: 'stored',
    updatedAt: row.updatedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }))
}
