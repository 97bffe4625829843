import { expect, it } from 'vitest'
import { shareRun } from './share-run.ts'

const answer = (lastSeq: number, held = false) => ({
  lastSeq,
  held,
  tags: ['a'],
  events: Array.from({ length: lastSeq }, (_, place) => ({ seq: place + 1 })),
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
