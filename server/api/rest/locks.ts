import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import { forceReleaseLock, labelResource } from '../../runs/locks/change-resources.ts'
import { getResource, listResources } from '../../runs/locks/list-resources.ts'
import { readWaitGraph } from '../../runs/locks/wait-graph.ts'
import type { Context } from '../context.ts'
import { uuid } from '../request/inputs.ts'
import { askedResource, releaseReason, resourceFilter, resourceId, resourceLabels } from '../request/lock-inputs.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { resourceDetailObject, resourceObject, waitGraphObject } from './lock-object.ts'
import { checkedQuery, flagParameter, pageSizeParameter, takesNoParameters } from './query.ts'

export const resourcesQuery = z.strictObject({
  ...resourceFilter,
  in_use: flagParameter.optional(),
  limit: pageSizeParameter,
})
export const labelBody = z.strictObject({ id: resourceId, labels: resourceLabels.optional() })
export const releaseBody = z.strictObject({ run_id: uuid, reason: releaseReason })

const bodyOf = async <Value>(request: Request, schema: z.ZodType<Value>) =>
  checked(schema, await readJson(request, limits.live.callBytes))

/** `/v1/resources`: the named things that runs lock. */
export function resourceRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const { stores, ...context } = await contextOf(c.req.raw)
    const actor = requireActor({ stores, ...context }, 'lock.read')
    const { in_use, ...query } = checkedQuery(c, resourcesQuery)
    const { items, nextCursor } = await listResources(stores.pool, actor, { ...query, inUse: in_use })
    return c.json({ items: items.map(resourceObject), next_cursor: nextCursor })
  })

  routes.post('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'lock.admin')
    takesNoParameters(c)
    const { id, created } = await labelResource(context.stores, actor, await bodyOf(c.req.raw, labelBody))
    const resource = await getResource(context.stores.pool, actor, id)
    return c.json(resourceDetailObject(resource), created ? 201 : 200)
  })

  routes.get('/:id', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'lock.read')
    takesNoParameters(c)
    return c.json(resourceDetailObject(await getResource(context.stores.pool, actor, idOf(c.req.param('id')))))
  })

  routes.post('/:id/force-release', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'lock.admin')
    takesNoParameters(c)
    const { run_id, reason } = await bodyOf(c.req.raw, releaseBody)
    const released = await forceReleaseLock(context.stores, actor, {
      id: idOf(c.req.param('id')),
      runId: run_id,
      reason,
    })
    return c.json({ id: released.id, run_id: released.runId, released: released.released })
  })

  return routes
}

/** `/v1/locks`: who waits for whom. */
export function lockRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()
  routes.get('/wait-graph', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'lock.read')
    takesNoParameters(c)
    return c.json(waitGraphObject(await readWaitGraph(context.stores.pool, actor)))
  })
  return routes
}

function idOf(text: string): string {
  const id = askedResource.safeParse(text)
  if (!id.success) throw new ApiError('NOT_FOUND', 'There is no such resource.', 'id')
  return id.data
}
