/** Texts of `components/overview`. A function gives a sentence around its values. */
export const overviewTexts = {
  // concern-words
  forFreeWorkerOnQueue: (verb: string | number, queue: string | number) =>
    `${verb} for a free worker on queue ${queue}`,
  noWorkerServesQueue: (verb: string | number, queue: string | number) => `${verb}: no worker serves queue ${queue}`,
  startWorkerForThisQueue: 'Start a worker for this queue to continue them.',
  workerOn: 'The worker on',
  workersOn: (workers: string | number) => `The ${workers} workers on`,
  thisQueueHadNoCapacity: (who: string | number) =>
    `${who} this queue had no capacity for more than ten minutes. Start more workers, or check what takes so long.`,

  // concerns
  needsAttention: 'Needs attention',
  nothingIsStuck: 'Nothing is stuck.',
  since: 'since',
  workersAndEngines: 'Workers and engines',

  // overview-figures
  figures: 'Figures',
  inProgress: 'In progress',
  runningOrWaitingForTime: 'running, or waiting for a timer, worker or sub-workflow',
  yourTasks: 'Your tasks',
  failed: 'Failed',
  unsafe: 'Unsafe',
  changesMayBeLeft: 'some changes were not undone',
  notAcknowledged: 'not acknowledged',
  completed: 'Completed',
  noOpenTasks: 'no open tasks',
  nextDue: 'next due',

  // overview-lists
  newestRuns: 'Newest runs',
  noRunsYet: 'No runs yet.',
  failedNotAcknowledged: 'Failed, not acknowledged',
  allFailuresAreAcknowledged: 'All failures are acknowledged.',
  showAll: 'Show all',
  ago: 'ago',

  // overview-page
  overview: 'Overview',
  newWorkflow: 'New workflow',
  noEngineIsRunning: 'No engine is running.',
  runsAreAcceptedAndStored: 'Runs are accepted and stored, but nothing runs until an engine is back.',
  loadingOverview: 'Loading overview',

  // stopped-webhooks
  webhookIsOff: (host: string) => `Heddle turned off the webhook to ${host}.`,
  webhooksAreOff: (count: number) => `Heddle turned off ${count} webhooks.`,
  itGetsNoEvents: 'It gets no events until you turn it on again.',
  theyGetNoEvents: 'They get no events until you turn them on again.',
  openWebhook: 'Open the webhook',
  openWebhooks: 'Open webhooks',

  // status-strip
  runsByStatus: 'Runs by status',

  // your-tasks
  loadingTasks: 'Loading your tasks',
  allCaughtUp: 'You’re all caught up.',
  duePrefix: 'due ',
} as const
