import { expect, it } from 'vitest'
import type { TaskNews } from '#components/api/models.ts'
import { askedSince, newsOf, readTold } from './told.ts'

const task = (taskId: string, at: string): TaskNews => ({
  taskId,
  title: taskId,
  workflow: 'Loan',
  step: 'Approve',
  reason: 'opened',
  by: null,
  at,
})
const first = task('a', '2026-11-21T20:00:00.000Z')
const late = task('b', '2026-11-21T19:59:59.990Z')
const again = { ...first, at: '2026-11-21T20:00:05.000Z' }

it('tells nothing of what was there before the first look', () => {
  const { news, told } = newsOf({ items: [first], until: first.at }, null, first.at)
  expect(news).toEqual([])
  expect(newsOf({ items: [first], until: first.at }, told, told.until).news).toEqual([])
})

it('tells what becomes visible late, each thing once, and of the same task what happens later', () => {
  const { told } = newsOf({ items: [first], until: first.at }, null, first.at)
  expect(askedSince(told.until) < late.at).toBe(true)
  const second = newsOf({ items: [late, first], until: first.at }, told, told.until)
  expect(second.news).toEqual([late])
  const third = newsOf({ items: [late, first, again], until: again.at }, second.told, told.until)
  expect(third.news).toEqual([again])
  expect(newsOf({ items: [late, first, again], until: again.at }, third.told, again.at).news).toEqual([])
})

it('reaches back from the last thing that is known, not from where it has reached back to', () => {
  const { told } = newsOf({ items: [], until: askedSince(first.at) }, null, first.at)
  expect(told.until).toBe(first.at)
})

it('takes only what it has kept itself', () => {
  const { told } = newsOf({ items: [first], until: first.at }, null, first.at)
  expect(readTold(JSON.stringify(told))).toEqual(told)
  for (const text of [null, '', 'null', '2026-11-21T20:00:00.000Z', '{"until":"soon","keys":[]}', '{"until":"2026"}']) {
    expect(readTold(text)).toBeNull()
  }
})
