import type { Actor } from '#server/access/actor.ts'
import { countTasks } from '#server/inbox/count-tasks.ts'
import { listFacets } from '#server/inbox/list-facets.ts'
import { listTasks } from '#server/inbox/list-tasks.ts'
import { type InboxScope, inboxSorts, type TaskFilter } from '#server/inbox/task-filter.ts'
import type { Stores } from '#server/stores.ts'

type Measure = (shape: string, ask: () => Promise<unknown>) => Promise<void>

const PAGE = 50

const filters: readonly (readonly [string, TaskFilter])[] = [
  ['a word', { search: 'Loan 1999' }],
  ['a word that is nowhere', { search: 'nowhere-to-be-seen' }],
  ['a value that the author shows', { search: 'customer 77' }],
  ['of one workflow and step', { workflow: 'Loan', step: 'Approve' }],
  ['of one queue', { queue: 'queue-3' }],
  ['of one group', { group: 'group-3' }],
  ['that nobody holds', { holder: 'nobody' }],
  ['that one person holds', { holder: 'id:person-7' }],
  ['urgent', { priorityFrom: 95 }],
  ['late', { due: 'late' }],
  ['due within a day', { due: 'soon' }],
  ['without a due date', { due: 'none' }],
  ['to come back to', { followUp: 'later' }],
  ['all of it', { search: 'loan', queue: 'queue-3', holder: 'nobody', priorityFrom: 10, due: 'late', followUp: 'now' }],
]

/** Every scope in every order, every filter, and what stands beside the list, for one of many clerks, who is in one of five groups, and for their manager. */
export async function measureInbox(stores: Stores, clerk: Actor, measure: Measure): Promise<void> {
  const manager: Actor = { ...clerk, id: 'manager', roles: [...clerk.roles, 'manager'] }
  const scopes: readonly (readonly [InboxScope, Actor])[] = [
    ['mine', clerk],
    ['groups', clerk],
    ['available', clerk],
    ['all', manager],
  ]
  for (const [scope, actor] of scopes) {
    for (const sort of inboxSorts) {
      await measure(`inbox, ${scope} by ${sort}`, () => listTasks(stores, actor, { scope, sort, limit: PAGE }))
    }
  }
  await measure('inbox, done', () => listTasks(stores, clerk, { scope: 'done', limit: PAGE }))
  await measure('inbox, done by anybody', () => listTasks(stores, manager, { scope: 'done', limit: PAGE }))
  for (const [name, filter] of filters) {
    await measure(`inbox, groups, ${name}`, () => listTasks(stores, clerk, { scope: 'groups', filter, limit: PAGE }))
    await measure(`inbox, all, ${name}`, () => listTasks(stores, manager, { scope: 'all', filter, limit: PAGE }))
  }
  const cursor = await nthPage(stores, manager, 100)
  await measure('inbox, the hundredth page', () => listTasks(stores, manager, { scope: 'all', limit: PAGE, cursor }))
  await measure('inbox, the counts of the navigation', () => countTasks(stores, clerk))
  await measure('inbox, what it may be narrowed to', () => listFacets(stores, manager, 'all'))
}

async function nthPage(stores: Stores, actor: Actor, pages: number): Promise<string | null> {
  let cursor: string | null = null
  for (let page = 0; page < pages; page += 1) {
    cursor = (await listTasks(stores, actor, { scope: 'all', limit: PAGE, cursor })).nextCursor
  }
  return cursor
}
