/**
 * Polling interval for the inbox. Claims and follow-ups of other people are in no run's history, and tasks become due
 * by time alone, so no stream reports these changes.
 */
export const refetchMs = 30_000
