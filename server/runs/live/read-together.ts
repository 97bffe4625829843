import type { ChangeFeed } from './change-feed.ts'
import type { Changes } from './read-changes.ts'
import type { Settled } from './settled-runs.ts'

const underWay = new WeakMap<Changes | ChangeFeed | Settled, Map<string, Promise<unknown>>>()

/**
 * Reads once for all who were told of the same changes and ask the same while it is being read. Who was told of later
 * changes reads anew: a reading that began before them may lack them.
 */
export function readTogether<Read>(
  told: Changes | ChangeFeed | Settled,
  question: string,
  read: () => Promise<Read>,
): Promise<Read> {
  const readings = underWay.get(told) ?? new Map<string, Promise<unknown>>()
  underWay.set(told, readings)
  const known = readings.get(question) as Promise<Read> | undefined
  if (known) return known
  const reading = read().finally(() => readings.delete(question))
  readings.set(question, reading)
  return reading
}

/**
 * The same for those who were told of nothing yet: who come back all at once, as after a restart, read the past page by
 * page. One that somebody else began to read counts only where more comes after it: then nothing can be missing in it.
 */
export async function readPast<Read extends { readonly more: boolean }>(
  feed: ChangeFeed,
  question: string,
  read: () => Promise<Read>,
): Promise<Read> {
  let isOwn = false
  const page = await readTogether(feed, question, () => {
    isOwn = true
    return read()
  })
  return isOwn || page.more ? page : read()
}
