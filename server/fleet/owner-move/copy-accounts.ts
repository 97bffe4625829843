import type { ClientBase } from 'pg'
import pg from 'pg'
import { copyRows } from './copy-rows.ts'
import { MoveRefused } from './move-refused.ts'
import type { OwnedTable } from './owned-tables.ts'

/** Accounts and credentials of members, with the column of the account. Sessions stay: people log in again. */
const tables = [
  { name: 'user', key: 'id' },
  { name: 'account', key: 'userId' },
  { name: 'two_factor', key: 'userId' },
] as const

/**
 * Copies the accounts of the owner's members, who may be members of other owners where they are. An account that is there
 * already stays as it is.
 */
export async function copyAccounts(source: ClientBase, target: ClientBase, ownerId: string): Promise<void> {
  const { rows: members } = await source.query<{ id: string; email: string }>(
    `select u.id, u.email from "user" u where u.id in (select user_id from member where owner_id = $1)`,
    [ownerId],
  )
  if (members.length === 0) return
  const { rows: there } = await target.query<{ id: string; email: string }>(
    'select id, email from "user" where id = any($1) or email = any($2)',
    [members.map(({ id }) => id), members.map(({ email }) => email)],
  )
  const known = new Set(there.map(({ id }) => id))
  const other = there.find(({ id, email }) => members.some((member) => member.email === email && member.id !== id))
  if (other)
    throw new MoveRefused(
      `The other database has another account for ${other.email}. Remove one of the two memberships, and move the owner again.`,
    )
  const ids = members.flatMap(({ id }) => (known.has(id) ? [] : [pg.escapeLiteral(id)]))
  if (ids.length === 0) return
  for (const { name, key } of tables) {
    const { rows } = await source.query<OwnedTable['columns'][number]>(
      `select attname::text as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as "isNumbered"
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [`"${name}"`],
    )
    const condition = `"${key}" in (${ids.join(', ')}) and $1::text is not null`
    await copyRows(source, target, { name, columns: rows, condition, isWatched: false }, { ownerId, readUpTo: 0n })
  }
}
