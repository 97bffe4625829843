/** Texts of `components/inbox`: task/actions. A function gives a sentence around its values. */
export const taskActionsTexts = {
  // task/actions/follow-up-dialog
  snooze: 'Snooze',
  movesTaskToLaterFor: 'Moves the task to Later for everyone until then. The due date does not change.',
  set: 'Set',
  removeDate: 'Remove date',
  customTime: 'Custom time',
  yourTimeZone: 'your time zone',

  // task/actions/follow-up-times
  in3Hours: 'In 3 hours',
  tomorrowMorning: 'Tomorrow morning',
  nextMonday: 'Next Monday',
  in2Weeks: 'In 2 weeks',

  // task/actions/hand-over-dialog
  assignTask: 'Assign task',
  assign: 'Assign',
  onlyThisPersonCanDecide: 'Only this person can decide the task then.',
  delegateTask: 'Delegate task',
  delegate: 'Delegate',
  theyDecideInsteadOfYou: 'They decide instead of you, and the task leaves your list.',
  theyCanDecideAsWell: 'They can decide as well. Existing approvals still count.',
  to: (verb: string | number, name: string | number) => `${verb} to ${name}`,
  thereAreNoPeopleYet: 'There are no people yet:',
  addPeopleInSettings: 'add people in Settings',
  note: 'Note',

  // task/actions/person-picker
  personOrGroup: 'Person or group',
  nameIdOrGroup: 'name, id or group',
  noMatches: 'No matches',
  people: 'People',

  // task/actions/task-actions
  claim: 'Claim',
  release: 'Release',
  delegateLabel: 'Delegate…',
  assignLabel: 'Assign…',
  snoozeLabel: 'Snooze…',
  thisTask: 'This task',
  openRun: 'Open run',
  moreActions: 'More actions',

  // task/actions/use-task-changes
  checkTaskAgain: (sentence: string | number) => `${sentence} Check the task again.`,
  taskWasClosedInMeantime: 'The task was closed in the meantime.',
  decidedTaskInMeantime: (by: string | number) => `${by} decided the task in the meantime.`,
  assignedTo: (name: string | number) => `Assigned to ${name}`,
  delegatedTo: (name: string | number) => `Delegated to ${name}`,
  snoozedUntil: (back: string | number) => `Snoozed until ${back}`,
  backInList: 'Back in the list',
} as const
