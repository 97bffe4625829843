/** Texts of `components/inbox`. A function gives a sentence around its values. */
export const inboxTexts = {
  // decide-dialog
  decision: 'Decision',
  loadingTask: 'Loading task',

  // inbox-count
  overdue: (late: string | number) => `${late} overdue`,
  open: 'open',
  overdueLate: (late: string | number) => `, ${late} overdue`,

  // inbox-page
  inbox: 'Inbox',
  searchByTitleWorkflowStep: 'Search by title, workflow, step, queue or value',
  search: 'Search',
  searchTasks: 'Search tasks',
  loadingTasks: 'Loading tasks',
  onlyManagersCanSeeAll: 'Only managers can see all tasks',
  showTasksToDo: 'Show tasks to do',
  findYourTasksAndThose: 'Find your tasks and those of your groups under To do.',
  youreAllCaughtUpNew: 'You’re all caught up. New tasks appear here automatically.',
  noTasksAreAssignedTo: 'No tasks are assigned to you.',
  noTasksForYourGroups: 'No tasks for your groups.',
  snoozedTasksStayHereUntil: 'Snoozed tasks stay here until they are due to come back.',
  noOpenTasks: 'No open tasks.',
  decidedTasksAppearHereWith: 'Decided tasks appear here, with who decided them.',
  noDecisionsYet: 'No decisions yet',
  noSnoozedTasks: 'No snoozed tasks',
  noTasksMatch: 'No tasks match',
  clearAllFilters: 'Clear all filters',
  newMatchesAppearHereAutomatically: 'New matches appear here automatically.',
  nothingToDecide: 'Nothing to decide',
  viewRuns: 'View runs',
  youAreActingAs: (actingAs: string | number) => ` You are acting as ${actingAs}.`,

  // notify/notices
  newTasks: 'new tasks',
  tasksForYou: 'tasks for you',
  itToYou: (by: string | number | null | undefined, reason: string | number | null | undefined) =>
    `${by} ${reason} it to you.`,
  itWasSnoozedUntilNow: 'It was snoozed until now.',
  reminderItStillNeedsDecision: 'Reminder: it still needs a decision.',
  itIsOverdueAndWas: 'It is overdue and was escalated to you.',

  // notify/task-notifier
  turnOffDesktopNotifications: 'Turn off desktop notifications',
  turnOnDesktopNotifications: 'Turn on desktop notifications',
} as const
