import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import { createKey } from '../../keys/create-key.ts'
import { getCurrentKey, listKeys } from '../../keys/list-keys.ts'
import { revokeCurrentKey, revokeKey } from '../../keys/revoke-key.ts'
import type { Context } from '../context.ts'
import { days, keyId, keyParts, keyScope, serviceId } from '../request/key-inputs.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { keyObject } from './key-object.ts'
import { checkedQuery, takesNoParameters } from './query.ts'

export const keysQuery = z.strictObject({ of: keyScope.default('mine') })
export const newKey = z.strictObject({ ...keyParts, expires_in_days: days, service_id: serviceId.optional() })

export function keyRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'key.own')
    const items = await listKeys(context.stores, actor, checkedQuery(c, keysQuery))
    return c.json({ items: items.map(keyObject) })
  })

  routes.post('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'key.own')
    takesNoParameters(c)
    const { expires_in_days, service_id, ...asked } = checked(newKey, await readJson(c.req.raw, limits.live.callBytes))
    const key = { ...asked, days: expires_in_days, serviceId: service_id }
    const { expiresAt, ...created } = await createKey(context.stores, actor, key)
    return c.json({ ...created, expires_at: expiresAt }, 201)
  })

  // The key of the request itself, which any key may see and revoke.
  routes.get('/current', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'me')
    takesNoParameters(c)
    return c.json(keyObject(await getCurrentKey(context.stores, actor)))
  })

  routes.delete('/current', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'me')
    takesNoParameters(c)
    return c.json(await revokeCurrentKey(context.stores, actor))
  })

  routes.delete('/:id', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'key.own')
    takesNoParameters(c)
    const id = keyId.safeParse(c.req.param('id'))
    if (!id.success) throw new ApiError('NOT_FOUND', 'There is no such API key.', 'id')
    return c.json(await revokeKey(context.stores, actor, id.data))
  })

  return routes
}
