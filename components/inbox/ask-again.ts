/** Claims and follow-ups of others are in no run's history, and tasks fall due, so no stream tells of them. */
export const askAgainMs = 30_000
