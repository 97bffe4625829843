/** The ranges of trends and their steps: never more than sixty steps. */
const minute = 60_000
const hour = 60 * minute

export const trendRanges = {
  '1h': { steps: 60, stepMs: minute },
  '24h': { steps: 48, stepMs: 30 * minute },
  '7d': { steps: 56, stepMs: 3 * hour },
  '30d': { steps: 60, stepMs: 12 * hour },
} as const
export type TrendRange = keyof typeof trendRanges
