/** Texts of `components/runs`: bulk. A function gives a sentence around its values. */
export const bulkTexts = {
  // bulk/bulk-bar
  selectedRuns: 'Selected runs',
  selectedRunsLabel: (label: string | number) => `${label} selected runs`,
  clearSelection: 'Clear selection',
  moreThan: (count: string | number) => `more than ${count}`,
  runs: 'the runs',
  selected: (count: string | number) => `${count} selected`,
  selectAllInThisFilter: (all: string | number | null | undefined) => `Select all ${all} in this filter`,

  // bulk/bulk-dialog
  sameVersion: 'Same version',
  continuesSameRun: 'Continues the same run.',
  newestVersion: 'Newest version',
  newRunContinuesWithExisting: 'A new run continues with the existing results.',
  runEverything: 'Run everything',
  fromStart: 'From the start.',
  reuseResults: 'Reuse results',
  runsOnlyFailedStepAnd: 'Runs only the failed step and the steps after it.',
  keepRunning: 'Keep running',
  cancel: 'Cancel',
  includeRunsThatMatchBy: 'Include runs that match by then',
  atMostAtTimeNarrow: (runs: string | number) => `At most ${runs} at a time. Narrow the filter.`,
  loadingPreview: 'Loading preview',
  version: 'Version',
  results: 'Results',
  rollBackCompletedStepsFirst: 'Roll back completed steps first',

  // bulk/bulk-preview-part
  byStatus: 'By status',
  skippedAndListed: 'skipped and listed',
  newestRun: (steps: string | number) => `Newest run: ${steps}`,
  newestRunIsSkipped: (message: string | number) => `The newest run is skipped: ${message}`,

  // bulk/bulk-progress
  bulkOperations: 'Bulk operations',
  of: (handled: string | number, total: string | number) => `${handled} of ${total}`,
  stop: 'Stop',
  dismiss: 'Dismiss',

  // bulk/bulk-results
  close: 'Close',
  outcomes: 'Outcomes',
  loadingResults: 'Loading results',
  noResults: 'No results',
  run: 'A run',
  continuesAs: 'continues as',
  refused: 'refused',
  skipped: 'skipped',
  waits: 'waits',
  showMore: 'Show more',

  // bulk/bulk-words
  retry: 'Retry',
  retrying: 'Retrying',
  retried: 'Retried',
  eachRunContinuesFromStep:
    'Each run continues from the step that failed; completed steps do not run again. Runs that can’t be retried are skipped and listed.',
  runAgain: 'Run again',
  runningAgain: 'Running again',
  ranAgain: 'Ran again',
  startsNewRunInPlace:
    'Starts a new run in place of each, linked to the original. Runs that can’t be rerun are skipped and listed.',
  skipStep: 'Skip step',
  skippingStepOf: 'Skipping a step of',
  skippedStepOf: 'Skipped a step of',
  skipsFailedOrCurrentStep:
    'Skips the failed or current step of each run and continues after it. Runs with several such steps are skipped and listed.',
  cancelling: 'Cancelling',
  cancelled: 'Cancelled',
  stopsEachRunImmediatelyCompleted:
    'Stops each run immediately. Completed steps are not undone. Runs that have ended are skipped and listed.',
  rollBack: 'Roll back',
  rollingBack: 'Rolling back',
  rolledBack: 'Rolled back',
  retriesRollbackOfStepsThat:
    'Retries the rollback of steps that could not be undone. Runs with nothing left to undo are skipped and listed.',
  pause: 'Pause',
  pausing: 'Pausing',
  paused: 'Paused',
  eachRunFinishesItsCurrent: 'Each run finishes its current steps and starts no others until you resume it.',
  resume: 'Resume',
  resuming: 'Resuming',
  resumed: 'Resumed',
  continuesEachPausedRunRuns: 'Continues each paused run. Runs that wait for an answer are skipped and listed.',
  acknowledge: 'Acknowledge',
  acknowledging: 'Acknowledging',
  acknowledged: 'Acknowledged',
  marksEachEndedRunAs: 'Marks each ended run as seen. It can’t be retried afterwards.',
  oneRun: '1 run',
  runsCount: (count: string | number) => `${count} runs`,
  onNewestVersion: ' on the newest version',
  refusedRefused: (refused: string | number) => `${refused} refused`,
  stoppingOnceRunsAlreadyAsked: 'stopping once the runs already asked have responded',
  skippedLeft: (left: string | number) => `${left} skipped`,
  at: (step: string | number) => ` at ${step}`,
  ofCountAndWorkflowAndCode: (count: string | number, workflow: string | number, code: string | number) =>
    `${count} of ${workflow}${code}`,
  oneMoreCauseIsNot: 'One more cause is not shown here.',
  moreCausesAreNotShown: (count: string | number) => `${count} more causes are not shown here.`,
  allInThisFilter: (all: string | number) => `All ${all} in this filter`,
  exceptDeselected: (found: string | number, leftOut: string | number) => `${found}, except ${leftOut} deselected`,
  youCanDeselectAtMost: (selected: string | number) =>
    `You can deselect at most ${selected}. Narrow the filter instead.`,
  youCanSelectAtMost: (selected: string | number) =>
    `You can select at most ${selected} individually. Deselect some, or narrow the filter and select all.`,
  failedBy: (where: string | number, code: string | number) => `, failed${where} by ${code}`,

  // bulk/earlier-operations
  runsLabel: 'Runs',
  bulkOperationsAreKeptFor: (keptDays: string | number) => `Bulk operations are kept for ${keptDays} days.`,
  loadingOperations: 'Loading operations',
  noBulkOperationsYet: 'No bulk operations yet.',
} as const
