import { shareRun } from './share-run.ts'

/**
 * Query options for a run that a page refreshes on change events: the data never becomes stale while the page is
 * mounted. No subscription exists before the mount, so cached data is refetched on mount.
 */
export const keepFresh = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
  structuralSharing: shareRun,
} as const
