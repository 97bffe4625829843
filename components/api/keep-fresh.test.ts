import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keepFresh, shareRun } from './keep-fresh.ts'

it('reads a run again when somebody comes back to it, and not while it is looked at', async () => {
  let reads = 0
  const queryFn = async () => {
    reads += 1
    return { lastSeq: reads, events: [] }
  }
  const client = new QueryClient()
  const look = () => new QueryObserver(client, { queryKey: ['run'], queryFn, ...keepFresh })
  const first = look()
  const leave = first.subscribe(() => undefined)
  await expect.poll(() => first.getCurrentResult().data?.lastSeq).toBe(1)
  leave()
  const second = look()
  const leaveAgain = second.subscribe(() => undefined)
  await expect.poll(() => second.getCurrentResult().data?.lastSeq).toBe(2)
  expect(second.getCurrentResult().isStale).toBe(false)
  leaveAgain()
})

const answer = (lastSeq: number, held = false) => ({
  lastSeq,
  held,
  tags: ['a'],
  events: Array.from({ length: lastSeq }, (_, index) => ({ seq: index + 1 })),
})

it('is the run as it was where nothing has happened to it', () => {
  const before = answer(2)
  expect(shareRun(before, answer(2))).toBe(before)
  expect(shareRun(undefined, before)).toBe(before)
})

it('keeps the events of a run whose row alone has changed', () => {
  const before = answer(2)
  const after = shareRun(before, answer(2, true)) as typeof before
  expect(after.held).toBe(true)
  expect(after.events).toBe(before.events)
  expect(after.tags).toBe(before.tags)
})

it('is a new run where something has happened to it', () => {
  const after = answer(3)
  expect(shareRun(answer(2), after)).toBe(after)
})
