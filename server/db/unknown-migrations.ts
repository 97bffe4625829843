import type { ClientBase, Pool } from 'pg'
import { listMigrations } from './migrate.ts'

let own: Promise<readonly string[]> | undefined

/**
 * The applied migrations that this program does not have. With one of them, a later version of Heddle shares the
 * database, whose rows and settings this program may not understand.
 */
export async function unknownMigrations(client: ClientBase | Pool): Promise<readonly string[]> {
  own ??= listMigrations()
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from "_prisma_migrations"
      where finished_at is not null and rolled_back_at is null and not migration_name = any($1) order by 1`,
    [await own],
  )
  return rows.map(({ name }) => name)
}
