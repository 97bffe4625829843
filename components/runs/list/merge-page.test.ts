import { describe, expect, it } from 'vitest'
import { mergePage, reachesOld, rowsOf, stalePages } from './merge-page.ts'

const row = (n: number, status = 'ACTIVE') => ({ runId: `r${n}`, status })
const ids = (rows: readonly { runId: string }[]) => rows.map((item) => item.runId)

describe('mergePage', () => {
  it('keeps the rows that new runs pushed off the end', () => {
    const old = { items: [row(3), row(2), row(1)], nextCursor: 'c1' }
    const merged = mergePage(old, { items: [row(5), row(4), row(3)], nextCursor: 'c3' })
    expect(ids(merged.items)).toEqual(['r5', 'r4', 'r3', 'r2', 'r1'])
    expect(merged.nextCursor).toBe('c1')
  })

  it('drops a row that no longer matches, and shows what changed', () => {
    const old = { items: [row(3), row(2), row(1)], nextCursor: 'c1' }
    const merged = mergePage(old, { items: [row(3, 'COMPLETED'), row(1), row(0)], nextCursor: 'c0' })
    expect(merged.items).toEqual([row(3, 'COMPLETED'), row(1), row(0)])
    expect(merged.nextCursor).toBe('c0')
  })

  it('takes the last page as it is', () => {
    const old = { items: [row(2), row(1)], nextCursor: 'c1' }
    expect(mergePage(old, { items: [row(2)], nextCursor: null })).toEqual({ items: [row(2)], nextCursor: null })
    expect(mergePage(old, { items: [], nextCursor: null }).items).toEqual([])
  })
})

it('shows each run once although pages overlap', () => {
  const pages = [
    { items: [row(3), row(2)], nextCursor: 'c' },
    { items: [row(2, 'FAILED'), row(1)], nextCursor: null },
  ]
  expect(rowsOf(pages)).toEqual([row(3), row(2), row(1)])
})

it('reads the first page and those with a changed run again', () => {
  const pages = [
    { items: [row(6)], nextCursor: 'a' },
    { items: [row(5)], nextCursor: 'b' },
    { items: [row(4)], nextCursor: null },
  ]
  expect(stalePages(pages, new Set(['r4', 'unknown']))).toEqual([0, 2])
})

describe('reachesOld', () => {
  const old = { items: [row(3), row(2), row(1)], nextCursor: 'c1' }
  const none = new Set<string>()

  it('is so where the pages meet, and at the end of the list', () => {
    expect(reachesOld(old, { items: [row(5), row(4), row(3)], nextCursor: 'c3' }, none)).toBe(true)
    expect(reachesOld(old, { items: [row(5)], nextCursor: null }, none)).toBe(true)
    expect(reachesOld({ items: [], nextCursor: null }, { items: [row(5)], nextCursor: 'c5' }, none)).toBe(true)
  })

  it('is not so where runs may lie between them', () => {
    expect(reachesOld(old, { items: [row(7), row(6), row(5)], nextCursor: 'c5' }, none)).toBe(false)
  })

  it('is not so above a row that has changed', () => {
    const fresh = { items: [row(5), row(4), row(3)], nextCursor: 'c3' }
    expect(reachesOld(old, fresh, new Set(['r1']))).toBe(false)
    expect(reachesOld(old, fresh, new Set(['r3', 'r9']))).toBe(true)
  })
})
