import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ListPage, rowsOf } from './merge-page.ts'
import { refreshList } from './refresh-list.ts'

const pageSize = 3

interface Row {
  readonly runId: string
  readonly status: string
}

/** The runs of the server, the newest first, and what stands in the way of reading them. */
let runs: Row[]
let reads: number
let onRead: (() => unknown) | undefined
let queryClient: QueryClient
let leave: () => void
let observer: ReturnType<typeof watch>

const idOf = (n: number) => `r${String(n).padStart(3, '0')}`
const start = (to: number) => {
  for (let n = runs.length + 1; n <= to; n += 1) runs.unshift({ runId: idOf(n), status: 'ACTIVE' })
}
const end = (n: number) => {
  runs = runs.map((row) => (row.runId === idOf(n) ? { ...row, status: 'COMPLETED' } : row))
}
/** Answers with what was there when it was asked. */
async function read(cursor: string | null): Promise<ListPage<Row>> {
  const below = runs.filter(({ runId }) => cursor === null || runId < cursor)
  const items = below.slice(0, pageSize)
  reads += 1
  await onRead?.()
  return { items, nextCursor: below.length > pageSize ? (items.at(-1)?.runId ?? null) : null }
}
const queryKey = ['list']
function watch() {
  return new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
const refresh = (...changed: number[]) => refreshList({ queryClient, queryKey, read }, new Set(changed.map(idOf)))
const shown = () => rowsOf(observer.getCurrentResult().data?.pages ?? [])

beforeEach(async () => {
  runs = []
  onRead = undefined
  start(9)
  queryClient = new QueryClient()
  observer = watch()
  leave = observer.subscribe(() => undefined)
  await expect.poll(shown).toHaveLength(3)
  reads = 0
})
afterEach(() => leave())

describe('a burst', () => {
  it.each([1, 3, 4, 8, 40])('leaves no gap where %i runs have begun', async (many) => {
    await observer.fetchNextPage()
    start(9 + many)
    await refresh(9 + many)
    expect(shown()).toEqual(runs.slice(0, shown().length))
  })

  it('keeps what the reader has loaded while it is small', async () => {
    await observer.fetchNextPage()
    start(14)
    await refresh(14)
    expect(shown()).toEqual(runs.slice(0, 11))
  })
})

it('shows what becomes of a row that newer ones pushed off the first page', async () => {
  start(11)
  await refresh(11)
  expect(shown()).toHaveLength(5)
  end(7)
  await refresh(7)
  expect(shown()).toEqual(runs.slice(0, shown().length))
  expect(shown()).toContainEqual({ runId: idOf(7), status: 'COMPLETED' })
})

it('reads the first page alone where that is all that has changed', async () => {
  end(9)
  await refresh(9)
  expect(reads).toBe(1)
  expect(shown()).toEqual(runs.slice(0, 3))
})

describe('a change is not lost', () => {
  it('while the list is read for the first time', async () => {
    leave()
    queryClient.clear()
    let go: () => void = () => undefined
    onRead = () => new Promise<void>((resolve) => (go = resolve))
    observer = watch()
    leave = observer.subscribe(() => undefined)
    end(9)
    const refreshed = refresh(9)
    onRead = undefined
    go()
    await refreshed
    expect(shown()).toEqual(runs.slice(0, 3))
  })

  it('while the next page is read, which comes all the same', async () => {
    let go: () => void = () => undefined
    onRead = () => new Promise<void>((resolve) => (go = resolve))
    const next = observer.fetchNextPage()
    onRead = undefined
    end(9)
    const refreshed = refresh(9)
    go()
    await Promise.all([next, refreshed])
    expect(shown()).toEqual(runs.slice(0, 6))
  })

  it('when the next page is asked for meanwhile', async () => {
    let next: Promise<unknown> = Promise.resolve()
    onRead = () => {
      onRead = undefined
      next = observer.fetchNextPage()
    }
    end(9)
    await refresh(9)
    await next
    expect(shown()).toEqual(runs.slice(0, 6))
  })

  it('when it cannot be read at first', async () => {
    onRead = () => {
      onRead = undefined
      throw new Error('not now')
    }
    end(9)
    await refresh(9)
    expect(shown()).toEqual(runs.slice(0, 3))
  })
})
