/** Texts of `components/overview`: trends. A function gives a sentence around its values. */
export const trendsTexts = {
  // trends/chart
  stepByStep: (title: string | number) => `${title}, step by step`,

  // trends/duration-chart
  duration: 'Duration',

  // trends/failing-workflows
  moreThanBefore: 'more than before',
  lessThanBefore: 'less than before',
  asBefore: 'as before',
  failingWorkflows: (rangeWords: string | number) => `Failing workflows, ${rangeWords}`,
  noFailedRunsInThis: 'No failed runs in this period.',
  failed: (failed: string | number) => `${failed} failed`,
  of: 'of',

  // trends/throughput-chart
  throughput: 'Throughput',

  // trends/total-links
  noneEnded: 'none ended',
  noneCompleted: 'none completed',

  // trends/trend-table
  noRunsEndedInThis: 'No runs ended in this period.',
  trendsAsTable: 'Trends as a table',

  // trends/trends
  trends: 'Trends',
  timeRange: 'Time range',
  showAsTable: 'Show as table',
  showTrendsAsTable: 'Show trends as a table',

  // trends/use-trends
  lastHour: 'last hour',
  last24Hours: 'last 24 hours',
  last7Days: 'last 7 days',
  last30Days: 'last 30 days',
  trendsRangeWords: (rangeWords: string | number) => `Trends: ${rangeWords}`,
  overview: 'Overview',
  showTrendsAsCharts: 'Show trends as charts',
} as const
