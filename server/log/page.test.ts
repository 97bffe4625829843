import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cursorBefore } from './cursor.ts'
import { readTransactions } from './page.ts'

/** Reads a log of transactions with that many rows each. */
const reader = (log: Readonly<Record<string, number>>, from = 0) => {
  const all = Object.entries(log).flatMap(([xid, rows]) => (Number(xid) < from ? [] : Array<string>(rows).fill(xid)))
  return async (rows: number) => {
    const page = all.slice(0, rows)
    return { rows: page.length, first: page[0] ?? null, last: page.at(-1) ?? null, bound: '100' }
  }
}

it('ends a page between two transactions', async () => {
  expect(await readTransactions(4, reader({ 1: 2, 2: 1 }))).toMatchObject({
    end: { next: cursorBefore('100'), more: false },
  })
  expect(await readTransactions(4, reader({ 1: 2, 2: 5 }))).toMatchObject({
    end: { next: cursorBefore('2'), more: true },
  })
  expect(await readTransactions(4, reader({}))).toMatchObject({ end: { next: cursorBefore('100'), more: false } })
})

it('reads a transaction that is longer than a page as a whole', async () => {
  const { answer, end } = await readTransactions(4, reader({ 1: 2, 2: 9, 3: 1 }, 2))
  expect(answer.rows).toBe(10)
  expect(end).toEqual({ next: cursorBefore('100'), more: false })
  expect(await readTransactions(4, reader({ 2: 9, 3: 8 }))).toMatchObject({
    answer: { rows: 16 },
    end: { next: cursorBefore('3'), more: true },
  })
})

it('is the only reader of the present of the log', () => {
  const root = join(import.meta.dirname, '../..')
  const folders = ['bench', 'cli', 'core', 'e2e', 'proof', 'prisma', 'server', 'tools']
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,mjs,prisma}`, { cwd: root })
  const found = files.filter((file) => readFileSync(join(root, file), 'utf8').includes(`pg_snapshot_${'xmin'}`))
  // A read replica is asked up to which transaction it shows everything: that is its own present, and no reader's.
  expect(found.toSorted()).toEqual(['server/db/read-replica.ts', 'server/log/cursor.ts'])
})
