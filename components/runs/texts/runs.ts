/** Texts of `components/runs`. A function gives a sentence around its values. */
export const runsTexts = {
  // doing
  rollingBackWaitingForTo: (steps: string | number) => `Rolling back: waiting for ${steps} to end`,
  rollingBack: 'Rolling back',
  pausedAt: (steps: string | number) => `Paused at ${steps}`,
  paused: 'Paused',
  in: (workflow: string | number) => ` in ${workflow}`,
  andMore: (count: string | number) => `, and ${count} more`,
  waitingForEngine: 'Waiting for an engine',
  readyForNextStep: 'Ready for the next step',

  // grid/grid-cell
  notShown: 'not shown',

  // grid/grid-head
  step: 'Step',

  // grid/grid-row
  onlyInOlderVersions: (name: string | number) => `${name}: only in older versions`,
  onlyInOlderVersionsLabel: ', only in older versions',

  // grid/grid-table
  thead: (about: string | number) => `thead ${about}`,

  // grid/grid-words
  runOf: (parse: string | number) => `run of ${parse}`,
  notIn: (run: string | number) => `not in ${run}`,
  attempts: (attempts: string | number) => `${attempts} attempts`,

  // grid/run-grid
  failedRunsOnly: 'Failed runs only',
  loadingStepsAndRuns: 'Loading steps and runs',
  stepsOfAcrossNewestOn: (workflow: string | number, runs: string | number) =>
    `Steps of ${workflow} across ${runs}, newest on the right`,
  noRunsMatch: 'No runs match',
  showAllRuns: 'Show all runs',
  newMatchesAppearHereAutomatically: 'New matches appear here automatically.',
  noRunsOfMatch: (workflow: string | number) => `No runs of ${workflow} match`,
  eachColumnIsRunEach: 'Each column is a run, each row a step.',
  waitingForPersonOrSignal: 'waiting for a person or signal',
  retryingOrWaiting: 'retrying or waiting',
  skipped: '– skipped',
  notReached: '· not reached',
  itsLastRun: 'its last run',
  itsLastRuns: (runs: string | number) => `its last ${runs} runs`,

  // reason-field
  reason: 'Reason',
  optionalShownInEachRuns: 'optional, shown in each run’s history',
  optionalShownInHistory: 'optional, shown in the history',

  // run-form
  run: 'Run',
  runWorkflow: (workflow: string | number) => `Run ${workflow}`,
  usesLatestPublishedVersion: 'Uses the latest published version',
  version: (version: string | number) => `Version ${version}`,
  stepThroughManually: 'Step through manually',
  cancel: 'Cancel',
  starting: 'Starting…',

  // start/input-editor
  inputFormat: 'Input format',
  form: 'Form',

  // start/run-workflow-dialog
  loadingInputForm: 'Loading input form',

  // step-looks
  notRunYet: 'Not run yet',
  toRunAgain: 'To run again',
  running: 'Running',
  sentToWorkers: 'Sent to workers',
  retrying: 'Retrying',
  waitingForPerson: 'Waiting for a person',
  waitingForItsTime: 'Waiting for its time',
  waitingForSignal: 'Waiting for a signal',
  waitingForSubWorkflow: 'Waiting for sub-workflow',
  waitingForPersonInSub: 'Waiting for a person in a sub-workflow',
  waitingForSignalInSub: 'Waiting for a signal in a sub-workflow',
  waitingForPersonOrSignalIn: 'Waiting for a person or a signal in a sub-workflow',
  runningInParallel: 'Running in parallel',
  looping: 'Running',
  completed: 'Completed',
  failedIgnored: 'Failed, ignored',
  failed: 'Failed',
  failedHandled: 'Failed, handled',
  skippedLabel: 'Skipped',
  undoing: 'Undoing',
  undone: 'Undone',

  // trouble-words
  needAttention: 'need attention',
  theyFailedAreStuck: 'They failed and were not acknowledged, are stuck, or wait too long.',
  seeOverviewForReasons: 'The overview tells the reasons apart.',
  waitingForWorker: 'waiting for a worker',
  noWorkerServesTheirQueue: 'No worker serves their queue, or none had capacity for more than ten minutes.',
  startWorkerForThisQueue: 'Start a worker for this queue.',
  inQuarantine: 'in quarantine',
  stepCrashedItsEngineRepeatedly: 'A step crashed its engine repeatedly, or the run can’t be loaded.',
  fixStepThenRetry: 'Fix the step, then retry.',
  withoutProgress: 'without progress',
  theyShouldBeRunningBut: 'They should be running, but made no progress for more than ten minutes.',
  checkRunningStepAndEngines: 'Check the running step and the engines.',
  retryingRepeatedly: 'retrying repeatedly',
  stepFailedAtLeastThree: 'A step failed at least three times and will be retried.',
  findOutWhyItFails: 'Find out why it fails before it runs out of attempts.',
  waitingTooLongForPeople: 'waiting too long for people',
  taskIsOverdueOrOpen: 'A task is overdue or open for more than a day.',
  remindAssigneeOrReassignTask: 'Remind the assignee, or reassign the task.',
  waitingTooLongForSignal: 'waiting too long for a signal',
  signalHasNotArrivedFor: 'A signal has not arrived for more than a day.',
  checkWhetherItWentTo: 'Check whether it went to another run, or send it.',
  failedNotAcknowledged: 'failed, not acknowledged',
  theyFailedAndWereNeither: 'They failed and were neither acknowledged nor rerun.',
  retryRerunOrAcknowledgeThem: 'Retry, rerun or acknowledge them.',

  // version-words
  testOfDraft: 'Test of the draft',
  testUpTo: (step: string | number) => `Test up to ${step}`,
  testOf: (step: string | number) => `Test of ${step}`,

  // whole/apart-words
  andMoreLength: (length: string | number) => ` and ${length} more`,
  itsPlace: 'its place',
  theirPlaces: 'their places',
  storedSeparatelyAndCantBe: (
    named: string | number,
    more: string | number,
    are: string | number,
    places: string | number,
  ) =>
    `${named}${more} ${are} stored separately and can’t be sent again. Enter a value in ${places}, under JSON, or remove it.`,
  thisOutputHasAndIs: (bytes: string | number) =>
    `This output has ${bytes} and is stored separately, so it can’t be pinned.`,
  ofThisOutputAreStored: (bytes: string | number) =>
    `${bytes} of this output are stored separately, so it can’t be pinned.`,

  // whole/whole-editor
  loadingLargeValues: 'Loading large values',
} as const
