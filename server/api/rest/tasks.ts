import { randomUUID } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { payload } from '#core/run/payload-input.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { derivedId } from '../../derived-id.ts'
import { changeTask, commentTask } from '../../inbox/change-task.ts'
import { decideTask } from '../../inbox/decide-task.ts'
import { getTask } from '../../inbox/get-task.ts'
import { listTasks } from '../../inbox/list-tasks.ts'
import type { ChangeResult, DecideResult, TaskWrite } from '../../inbox/models.ts'
import { inboxScopes, inboxSorts, taskFilter } from '../../inbox/task-filter.ts'
import { instant } from '../../instant.ts'
import type { Stores } from '../../stores.ts'
import type { Context } from '../context.ts'
import { commentText, cursor, personId, reason, revision, uuid } from '../request/inputs.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { checkedQuery, integerParameter, pageSizeParameter, takesNoParameters } from './query.ts'
import { taskListItem, taskObject } from './task-object.ts'

const keys = taskFilter.shape
export const tasksQuery = z.strictObject({
  scope: z.enum(inboxScopes).default('available'),
  sort: z.enum(inboxSorts).optional(),
  search: keys.search,
  workflow: keys.workflow,
  step: keys.step,
  queue: keys.queue,
  group: keys.group,
  holder: keys.holder,
  due: keys.due,
  due_from: keys.dueFrom,
  due_to: keys.dueTo,
  priority_from: integerParameter(0, limits.inbox.priority).optional(),
  priority_to: integerParameter(0, limits.inbox.priority).optional(),
  follow_up: keys.followUp,
  below_run_id: keys.belowRunId,
  limit: pageSizeParameter,
  cursor: cursor.optional(),
})

/** The field of every write: the revision of the task that the write is based on. */
const seen = { expected_revision: revision }
export const writeBody = z.strictObject(seen)
export const decideBody = z.strictObject({ ...seen, input: payload.default({}), reason: reason.optional() })
export const passBody = z.strictObject({ ...seen, to: personId, note: reason.optional() })
export const followUpBody = z.strictObject({ ...seen, until: instant.nullable() })
export const commentBody = z.strictObject({ text: commentText })

interface TaskRequest {
  readonly stores: Stores
  readonly actor: Actor
  readonly taskId: string
  readonly operationId: string
  readonly body: Json
}
type Result = DecideResult | ChangeResult

const verbs: Readonly<Record<string, (asked: TaskRequest) => Promise<Result>>> = {
  decide: ({ stores, actor, body, ...asked }) => {
    const { input, expected_revision, reason: why } = checked(decideBody, body)
    return decideTask(stores, actor, { ...asked, expectedRevision: expected_revision, input, reason: why })
  },
  claim: (asked) => changeTask(asked.stores, asked.actor, written(asked, writeBody), { kind: 'claimed' }),
  release: (asked) => changeTask(asked.stores, asked.actor, written(asked, writeBody), { kind: 'released' }),
  assign: (asked) => {
    const { to, note } = checked(passBody, asked.body)
    return changeTask(asked.stores, asked.actor, written(asked, passBody), { kind: 'assigned', to, note })
  },
  delegate: (asked) => {
    const { to, note } = checked(passBody, asked.body)
    return changeTask(asked.stores, asked.actor, written(asked, passBody), { kind: 'delegated', to, note })
  },
  'follow-up': (asked) => {
    const { until } = checked(followUpBody, asked.body)
    return changeTask(asked.stores, asked.actor, written(asked, followUpBody), { kind: 'follow_up_set', until })
  },
  comment: ({ stores, actor, body, ...asked }) =>
    commentTask(stores, actor, { ...asked, text: checked(commentBody, body).text }),
}

/** `/v1/human-tasks`: the inbox, and every verb of a task by `POST /v1/human-tasks/{id}/{verb}`. */
export function taskRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'task.read')
    const { scope, sort, limit, cursor: after, ...query } = checkedQuery(c, tasksQuery)
    const { follow_up, below_run_id, due_from, due_to, priority_from, priority_to, ...filter } = query
    const page = await listTasks(context.stores, actor, {
      scope,
      sort,
      filter: {
        ...filter,
        dueFrom: due_from,
        dueTo: due_to,
        priorityFrom: priority_from,
        priorityTo: priority_to,
        followUp: follow_up,
        belowRunId: below_run_id,
      },
      limit,
      cursor: after,
    })
    return c.json({ items: page.items.map(taskListItem), next_cursor: page.nextCursor })
  })

  routes.get('/:id', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'task.read')
    takesNoParameters(c)
    return c.json(taskObject(await getTask(context.stores, actor, taskIdOf(c.req.param('id')))))
  })

  routes.post('/:id/:verb', async (c) => {
    const context = await contextOf(c.req.raw)
    const name = c.req.param('verb')
    // To assign a task is judged by its rule: see server/access/task-rules.ts.
    const actor = requireActor(context, name === 'assign' ? 'task.read' : 'task.decide')
    takesNoParameters(c)
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (!verb) throw new ApiError('NOT_FOUND', `A human task has no verb ${name}.`)
    const taskId = taskIdOf(c.req.param('id'))
    const key = idempotencyKeyOf(c)
    const body = await readJson(c.req.raw, limits.run.requestBytes)
    if (!isJsonObject(body)) throw new ApiError('BAD_REQUEST', 'The body must be a JSON object.', 'body')
    const operationId = key === undefined ? randomUUID() : derivedId(actor.ownerId, actor.id, taskId, key)
    return answer(c, await verb({ stores: context.stores, actor, taskId, operationId, body }))
  })

  return routes
}

function written(
  { taskId, operationId, body }: TaskRequest,
  shape: z.ZodType<{ expected_revision: number }>,
): TaskWrite {
  return { taskId, operationId, expectedRevision: checked(shape, body).expected_revision }
}

/**
 * The response to a write: 409 with the person who was faster, 422 with each field's error, 202 when the run has not
 * answered yet.
 */
function answer(c: HonoContext, result: Result): Response {
  switch (result.outcome) {
    case 'done':
      return c.json({ outcome: result.outcome, task: taskListItem(result.task) })
    case 'decided':
    case 'approved':
      return c.json(result)
    case 'accepted':
      return c.json({ outcome: result.outcome, operation_id: result.operationId }, 202)
    case 'invalid': {
      const first = result.errors[0]
      return c.json(
        {
          ...result,
          error: { code: 'INVALID_INPUT', message: first?.message ?? 'The answer is not valid.', field: first?.path },
        },
        422,
      )
    }
    case 'already_decided': {
      const message =
        result.by === null
          ? 'The task is closed and can no longer be decided.'
          : `It was already decided by ${result.by}.`
      return c.json({ ...result, error: { code: 'CONFLICT', message } }, 409)
    }
    case 'changed':
      return c.json({ ...result, error: { code: 'STALE', message: result.sentence } }, 409)
  }
}

/** An invalid id gets the error of a task that does not exist. */
function taskIdOf(id: string): string {
  const parsed = uuid.safeParse(id)
  if (!parsed.success) throw new ApiError('NOT_FOUND', 'There is no such task.', 'task_id')
  return parsed.data
}
