import { replaceEqualDeep } from '@tanstack/react-query'
import type { RunDetail } from './models.ts'

/**
 * Query options for a run that a page refreshes on change events: the data never becomes stale while the page is
 * mounted. No subscription exists before the mount, so cached data is refetched on mount.
 */
export const keepFresh = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
  structuralSharing: shareRun,
} as const

/**
 * Structural sharing for two answers about a run: equal parts keep their object identity. The events, which may be
 * megabytes, are not compared in depth: they are equal up to the same last event, and new otherwise.
 */
export function shareRun(before: unknown, after: unknown): unknown {
  const [old, fresh] = [before as RunDetail | undefined, after as RunDetail]
  if (old === undefined || old.lastSeq !== fresh.lastSeq || old.events.length !== fresh.events.length) return fresh
  return replaceEqualDeep(old, { ...fresh, events: old.events })
}
