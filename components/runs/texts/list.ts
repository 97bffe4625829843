/** Texts of `components/runs`: list. A function gives a sentence around its values. */
export const listTexts = {
  // list/export-menu
  exportTheseRunsAsCSV: 'Export these runs as CSV',
  exportTheseRunsAsJSON: 'Export these runs as JSON',
  export: 'Export',

  // list/failure-groups
  loadingFailures: 'Loading failures',
  noFailures: 'No failures',
  noFailedRunsMatch: 'No failed runs match.',
  failuresByCause: 'Failures by cause',
  at: (step: string | number) => `at ${step}`,
  publishedSince: 'Published since',
  versionIsNewer: (newerVersion: string | number) => `version ${newerVersion} is newer`,
  last: 'last',
  show: (count: string | number) => `Show ${count}`,
  showingMostFrequentCauses: (length: string | number) => `Showing the ${length} most frequent causes.`,
  showMore: 'Show more',
  narrowFilterToSeeOthers: ' Narrow the filter to see the others.',
  retryRun: 'Retry run',
  retryAll: 'Retry all',
  runAgain: 'Run again',
  runAllAgain: 'Run all again',

  // list/run-row
  couldNotLoadSubWorkflows: (unread: string | number) => `Could not load sub-workflows: ${unread}`,
  selectRunOf: (workflow: string | number, runId: string | number) => `Select the run of ${workflow}, ${runId}`,
  subWorkflowsOf: (workflow: string | number) => `Sub-workflows of ${workflow}`,
  newestOfShowAll: (childrenShown: string | number, childCount: string | number) =>
    `newest ${childrenShown} of ${childCount}: show all`,

  // list/runs-page
  runs: 'Runs',

  // list/runs-table
  loadingRuns: 'Loading runs',
  runsNewestFirst: 'Runs, newest first',
  loadingMoreRuns: 'Loading more runs',
  selectAllRunsShown: 'Select all runs shown',
  searchInInputAndState: (text: string | number) => `Search in input and state for “${text}”`,
  includeSubWorkflowRuns: 'Include sub-workflow runs',
  noRunsMatch: 'No runs match',
  clearAllFilters: 'Clear all filters',
  newMatchesAppearHereAutomatically: 'New matches appear here automatically.',
  noRunsYet: 'No runs yet',
  selectWorkflowToRun: 'Select a workflow to run',
  everyRunAppearsHereWith: 'Every run appears here with its full history.',
  nextRun: 'Next run',
  previousRun: 'Previous run',
  selectOrDeselectRun: 'Select or deselect run',

  // list/views/run-views
  waitingForPeople: 'Waiting for people',
  waitingForSignals: 'Waiting for signals',
  inProgress: 'In progress',
  completed: 'Completed',
  views: 'Views',
  all: 'All',
  needsAttention: 'Needs attention',
  stepsAcrossRuns: 'Steps across runs',

  // list/views/save-view
  saveThisFilter: 'Save this filter',
  saveView: 'Save view',
  name: 'Name',
  shareWithEveryone: 'Share with everyone',
  save: 'Save',
  removedView: (name: string | number) => `Removed the view ${name}`,
  undo: 'Undo',
  removeView: (name: string | number) => `Remove the view ${name}`,
} as const
