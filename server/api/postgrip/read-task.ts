import { randomUUID } from 'node:crypto'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { findTaskAt, UNREGISTERED_CODE } from '#server/agents/gathered/held-tasks.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { queueOf, type RunLog, readRunLog } from './run-log.ts'
import { queryId, type TaskId } from './task-id.ts'
import { commandTask, messagePayload, NAMESPACE, type TaskObject, updateTask, workflowTask } from './task-object.ts'

/** A task by its id. Throws `NOT_FOUND`. */
export async function readTask(stores: Stores, actor: Actor, id: TaskId): Promise<TaskObject> {
  const log = await readRunLog(stores, actor, id.runId)
  const found = await taskOf(stores, actor, log, id)
  if (found === null) throw new ApiError('NOT_FOUND', 'There is no such task.', 'taskId')
  return found
}

async function taskOf(stores: Stores, actor: Actor, log: RunLog, id: TaskId): Promise<TaskObject | null> {
  switch (id.of) {
    case 'workflow':
      return workflowTask(log)
    case 'successor': {
      const continued = log.events.find((event) => event.type === 'workflow.run.continued_as_new')
      if (continued?.type !== 'workflow.run.continued_as_new') return null
      return workflowTask(await readRunLog(stores, actor, continued.payload.new_run_id))
    }
    case 'update':
      return updateTask(log, id.id)
    case 'query':
      return queryTask(stores, actor, log, id.id)
    case 'command': {
      const command = log.commands.get(id.n)
      if (command === undefined || id.attempt > command.attempts.length) return null
      if (command.childRunId !== undefined) return workflowTask(await readRunLog(stores, actor, command.childRunId))
      const place = { runId: id.runId, kind: 'activity', step: command.step } as const
      return commandTask(log, command, id.attempt, await findTaskAt(stores.pool, actor, place))
    }
  }
}

/** Puts a query to the body of a run into its queue; its task tells the answer. */
export async function askQuery(
  stores: Stores,
  actor: Actor,
  runId: string,
  { name, args }: { readonly name: string; readonly args: readonly Json[] },
): Promise<TaskObject> {
  const log = await readRunLog(stores, actor, runId)
  const { rows } = await stores.pool.query<{ id: string }>(
    `insert into async_task (run_id, task_id, owner_id, workflow, queue, request, idempotent, silence_ms, kind, type,
                             code_hash)
     values ($1, $2, $3, $4, $5, $6, true, $7, 'query', $4, $8) returning id`,
    [
      runId,
      `query:${randomUUID()}`,
      log.header.owner_id,
      log.header.workflow,
      queueOf(log.header),
      JSON.stringify({ name, args }),
      limits.agent.leaseSeconds * 1_000,
      UNREGISTERED_CODE,
    ],
  )
  await stores.pool.query('notify heddle_work')
  return readTask(stores, actor, { runId, of: 'query', id: rows[0]?.id ?? '' })
}

/** A query that nobody has taken within the time of queries is withdrawn. */
async function queryTask({ pool }: Stores, actor: Actor, log: RunLog, id: string): Promise<TaskObject | null> {
  const { header, row } = log
  await pool.query(
    `delete from async_task where id = $1 and kind = 'query' and token is null
        and offered_at < now() - make_interval(secs => $2)`,
    [id, limits.code.queryMs / 1_000],
  )
  const waiting = await findTaskAt(pool, actor, { runId: header.run_id, kind: 'query', id })
  const { rows } = await pool.query<{ result: string | null }>(
    'select result from agent_answer where task_id = $1 and run_id = $2',
    [id, header.run_id],
  )
  const { result, failure } = JSON.parse(rows[0]?.result ?? '{}') as {
    result?: Json
    failure?: { readonly message: string }
  }
  const call = JSON.parse(waiting?.request ?? '{}') as { name?: string; args?: Json }
  const end = waiting
    ? { state: waiting.isLeased ? ('leased' as const) : ('queued' as const) }
    : result !== undefined
      ? { state: 'succeeded' as const, result: { value: result } }
      : { state: 'failed' as const, error: failure?.message ?? 'No agent has answered the query.' }
  return {
    id: queryId(header.run_id, id),
    type: `query:${header.workflow}`,
    namespace: NAMESPACE,
    queue: queueOf(header),
    attempt: (waiting?.recoveries ?? 0) + 1,
    lease_timeout_seconds: limits.agent.leaseSeconds,
    payload: messagePayload(log, { queryName: call.name ?? '', args: call.args ?? [] }),
    created_at: row.updated_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...end,
  }
}
