/** Texts of `components/designer`: views/heat. A function gives a sentence around its values. */
export const viewsHeatTexts = {
  // views/heat/heat-legend
  couldNotCountRuns: 'Could not count the live runs',
  countingRuns: 'Counting the live runs…',
  noLiveRuns: 'No live runs',
  live: (runs: string) => `Live: ${runs}`,
  failedInLastDay: 'Failed in 24 hours',
  medianTime: 'Median time',

  // views/heat/step-heat-mark
  liveAt: (count: string, step: string) => `Live runs at ${step}: ${count}`,
  failedAt: (count: string, step: string) => `Runs that failed at ${step} in the last 24 hours: ${count}`,
  medianOf: (time: string, step: string) => `Median time of ${step} in the last runs: ${time}`,
} as const
