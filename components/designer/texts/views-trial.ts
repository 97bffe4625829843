/** Texts of `components/designer`: views/trial. A function gives a sentence around its values. */
export const viewsTrialTexts = {
  // views/trial/pin-button
  pinCustomOutput: 'Pin a custom output',
  pinThisOutput: 'Pin this output',
  testsUseItInsteadOf: 'Tests use it instead of running the step.',

  // views/trial/sample-menu
  inputs: 'Inputs',
  lastInput: 'Last input',
  delete: (name: string | number) => `Delete ${name}`,
  savedInputsAppearHere: 'Saved inputs appear here.',
  inputName: 'Input name',
  saveThisInputAs: 'Save this input as…',
  keep: 'Keep',

  // views/trial/step-dialog
  runStep: 'Run the step',
  tryIt: 'Try it',
  test: (name: string | number) => `Test ${name}`,
  runsForRealWithValues: 'Runs for real with the values below, including external calls.',
  cancel: 'Cancel',
  starting: 'Starting…',
  valuesForStep: 'Values for the step',

  // views/trial/step-try
  testThisStep: 'Test this step',
  testUpToHere: 'Test up to here',
  runShownHasNotReached: 'The run shown has not reached this step.',
  noRunValuesShown: 'No run values shown.',
  showLastRun: 'Show the last run',
  lastRun: 'Last run',
  pinned: 'pinned · ',
  stepChangedSinceThisRun: 'The step changed since this run.',
  earlierStepChangedSinceThis: 'An earlier step changed since this run.',
  stack: 'Stack',
  output: 'Output',
  input: 'Input',
  log: 'Log',
  pinnedOutput: 'Pinned output',
  testsUseItInsteadOfRunning: 'tests use it instead of running the step',
  saveChange: 'Save change',
  unpin: 'Unpin',

  // views/trial/test-dialog
  startTest: 'Start the test',
  testUpTo: (step: string | number) => `Test up to ${step}`,
  testsCurrentDraftStepsRun: 'Tests the current draft. Steps run for real, including external calls.',
  oneStepIs: 'One step is',
  stepsAre: (length: string | number) => `${length} steps are`,

  // views/trial/trial-bar
  testsOfDraft: 'Tests of the draft',
  noTestsYet: 'No tests yet.',
  runsOfVersions: 'Runs of versions',
  noRunsYet: 'No runs yet.',
  valuesOnCanvas: 'Values on the canvas',
  runOf: (versionWord: string | number) => `Run of ${versionWord}`,
  outOfDate: (staleCount: string | number) => ` · ${staleCount} out of date`,
  openRun: 'Open run',
  open: 'Open',
  hideValues: 'Hide values',
  otherRuns: 'Other runs',
  loading: 'Loading…',

  // views/trial/trial-runs
  notSaved: 'Not saved',

  // views/trial/value-peek
  outOfDateLabel: ' · out of date',
} as const
