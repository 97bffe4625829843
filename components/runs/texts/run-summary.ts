/** Texts of `components/runs`: run/summary. A function gives a sentence around its values. */
export const runSummaryTexts = {
  // run/summary/phase-words
  noSideEffectsAreLeft: 'no side effects are left',
  someSideEffectsWereNot: 'some side effects were not rolled back',
  theirStepsAreSafe: 'their steps are safe to run again, so you can retry',
  stepFailedAfterAllRetries: 'a step failed after all retries',
  completedStepsAreBeingRolled: 'completed steps are being rolled back',

  // run/summary/run-panel
  aboutThisRun: 'About this run',
  output: 'Output',
  outputSoFar: 'Output so far',
  noOutput: 'This run wrote no output.',
  noOutputYet: 'No output yet.',
  workflow: 'Workflow',
  archivedNewRunsAreOff: ', archived: new runs are off',
  version: 'Version',
  created: 'Created',
  runningFor: 'Running for',
  took: 'Took',
  startedBy: 'Started by',
  mode: 'Mode',
  stepThroughManually: 'step through manually',
  attempt: 'Attempt',
  tags: 'Tags',
  workflowId: 'Workflow id',
  allRunsOfWorkflowId: 'Find all runs of this workflow id',
  runId: 'Run id',
  trace: 'Trace',
  openTrace: 'Open the trace',
  error: 'Error',
  stack: 'Stack',
  input: 'Input',

  // run/summary/run-sentence
  runStatus: 'Run status',
  paused: 'Paused',
  sendSignal: 'Send signal',
  openWaitingRun: 'Open the waiting run',
  viewTask: 'View task',
  decideNow: 'Decide now',

  // run/summary/run-skeleton
  runs: 'Runs',
  loadingRun: 'Loading run',
} as const
