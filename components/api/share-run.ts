import { replaceEqualDeep } from '@tanstack/react-query'
import type { RunDetail } from './models.ts'

/**
 * What is the same in two answers about a run stays the same object. Its events, which may be megabytes, are not looked
 * through for that: up to the same event they are the same, and otherwise they are new.
 */
export function shareRun(before: unknown, after: unknown): unknown {
  const [old, fresh] = [before as RunDetail | undefined, after as RunDetail]
  if (old === undefined || old.lastSeq !== fresh.lastSeq || old.events.length !== fresh.events.length) return fresh
  return replaceEqualDeep(old, { ...fresh, events: old.events })
}
