import { randomUUID } from 'node:crypto'
import type { Json } from '#core/json.ts'
import { type Actor, localActor, localPerson, localRoles } from '#server/access/actor.ts'
import type { Role } from '#server/access/roles.ts'
import { requestRun } from '../../runs/acting/request-run.ts'
import { appRouter } from '../router.ts'
import { eventually, type TestApi } from './test-api.ts'

/** A person of local mode. `roles` are added to the roles of every person there. */
export function person(id: string, groups: readonly string[] = ['credit'], roles: readonly Role[] = []): Actor {
  return { ...localPerson, id, name: id.toUpperCase(), groups, roles: [...localRoles, ...roles] }
}

export function inboxOf({ services }: TestApi, actor: Actor) {
  return appRouter.createCaller({ ...services, actor }).inbox
}

/** A run of the workflow that waits; its task's id. Titles are `Workflow n`. */
export async function waitingTask(
  api: TestApi,
  workflow: string,
  n: number,
): Promise<{ readonly taskId: string; readonly runId: string }> {
  const input = { n, customer: `Customer ${n}` }
  const { runId } = await requestRun(api.services.stores, localActor, { workflow, input })
  const filter = { belowRunId: runId }
  const [task] = await eventually(async () => {
    const { items } = await inboxOf(api, localActor).list({ scope: 'all', filter })
    return items.length > 0 ? items : undefined
  })
  return { runId, taskId: task?.taskId ?? '' }
}

/** What every write says. */
export const write = (taskId: string, expectedRevision: number, operationId: string = randomUUID()) => ({
  taskId,
  expectedRevision,
  operationId,
})

export const decision = (taskId: string, revision: number, input: Json) => ({ ...write(taskId, revision), input })
