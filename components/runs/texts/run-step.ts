/** Texts of `components/runs`: run/step. A function gives a sentence around its values. */
export const runStepTexts = {
  // run/step/attempt-list
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  failedRetried: 'Failed, retried',
  skipped: 'Skipped',
  noAttemptsYet: 'No attempts yet.',
  showOfEarlier: (min: string | number, earlier: string | number) => `Show ${min} of ${earlier} earlier`,
  visitAttempt: (iteration: string | number, attempt: string | number) => `Visit ${iteration}, attempt ${attempt}`,
  attempt: (attempt: string | number) => `Attempt ${attempt}`,

  // run/step/items-part
  tryingAgain: 'Trying again',
  subWorkflow: 'Sub-workflow',
  waitsForPerson: 'Waits for a person',
  progress: 'Progress',
  items: 'Items',
  showingFirst: (mostItems: string | number) => `Showing the first ${mostItems}.`,
  failedAndRunning: 'Failed and running',
  failedAndAbandoned: 'Failed and abandoned',
  abandoned: 'Abandoned',
  decide: 'Decide',

  // run/step/step-logs
  noLogs: 'No logs.',
  showingLastHistoryHasAll: (mostLogs: string | number) => `Showing the last ${mostLogs}. The history has all.`,

  // run/step/step-now
  runHasNotReachedThis: 'The run has not reached this step yet.',
  started: 'Started',
  soFar: 'So far',
  took: 'Took',
  undone: 'Undone',
  due: 'Due',
  nextAttempt: 'Next attempt',
  whoCanDecide: 'Who can decide',
  approvedBy: 'Approved by',
  signal: 'Signal',
  workerQueue: 'Worker queue',
  answeredWith: 'Answered with',
  http: (status: string | number) => `HTTP ${status}`,
  decidedBy: 'Decided by',
  reason: 'Reason',
  childRun: 'Child run',
  idempotencyKey: 'Idempotency key',
  sendSignal: 'Send signal',
  decideNow: 'Decide now',
  decision: 'Decision',
  failedRetrying: 'failed, retrying',
  notDone: 'not done',
  of: (length: string | number, required: string | number, names: string | number) =>
    `${length} of ${required}${names}`,
  latestOfShowAll: (length: string | number) => `latest of ${length}: show all`,
  error: 'Error',
  stack: 'Stack',

  // run/step/step-panel
  backToFullRun: 'Back to the full run',
  thisRun: 'This run',
  step: 'Step',
  attemptAttemptAndIteration: (attempt: string | number, iteration: string | number) =>
    ` · attempt ${attempt}${iteration}`,
  aboutThisStep: 'About this step',
  now: 'Now',
  thenText: 'Then',
  input: 'Input',
  output: 'Output',
  attempts: 'Attempts',
  state: 'State',
  logs: 'Logs',
  thisStepHasNoArguments: 'This step has no arguments.',
  list: 'List',
  argumentsOfEachItem: 'Arguments of each item',
  noOutputYet: 'No output yet.',
  responseHeaders: 'Response headers',
  ofVisit: (iteration: string | number) => ` of visit ${iteration}`,

  // run/step/step-progress
  failedFailed: (failed: string | number) => `, ${failed} failed`,
  ofDone: (completed: string | number, count: string | number, failed: string | number) =>
    `${completed} of ${count} done${failed}`,
  round: (round: string | number) => `Round ${round}`,
  roundOf: (round: string | number, length: string | number) => `Round ${round} of ${length}`,
  item: (item: string | number) => `Item ${item}`,
  noItems: 'No items',

  // run/step/step-state
  stateChanges: 'State changes',
  stateChangesWhileItRan: 'State changes while it ran',
  noChanges: 'No changes.',
  stateBefore: 'State before',
  stateAfter: 'State after',

  // run/step/step-view
  routeNotTaken: 'route not taken',
  skippedAfterFailure: 'earlier failure',
  conditionWasFalse: 'condition was false',
  stepIsDisabled: 'disabled',
  skippedByPerson: 'skipped by a person',
  abandonedByJump: 'abandoned by a jump',
  runEndedFirst: 'the run ended first',
  cancelledByCode: 'no longer awaited by the code',
  undoFailedRetrying: 'undo failed, retrying',
  toRunAgain: 'to run again',
  answeredContinuesWhenRunIs: 'answered, continues when the run is resumed',
  attemptFailedRetrying: (attempt: string | number) => `attempt ${attempt} failed, retrying`,
  waitingForPerson: 'needs a person',
  waitingForItsTime: 'timer running',
  waitingForSignal: (signal: string | number) => `needs signal ${signal}`,
  failedUndone: (code: string | number) => `failed, undone · ${code}`,
  inQueueOrRunning: (queue: string | number | null | undefined) => `in queue ${queue} or running`,
  noWorkerFor: (queue: string | number | null | undefined) => `no worker for ${queue}`,
  inQueue: (queue: string | number | null | undefined) => `in queue ${queue}`,
  waitingForWorker: 'Waiting for a worker',
  attemptWhatAndAttempt: (what: string | number, attempt: string | number) => `${what}, attempt ${attempt}`,
  done: (count: string | number, completed: string | number, failed: string | number) =>
    `×${count} · ${completed} done${failed}`,
  ofLength: (length: string | number) => ` of ${length}`,
  roundRoundAndValue: (round: string | number, value: string | number) => `round ${round}${value}`,
  waitingForIn: (waits: string | number, workflow: string | number) => `needs ${waits} in ${workflow}`,
  completedThenUndone: 'undone',
  failedIgnored: (took: string | number) => `failed, ignored · ${took}`,
  attemptsAttempt: (attempt: string | number) => `${attempt} attempts`,

  // run/step/task-part
  activity: 'Activity',

  // run/step/wait-target
  personOrSignal: 'a person or a signal',
  signalWord: 'a signal',
  person: 'a person',

  // run/step/worker-part
  worker: 'Worker',
  noWorkerOnQueueHas: (queue: string | number) => `No worker on queue ${queue} has taken it for`,
  workersAndEngines: 'Workers and engines',
  takenBy: 'Taken by',
  taken: 'Taken',
  heartbeat: 'Heartbeat',
  ago: 'ago',
  lostWorkers: 'Lost workers',
} as const
