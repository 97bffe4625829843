import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { type ListPage, mergePage, reachesOld, stalePages } from './merge-page.ts'

/** Maximum number of requests to reread one page in place; beyond, the whole list is refetched. */
const mostParts = 4

interface Numbered {
  readonly runId: string
}

type Cursor = string | null
type Data<Row> = InfiniteData<ListPage<Row>, Cursor>

export interface List<Row> {
  readonly queryClient: QueryClient
  readonly queryKey: QueryKey
  read(cursor: Cursor): Promise<ListPage<Row>>
}

/**
 * Refetches in place the pages that hold changed runs. The whole list is refetched where that is impossible: during a
 * pending fetch, which would overwrite these pages with older ones, and where a page cannot be read.
 */
export async function refreshList<Row extends Numbered>(list: List<Row>, changed: ReadonlySet<string>): Promise<void> {
  const { queryClient, queryKey } = list
  const isFetching = () => queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching'
  const before = queryClient.getQueryData<Data<Row>>(queryKey)
  if (before && !isFetching()) {
    const pages = await readStale(list, before, changed).catch(() => null)
    if (pages && !isFetching() && queryClient.getQueryData(queryKey) === before) {
      queryClient.setQueryData<Data<Row>>(queryKey, { ...before, pages })
      return
    }
  }
  const filter = { queryKey, exact: true }
  // A pending next page arrives first, because the reader waits for it.
  if (isFetching()) await queryClient.invalidateQueries(filter, { cancelRefetch: false })
  await queryClient.invalidateQueries(filter)
}

/** The refetched pages; throws where a page cannot be read, or more has changed than is read in parts. */
async function readStale<Row extends Numbered>(
  { read }: List<Row>,
  { pages, pageParams }: Data<Row>,
  changed: ReadonlySet<string>,
): Promise<ListPage<Row>[]> {
  const merged = [...pages]
  await Promise.all(
    stalePages(pages, changed).map(async (index) => {
      const old = pages[index] as ListPage<Row>
      let fresh = await read(pageParams[index] ?? null)
      for (let parts = 1; parts < mostParts && !reachesOld(old, fresh, changed); parts += 1) {
        const next = await read(fresh.nextCursor)
        fresh = { items: [...fresh.items, ...next.items], nextCursor: next.nextCursor }
      }
      if (!reachesOld(old, fresh, changed)) throw new Error('The list changed too much to refresh part of it.')
      merged[index] = mergePage(old, fresh)
    }),
  )
  return merged
}
