/** Texts of `components/inbox`: list. A function gives a sentence around its values. */
export const listTexts = {
  // list/inbox-filters
  due: 'Due',
  overdue: 'Overdue',
  withinDay: 'Within a day',
  noDueDate: 'No due date',
  priority: 'Priority',
  aboveNormal: 'Above normal',
  normal: 'Normal',
  belowNormal: 'Below normal',
  followUp: 'Follow-up',
  dueNow: 'Due now',
  snoozed: 'Snoozed',
  filterTasks: 'Filter tasks',
  inbox: 'Inbox',
  filters: 'Filters',
  oneFilter: '1 filter',
  filtersCount: (count: string | number) => `${count} filters`,
  clearAllFilters: 'Clear all filters',
  unclaimed: 'Unclaimed',
  claimed: 'Claimed',
  you: 'You',
  workflow: 'Workflow',
  queue: 'Queue',
  group: 'Group',
  claimedBy: 'Claimed by',
  any: 'Any',

  // list/inbox-query
  toDo: 'To do',
  myGroups: 'Shared',
  done: 'Done',
  dueFirst: 'Due first',
  priorityFirst: 'Priority first',
  oldestFirst: 'Oldest first',
  newestFirst: 'Newest first',

  // list/inbox-scopes
  taskLists: 'Task lists',

  // list/task-item
  select: (title: string | number) => `Select ${title}`,
  by: (decidedBy: string | number) => `by ${decidedBy}`,
  escalated: 'Escalated',
  of: (length: string | number, approvalsRequired: string | number) => `${length} of ${approvalsRequired}`,
  back: (backAt: string | number) => `back ${backAt}`,

  // list/task-list
  tasks: 'Tasks',
  loadingMoreTasks: 'Loading more tasks',

  // list/task-words
  urgent: 'Urgent',
  high: 'High',
  low: 'Low',
  remindedOnce: 'Reminded once',
  remindedTimes: (count: string | number) => `Reminded ${count} times`,
  ofApproved: (length: string | number, approvalsRequired: string | number, who: string | number) =>
    `${length} of ${approvalsRequired} approved${who}`,
  and: (names: string | number, last: string | number) => `${names} and ${last}`,

  // list/use-list-keys
  nextTask: 'Next task',
  previousTask: 'Previous task',
  selectOrDeselectTask: 'Select or deselect the task',
  selectAllTasksShown: 'Select all tasks shown',
  clearSelection: 'Clear selection',
} as const
