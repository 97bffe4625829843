import { expect, it } from 'vitest'
import type { TaskNews } from '#components/api/models.ts'
import { newsOf, parseNoticeRecord, querySince } from './notice-record.ts'

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
  const { news, record } = newsOf({ items: [first], until: first.at }, null, first.at)
  expect(news).toEqual([])
  expect(newsOf({ items: [first], until: first.at }, record, record.until).news).toEqual([])
})

it('tells what becomes visible late, each thing once, and of the same task what happens later', () => {
  const { record } = newsOf({ items: [first], until: first.at }, null, first.at)
  expect(querySince(record.until) < late.at).toBe(true)
  const second = newsOf({ items: [late, first], until: first.at }, record, record.until)
  expect(second.news).toEqual([late])
  const third = newsOf({ items: [late, first, again], until: again.at }, second.record, record.until)
  expect(third.news).toEqual([again])
  expect(newsOf({ items: [late, first, again], until: again.at }, third.record, again.at).news).toEqual([])
})

it('reaches back from the last thing that is known, not from where it has reached back to', () => {
  const { record } = newsOf({ items: [], until: querySince(first.at) }, null, first.at)
  expect(record.until).toBe(first.at)
})

it('takes only what it has kept itself', () => {
  const { record } = newsOf({ items: [first], until: first.at }, null, first.at)
  expect(parseNoticeRecord(JSON.stringify(record))).toEqual(record)
  for (const text of [null, '', 'null', '2026-11-21T20:00:00.000Z', '{"until":"soon","keys":[]}', '{"until":"2026"}']) {
    expect(parseNoticeRecord(text)).toBeNull()
  }
})
