import type { ChangeFeed } from './change-feed.ts'
import type { Changes } from './read-changes.ts'
import type { Settled } from './settled-runs.ts'

const underWay = new WeakMap<Changes | ChangeFeed | Settled, Map<string, Promise<unknown>>>()

/**
 * Shares one read among all readers that got the same `Changes` and ask an equal question while the read runs. A reader
 * that got later changes starts a new read: a read that began before them may lack them.
 */
export function coalesceReads<Read>(
  newest: Changes | ChangeFeed | Settled,
  question: string,
  read: () => Promise<Read>,
): Promise<Read> {
  const readings = underWay.get(newest) ?? new Map<string, Promise<unknown>>()
  underWay.set(newest, readings)
  const known = readings.get(question) as Promise<Read> | undefined
  if (known) return known
  const reading = read().finally(() => readings.delete(question))
  readings.set(question, reading)
  return reading
}

/**
 * Shares reads of the past, page by page, among readers that have got no changes yet, such as all readers reconnecting
 * after a restart. A read that another reader began counts only if more pages follow it: then it cannot lack anything.
 */
export async function coalescePastReads<Read extends { readonly more: boolean }>(
  feed: ChangeFeed,
  question: string,
  read: () => Promise<Read>,
): Promise<Read> {
  let isOwn = false
  const page = await coalesceReads(feed, question, () => {
    isOwn = true
    return read()
  })
  return isOwn || page.more ? page : read()
}
