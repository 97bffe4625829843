import { afterAll, beforeAll, expect, it } from 'vitest'
import { mayDecide } from '#core/people/entitlement.ts'
import { createDatabase } from '#server/db/client.ts'
import { createPool } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'
import { countTasks } from '#server/inbox/count-tasks.ts'
import { listTasks } from '#server/inbox/list-tasks.ts'
import type { InboxScope } from '#server/inbox/task-filter.ts'
import { type TaskRow, taskColumns } from '#server/runs/tasks/task-row.ts'
import { createStores, type Stores } from '../stores.ts'
import { type Actor, localActor, localPerson } from './actor.ts'
import { may } from './may.ts'
import type { Role } from './roles.ts'

/** The lists are chosen by conditions in SQL, what may be done by a function: here both look at every kind of task. */
let testDatabase: TestDatabase
let stores: Stores
let tasks: readonly TaskRow[]

const ways = {
  assignees: [null, ['ana'], ['ben', 'cleo']],
  groups: [null, ['credit'], ['credit', 'sales']],
  excluded: [null, ['ana'], ['credit']],
  escalated_to: [null, ['ana'], ['sales']],
  delegates: [null, ['ana']],
  held_by: [null, 'ana', 'ben'],
  approvals: [null, [{ by: 'ana', at: 0 }]],
} as const

function everyKind(): readonly Record<string, unknown>[] {
  return Object.entries(ways).reduce<readonly Record<string, unknown>[]>(
    (kinds, [column, values]) => kinds.flatMap((kind) => values.map((value) => ({ ...kind, [column]: value }))),
    [{}],
  )
}

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  stores = createStores(createPool(testDatabase.url, 2), createDatabase(testDatabase.url, 1))
  await stores.pool.query(
    `insert into human_task (id, owner_id, run_id, root_run_id, workflow, version, step, iteration, title, opened_at,
                             assignees, groups, excluded, escalated_to, delegates, held_by, approvals, approvals_required)
     select gen_random_uuid(), 'local', gen_random_uuid(), gen_random_uuid(), 'W', 1, 'S', 1, 'T', now(), k.*,
            case when k.approvals is null then 1 else 2 end
       from json_to_recordset($1) as k(assignees text[], groups text[], excluded text[], escalated_to text[],
                                       delegates text[], held_by text, approvals jsonb)`,
    [JSON.stringify(everyKind())],
  )
  tasks = (await stores.pool.query<TaskRow>(`select ${taskColumns} from human_task t`)).rows
})
afterAll(async () => {
  await Promise.all([stores.pool.end(), stores.database.$disconnect()])
  await testDatabase.drop()
})

const person = (id: string, groups: string[], roles: Role[] = []): Actor => ({
  ...localPerson,
  id,
  name: id,
  groups,
  roles,
})

it.each([
  person('ana', []),
  person('ana', ['credit']),
  person('ben', ['sales']),
  person('cleo', ['credit', 'sales']),
  person('dan', []),
  person('boss', ['bosses'], ['manager']),
  localActor,
])('$id of $groups finds what they may decide, and nothing else', async (actor) => {
  const listed = async (scope: InboxScope) => {
    const { items } = await listTasks(stores, actor, { scope, limit: tasks.length })
    return new Set(items.map(({ taskId }) => taskId))
  }
  const [mine, groups, available] = [await listed('mine'), await listed('groups'), await listed('available')]
  for (const task of tasks) {
    const isMine = mine.has(task.id)
    const kind = JSON.stringify(task)
    expect(available.has(task.id), kind).toBe(may(actor, 'task.decide', task).allowed)
    if (task.held_by === actor.id) expect(isMine, kind).toBe(true)
    else if (isMine) expect(mayDecide(actor, task) && task.held_by === null, kind).toBe(true)
    // Each is in one of the two lists, never in both.
    expect(groups.has(task.id), kind).toBe(available.has(task.id) && !isMine)
  }
  const counts = await countTasks(stores, actor)
  expect(counts).toMatchObject({ mine: mine.size, groups: groups.size, available: available.size })
})
