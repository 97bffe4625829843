/** Texts of `components/runs`: run/acting. A function gives a sentence around its values. */
export const runActingTexts = {
  // run/acting/next-step-dialog
  runNextStep: 'Run the next step?',
  runsOneStepThenStops: 'Runs one step, then stops again.',
  runNextStepLabel: 'Run next step',
  cancel: 'Cancel',
  mergeInputIntoStateFirst: 'Merge an input into the state first',
  input: 'Input',
  jsonObject: 'JSON object',

  // run/acting/override/override-choice
  skipStep: 'Skip a step',
  stopsWaitingForThisStep: 'Stops waiting for this step and continues after it.',
  skipStepLabel: 'Skip step',
  skipped: 'Skipped',
  markStepDone: 'Mark a step done',
  continuesAsIfStepHad: 'Continues as if the step had returned this output.',
  markDone: 'Mark done',
  markedDone: 'Marked done',
  jumpToStep: 'Jump to step',
  earlierTargetsRunAgainFrom: 'Earlier targets run again from there; steps in between are skipped.',
  goThere: 'Go there',
  jumped: 'Jumped',

  // run/acting/override/override-dialog
  from: 'From',
  step: 'Step',
  to: 'To',
  end: 'The end',
  output: 'Output',
  previewAppearsOnceOutputIs: 'The preview appears once the output is valid.',

  // run/acting/override/use-override
  accepted: 'Accepted',

  // run/acting/preview-list
  whatHappensToEachStep: 'What happens to each step',
  changedSince: 'changed since',
  itemsKeepTheirResults: (itemsKept: string | number) => `${itemsKept} items keep their results`,

  // run/acting/reason-words
  cancelThisRun: 'Cancel this run?',
  runStopsAndCantBe:
    'The run stops and can’t be resumed. Completed steps keep their effects unless you roll them back.',
  runStopsImmediatelyAndCant: 'The run stops immediately and can’t be resumed. Completed steps keep their effects.',
  cancelRun: 'Cancel run',
  keepRunning: 'Keep running',
  rollBackCompletedSteps: 'Roll back completed steps',
  pauseThisRun: 'Pause this run?',
  stepsThatAreRunningFinish: 'Steps that are running finish first. No others start until you resume the run.',
  pauseRun: 'Pause run',
  resumeThisRun: 'Resume this run?',
  runContinuesWhereItWas: 'The run continues where it was paused.',
  resumeRun: 'Resume run',
  retryRollback: 'Retry rollback?',
  retriesStepsThatCouldNot: (toReversed: string | number) =>
    `Retries the steps that could not be undone: ${toReversed}.`,
  retryRollbackLabel: 'Retry rollback',
  acknowledgeOutcome: 'Acknowledge the outcome?',
  marksRunAsSeenIt: 'Marks the run as seen. It can’t be retried afterwards.',
  acknowledge: 'Acknowledge',
  notUndone: (notUndone: string | number) => ` Not undone: ${notUndone}.`,
  mayStillCompleteCheckManually: (abandoned: string | number) => ` May still complete: ${abandoned}. Check manually.`,
  subWorkflowsContinueTheirRollback: ' Sub-workflows continue their rollback.',
  endThisRunNow: 'End this run now?',
  stopsRollbackAndEndsRun: (left: string | number, unknown: string | number, below: string | number) =>
    `Stops the rollback and ends the run as it is.${left}${unknown}${below}`,
  endRun: 'End run',
  keepRollingBack: 'Keep rolling back',
  subWorkflow: (workflow: string | number | null | undefined) => `The sub-workflow ${workflow}`,
  cancelledAsWell: (cancelled: string | number, length: string | number) =>
    ` ${cancelled} ${length} cancelled as well.`,
  withoutIt: (left: string | number, length: string | number) => ` ${left} ${length} without it.`,

  // run/acting/remove-run-dialog
  removeRun: 'Remove run',
  removeThisRun: 'Remove this run?',
  removedForGood: 'This cannot be undone. Its id and your name stay in the audit.',
  goesWithIt: 'This also removes:',
  historyAndValues: 'its history, input, output and the values of its steps',
  tasksAndWhatPeopleDid: 'its tasks, with decisions and comments',
  searchAndMails: 'its search entries, and unsent mails about it',
  largeValues: 'large values that no other run uses, within a day',
  /** `isCut`: the tree has more than was read. */
  runsBelow: (count: number, isCut: boolean) =>
    `${isCut ? 'at least ' : ''}${count} ${count === 1 ? 'run' : 'runs'} below it`,
  runsStartedDetachedStay: 'Detached runs it started, and reruns of it, stay.',
  runRemoved: (count: number) => (count === 1 ? 'Run removed' : `${count} runs removed`),

  // run/acting/rerun/rerun-dialog
  retryThisRun: 'Retry this run',
  runAgain: 'Run again',
  continuesThisRunFinishedSteps: 'Continues this run. Finished steps keep their results.',
  startsNewRunLinkedTo: 'Starts a new run, linked to this one.',
  retry: 'Retry',
  loadingPreview: 'Loading preview',
  editInput: 'Edit input',
  retrying: 'Retrying',
  runningAgain: 'Running again',

  // run/acting/rerun/rerun-fields
  failedStep: 'The failed step',
  start: 'The start',
  asNewRunWithoutEarlier: 'As a new run without earlier results.',
  by: 'By',
  version: (version: string | number, difference: string | number) => `Version ${version} ${difference}.`,
  versionSame: (version: string | number) => `Version ${version} (same)`,
  versionNewest: (version: string | number) => `Version ${version} (newest)`,

  // run/acting/run-controls
  more: 'More',

  // run/acting/signal-dialog
  sendSignal: 'Send a signal',
  noStepWaitsForIt: 'No step waits for it yet. It is kept until one does.',
  waitsForAndUsesIts: (step: string | number, signal: string | number) =>
    `${step} waits for ${signal} and uses its payload as the result.`,
  alreadyReceivedAnotherOneIs: (step: string | number, signal: string | number) =>
    `${step} already received ${signal}. Another one is kept until a step waits for it.`,
  send: (name: string | number) => `Send ${name}`,
  sendSignalLabel: 'Send the signal',
  signal: 'Signal',
  another: 'Another',
  name: 'Name',
  data: 'Data',

  // run/acting/step-acts
  skip: 'Skip…',
  markDoneLabel: 'Mark done…',
  jumpToStepLabel: 'Jump to step…',
  actions: 'Actions',
  retryFromThisStep: 'Retry from this step',

  // run/acting/use-run-actions
  thisRun: 'This run',
  nextStep: 'Next step',
  resume: 'Resume',
  pause: 'Pause',
  endNow: 'End now',
  skipStep2: 'Skip a step…',
  markStepDoneLabel: 'Mark a step done…',
  sendSignal2: 'Send signal…',

  // run/acting/use-run-verbs
  runRespondsOnceItsEngine: 'The run responds once its engine is back.',
  signalSent: 'Signal sent',
  rollingBack: 'Rolling back',
} as const
