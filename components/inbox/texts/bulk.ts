/** Texts of `components/inbox`: bulk. A function gives a sentence around its values. */
export const bulkTexts = {
  // bulk/bulk-decide-dialog
  decideTogether: (count: string | number) => `Decide ${count} together`,
  close: 'Close',
  eachTaskIsDecidedSeparately: 'Each task is decided separately. This cannot be undone.',
  taskLists: 'Task lists',
  theseTasksUseDifferentForms: 'These tasks use different forms. Decide one kind at a time.',
  oneTask: '1 task',
  tasks: (count: string | number) => `${count} tasks`,

  // bulk/bulk-form
  sendDecision: 'Send decision',
  selectedTasks: 'Selected tasks',
  youCanSendItAgain: (failure: string | number) => `${failure} You can send it again: no task is decided twice.`,
  sending: 'Sending…',
  for: (decision: string | number, count: string | number) => `${decision} for ${count}`,

  // bulk/bulk-outcome
  results: 'Results',

  // bulk/chosen-words
  selected: (here: string | number) => `${here} selected`,
  moreTasksAreNotLoaded: 'more tasks are not loaded and not selected',
  selectedEarlierNotInThis: (elsewhere: string | number, elsewhere2: string | number) =>
    `${elsewhere} selected earlier ${elsewhere2} not in this list and skipped`,
  allLoadedSoFar: (read: string | number) => `All ${read} loaded so far`,
  allShown: (read: string | number) => `All ${read} shown`,

  // bulk/task-bulk-bar
  decideSelectedTasks: 'Decide selected tasks',
  inbox: 'Inbox',
  loadMore: 'Load more',
  decide: 'Decide',
  clearSelection: 'Clear selection',

  // bulk/task-kinds
  ofWereAnsweredBeforeThat: (message: string | number, answered: string | number, all: string | number) =>
    `${message} ${answered} of ${all} were answered before that.`,
  decided: 'Decided',
  approved: 'Approved',
  pending: 'Pending',
  runHasNotRespondedYet: 'The run has not responded yet.',
  tooLate: 'Too late',
  taskWasClosed: 'The task was closed.',
  alreadyDecidedIt: (by: string | number) => `${by} already decided it.`,
  changed: 'Changed',
  notAccepted: 'Not accepted',
  refused: 'Refused',
  allDecided: (done: string | number) => `All ${done} decided`,
  decidedNot: (done: string | number, left: string | number) => `${done} decided, ${left} not`,
} as const
