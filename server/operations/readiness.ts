import type { Pool } from 'pg'
import { listMigrations } from '../db/migrate.ts'
import { within } from './within.ts'

/** The reasons why Heddle cannot take work now; empty when it can. */
export type Reasons = readonly string[]

const ANSWER_WITHIN_MS = 1_500

/**
 * Readiness: the database answers, has every migration of this version, and at least one engine has an unexpired lease.
 */
export async function readiness(pool: Pool): Promise<Reasons> {
  let row: { readonly applied: readonly string[]; readonly engines: number } | undefined
  try {
    const asked = pool.query<NonNullable<typeof row>>(
      `select coalesce((select array_agg(migration_name::text) from "_prisma_migrations"
                         where finished_at is not null and rolled_back_at is null), '{}') as applied,
              (select count(*)::int from engine where lease_expires_at > clock_timestamp()) as engines`,
    )
    row = (await within(ANSWER_WITHIN_MS, asked)).rows[0]
  } catch (error) {
    // A table is missing: the database answers, but was not migrated.
    if ((error as { code?: unknown }).code === '42P01') return ['The database has none of the tables of Heddle.']
    return ['The database does not respond.']
  }
  const missing = (await listMigrations()).filter((name) => !row?.applied.includes(name))
  return [
    ...(missing.length > 0 ? [`Migrations are not applied: ${missing.join(', ')}.`] : []),
    ...(row?.engines ? [] : ['No engine is running.']),
  ]
}
