/** One page of the list. Run ids are in the order of their making, and the newest comes first. */
export interface ListPage<Row> {
  readonly items: readonly Row[]
  readonly nextCursor: string | null
}

interface Numbered {
  readonly runId: string
}

/**
 * Puts a page that was read again in the place of the old one without losing
 * the reader's place: rows that newer ones pushed off its end stay, rows that
 * no longer match the filter go.
 */
export function mergePage<Row extends Numbered>(old: ListPage<Row>, fresh: ListPage<Row>): ListPage<Row> {
  const last = fresh.items.at(-1)
  if (fresh.nextCursor === null || !last) return fresh
  const read = new Set(fresh.items.map((row) => row.runId))
  const pushedOff = old.items.filter((row) => !read.has(row.runId) && row.runId < last.runId)
  if (pushedOff.length === 0) return fresh
  return { items: [...fresh.items, ...pushedOff], nextCursor: old.nextCursor }
}

/**
 * Whether a page that was read again may be merged: it goes on to where the old one began, or there would be runs in
 * between that no page has, and none of those that stay below it has changed.
 */
export function reachesOld<Row extends Numbered>(
  old: ListPage<Row>,
  fresh: ListPage<Row>,
  changed: ReadonlySet<string>,
): boolean {
  const last = fresh.items.at(-1)
  if (fresh.nextCursor === null || !last) return true
  const [first] = old.items
  if (first && first.runId < last.runId) return false
  return !old.items.some(({ runId }) => runId < last.runId && changed.has(runId))
}

/** All loaded rows, each once: two pages read at different moments may overlap. */
export function rowsOf<Row extends Numbered>(pages: readonly ListPage<Row>[]): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const page of pages) for (const row of page.items) if (!rows.has(row.runId)) rows.set(row.runId, row)
  return [...rows.values()]
}

/** The pages to read again: the first, where new runs appear, and those that hold a changed run. */
export function stalePages<Row extends Numbered>(
  pages: readonly ListPage<Row>[],
  changed: ReadonlySet<string>,
): readonly number[] {
  return pages.flatMap((page, index) =>
    index === 0 || page.items.some((row) => changed.has(row.runId)) ? [index] : [],
  )
}
