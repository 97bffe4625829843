import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/**
 * A hash of all rows of each table, to show that nothing has changed. Left out are the audit, which has a row of each
 * refusal, and the cursors of the readers of the log, which follow the present by themselves.
 */
export async function allRows(pool: Pool): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relname not in ('audit', 'audit_chain', 'bookmark') and relnamespace = 'public'::regnamespace order by 1`,
  )
  const hashes = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      return [
        name,
        createHash('sha256')
          .update(rows.map(({ row }) => row).join('\n'))
          .digest('hex'),
      ] as const
    }),
  )
  return Object.fromEntries(hashes)
}
