import { Hono } from 'hono'
import { ApiError } from '../../api-error.ts'
import { testConnection } from '../../secrets/connections/change-connections.ts'
import { listConnections } from '../../secrets/connections/list-connections.ts'
import type { Context } from '../context.ts'
import { requireActor } from '../request/require-actor.ts'
import { connectionObject } from './connection-object.ts'
import { takesNoParameters } from './query.ts'

/** `/v1/connections`: the connections that steps may name. They are made on the page, by a person. */
export function connectionRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'secret.use')
    takesNoParameters(c)
    const items = await listConnections(context.stores.pool, actor, context.secrets)
    return c.json({ items: items.map(connectionObject) })
  })

  routes.post('/:name/test', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'secret.use')
    takesNoParameters(c)
    await testConnection(context.stores.pool, actor, c.req.param('name'))
    const items = await listConnections(context.stores.pool, actor, context.secrets)
    const tested = items.find(({ name }) => name === c.req.param('name'))
    if (!tested) throw new ApiError('NOT_FOUND', 'There is no such connection.', 'name')
    return c.json(connectionObject(tested), 202)
  })

  return routes
}
