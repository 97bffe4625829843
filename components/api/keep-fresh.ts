import { shareRun } from './share-run.ts'

/**
 * How a run is read that a page keeps fresh by itself, as it hears of changes: nothing grows old while it is on the page.
 * Nobody listened before that, so what is kept from the last look is read again.
 */
export const keepFresh = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
  structuralSharing: shareRun,
} as const
