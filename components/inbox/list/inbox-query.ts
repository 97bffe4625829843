import type { InboxQuery } from '#components/api/models.ts'
import { listTexts } from '../texts/list.ts'

export const scopes = ['available', 'mine', 'groups', 'later', 'all', 'done'] as const
export type Scope = (typeof scopes)[number]

export const sorts = ['due', 'priority', 'oldest', 'newest'] as const
export type Sort = (typeof sorts)[number]

export const scopeLabels: Readonly<Record<Scope, string>> = {
  available: listTexts.toDo,
  mine: 'Mine',
  groups: listTexts.myGroups,
  later: 'Later',
  all: 'All',
  done: listTexts.done,
}

export const sortLabels: Readonly<Record<Sort, string>> = {
  due: listTexts.dueFirst,
  priority: listTexts.priorityFirst,
  oldest: listTexts.oldestFirst,
  newest: listTexts.newestFirst,
}

/** The filter of the list, as the address has it; an empty string sets no condition. */
export interface InboxFilter {
  readonly q: string
  readonly workflow: string
  readonly queue: string
  readonly group: string
  readonly holder: string
  readonly due: string
  readonly priority: string
  readonly followUp: string
}

export const noFilter: InboxFilter = {
  q: '',
  workflow: '',
  queue: '',
  group: '',
  holder: '',
  due: '',
  priority: '',
  followUp: '',
}

/** The priority in the middle, for tasks whose author sets none. */
const usualPriority = 50

const priorities: Readonly<Record<string, object>> = {
  high: { priorityFrom: usualPriority + 1 },
  usual: { priorityFrom: usualPriority, priorityTo: usualPriority },
  low: { priorityTo: usualPriority - 1 },
}

const dues = ['late', 'soon', 'none']
const followUps = ['now', 'later']

/** The query to the server. Meaningless values of the address are left out. */
export function inboxQuery(scope: Scope, sort: Sort, filter: InboxFilter): InboxQuery {
  const said = Object.entries({
    search: filter.q.trim(),
    workflow: filter.workflow,
    queue: filter.queue,
    group: filter.group,
    holder: /^(nobody|somebody|me|id:.+)$/.test(filter.holder) ? filter.holder : '',
    due: dues.includes(filter.due) ? filter.due : '',
    followUp: followUps.includes(filter.followUp) ? filter.followUp : '',
  }).filter(([, value]) => value !== '')
  const conditions = { ...Object.fromEntries(said), ...priorities[filter.priority] }
  return {
    scope,
    ...(hasSort(scope) ? { sort } : {}),
    ...(Object.keys(conditions).length > 0 ? { filter: conditions } : {}),
  } as InboxQuery
}

/** Done tasks come latest first, put-off tasks in the order of their return; these lists have no sort choice. */
export const hasSort = (scope: Scope) => scope !== 'done' && scope !== 'later'

/** Whether the list hides put-off tasks unless the filter asks for them. */
export const hidesPutOff = (scope: Scope, { followUp }: InboxFilter) =>
  followUp === '' && (scope === 'available' || scope === 'mine' || scope === 'groups')

/** The number of conditions in the filter popup; the search field is outside the popup. */
export function countFilters(filter: InboxFilter): number {
  return Object.entries(filter).filter(([name, value]) => name !== 'q' && value !== '').length
}

export const isFiltered = (filter: InboxFilter) => filter.q.trim() !== '' || countFilters(filter) > 0
