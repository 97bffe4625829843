/** One page of the list. Run ids are in the order of creation, and the newest run comes first. */
export interface ListPage<Row> {
  readonly items: readonly Row[]
  readonly nextCursor: string | null
}

interface Numbered {
  readonly runId: string
}

/**
 * Replaces a page by its refetched version and keeps the reader's place. Rows that newer rows pushed off the end of the
 * page stay; rows that no longer match the filter go.
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
 * Whether a refetched page may be merged. It must reach the beginning of the old page, or runs in between would be on
 * no page. None of the runs that stay below it may have changed.
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

/** All loaded rows, each once: two pages that were read at different times may overlap. */
export function rowsOf<Row extends Numbered>(pages: readonly ListPage<Row>[]): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const page of pages) for (const row of page.items) if (!rows.has(row.runId)) rows.set(row.runId, row)
  return [...rows.values()]
}

/** The pages to refetch: the first page, where new runs appear, and the pages that hold a changed run. */
export function stalePages<Row extends Numbered>(
  pages: readonly ListPage<Row>[],
  changed: ReadonlySet<string>,
): readonly number[] {
  return pages.flatMap((page, index) =>
    index === 0 || page.items.some((row) => changed.has(row.runId)) ? [index] : [],
  )
}
