/** Texts of `components/inbox`: task. A function gives a sentence around its values. */
export const taskTexts = {
  // task/approvals
  approvals: 'Approvals',
  approval: (place: string | number) => `approval ${place}`,
  open: 'open',

  // task/closed-task
  decision: 'Decision',
  decided: 'Decided',
  closedWithoutDecision: 'Closed without a decision',
  by: (decidedBy: string | number) => ` by ${decidedBy}`,

  // task/decision/decision-form
  sending: 'Sending…',
  andNext: ' and next',

  // task/decision/late-notice
  continue: 'Continue',
  taskChangedBeforeYourDecision: 'The task changed before your decision arrived.',
  nothingWasSentYourInput: (sentence: string | number) => `${sentence} Nothing was sent. Your input is still here.`,
  copyMyInput: 'Copy my input',
  nextTask: 'Next task',
  alreadyClosed: 'Already closed',
  alreadyDecided: 'Already decided',
  byBy: (by: string | number) => `by ${by}`,
  at: 'at',
  yourDecisionHadNoEffect: ' Your decision had no effect.',
  copied: 'Copied',

  // task/decision/use-decide
  approvedOf: (approvals: string | number, required: string | number) => `Approved: ${approvals} of ${required}`,
  acceptedWaitingForRun: 'Accepted, waiting for the run',

  // task/decision/use-decision-keys
  thisTask: 'This task',
  sendDecision: 'Send decision',
  writeComment: 'Write a comment',

  // task/decision/use-type-ahead
  decideNextTask: 'Decide the next task',

  // task/not-yours
  thisTaskIsForOther: 'This task is for other people.',
  claimedBy: (id: string | number) => `Claimed by ${id}.`,

  // task/task-comments
  comments: 'Comments',
  comment: 'Comment',
  addComment: 'Add a comment',

  // task/task-detail
  linkIsIncomplete: 'The link is incomplete. Open the task from the list.',
  taskNotFound: 'Task not found',
  allTasks: 'All tasks',
  escalated: 'Escalated',
  formFrom: (version: string | number) => `Form from ${version}.`,
  loadingTask: 'Loading task',
  draftUnderTest: 'a draft under test',

  // task/task-facts
  requestedBy: 'Requested by',
  waitingSince: 'Open for',
  took: 'Took',
  due: 'Due',
  claimedByLabel: 'Claimed by',
  followUp: 'Follow-up',
  whoCanDecide: 'Who can decide',
  excluded: 'Excluded',

  // task/task-history
  activity: 'Activity',
  runState: 'Run state',
  state: 'State',

  // task/task-run-graph
  cannotShowRunRightNow: 'Cannot show the run right now.',
  thisDefinitionNeedsNewerVersion: 'This definition needs a newer version of Heddle.',
  stepsOfThisTasksRun: 'Steps of this task’s run',

  // task/task-run
  runProgress: 'Run progress',
} as const
