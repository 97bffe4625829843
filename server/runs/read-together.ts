import type { Changes } from './read-changes.ts'

const underWay = new WeakMap<Changes, Map<string, Promise<unknown>>>()

/**
 * Reads once for all who were told of the same changes and ask the same while it is being read. Who was told of later
 * changes reads anew: a reading that began before them may lack them.
 */
export function readTogether<Read>(told: Changes | null, question: string, read: () => Promise<Read>): Promise<Read> {
  if (told === null) return read()
  const readings = underWay.get(told) ?? new Map<string, Promise<unknown>>()
  underWay.set(told, readings)
  const known = readings.get(question) as Promise<Read> | undefined
  if (known) return known
  const reading = read().finally(() => readings.delete(question))
  readings.set(question, reading)
  return reading
}
