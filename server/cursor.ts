import { z } from 'zod'
import { ApiError } from './api-error.ts'

/**
 * Cursors are the sort keys of the last row, opaque to callers. They carry no authority: every query is bounded by the
 * actor's owner, so a forged cursor only reaches the forger's own rows.
 */
export function encodeCursor(keys: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** Cursor values that the database can store: other values would cause a database error instead of `INVALID_CURSOR`. */
export const cursorNumber = z.int().min(0).max(2_147_483_647)
export const cursorText = z
  .string()
  .max(128)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))

/** Throws `INVALID_CURSOR` for anything that `schema` does not accept. */
export function decodeCursor<Keys>(cursor: string, schema: z.ZodType<Keys>): Keys {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new ApiError('INVALID_CURSOR', 'The cursor does not belong to this list. Start again without it.', 'cursor')
  }
}

/** The page made of `rows`, which were queried with one row more than `limit`. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  keys: (row: Row) => readonly (string | number | null)[],
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(item),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keys(last)) : null,
  }
}
