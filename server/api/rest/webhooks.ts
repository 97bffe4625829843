import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { changeWebhook, createWebhook, removeWebhook, rotateSecret } from '../../webhooks/change-webhooks.ts'
import { deliveryNotFound, getDelivery, listDeliveries } from '../../webhooks/deliveries.ts'
import { checkedFilter } from '../../webhooks/event-filter.ts'
import { getWebhook, listWebhooks } from '../../webhooks/list-webhooks.ts'
import { redeliver, testWebhook } from '../../webhooks/send-again.ts'
import { webhookLimits } from '../../webhooks/webhook-limits.ts'
import { checkedUrl } from '../../webhooks/webhook-url.ts'
import type { Context } from '../context.ts'
import { cursor, uuid } from '../request/inputs.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { defaultRetries, deliveryState, eventFilter, maxRetries, webhookUrl } from '../request/webhook-inputs.ts'
import { checkedQuery, integerParameter, takesNoParameters } from './query.ts'
import { deliveryObject, webhookObject } from './webhook-object.ts'

export const newWebhook = z.strictObject({
  url: webhookUrl,
  event_filter: eventFilter.default([]),
  max_retries: maxRetries.default(defaultRetries),
})
export const webhookChange = z.strictObject({
  url: webhookUrl.optional(),
  event_filter: eventFilter.optional(),
  max_retries: maxRetries.optional(),
  active: z.boolean().optional(),
})
export const deliveriesQuery = z.strictObject({
  state: deliveryState.optional(),
  run_id: uuid.optional(),
  cursor: cursor.optional(),
  limit: integerParameter(1, 1_000_000_000)
    .transform((size) => Math.min(size, webhookLimits.deliveriesShown))
    .optional(),
})

type Handler = (c: HonoContext, context: Context, actor: Actor) => Promise<Response>

/** `/v1/organizations/{org}/webhooks`: `org` is the owner of the request. */
export function webhookRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()
  /** A route of the owner's webhooks; those of another owner do not exist for the caller. */
  const asAdmin = (handle: Handler) => async (c: HonoContext) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'webhook.admin')
    if (c.req.param('org') !== actor.ownerId) {
      throw new ApiError('NOT_FOUND', 'There is no such organization, or it is not yours.', 'org')
    }
    return handle(c, context, actor)
  }
  const plainly = (handle: Handler) =>
    asAdmin((c, context, actor) => {
      takesNoParameters(c)
      return handle(c, context, actor)
    })
  const bodyOf = async <Value>(c: HonoContext, schema: z.ZodType<Value>) =>
    checked(schema, await readJson(c.req.raw, limits.live.callBytes))
  const of = '/:org/webhooks'

  routes.get(
    of,
    plainly(async (c, { stores }, actor) =>
      c.json({ items: (await listWebhooks(stores.pool, actor)).map(webhookObject) }),
    ),
  )

  routes.post(
    of,
    plainly(async (c, { stores, keyRing, httpAllow }, actor) => {
      const asked = await bodyOf(c, newWebhook)
      const settings = {
        url: checkedUrl(asked.url, httpAllow),
        eventFilter: checkedFilter(asked.event_filter),
        maxRetries: asked.max_retries,
      }
      const { id, secret } = await createWebhook(stores.pool, keyRing, actor, settings)
      return c.json({ ...webhookObject(await getWebhook(stores.pool, actor, id)), secret }, 201)
    }),
  )

  routes.get(
    `${of}/:id`,
    plainly(async (c, { stores }, actor) => c.json(webhookObject(await getWebhook(stores.pool, actor, idOf(c))))),
  )

  routes.patch(
    `${of}/:id`,
    plainly(async (c, { stores, httpAllow }, actor) => {
      const { url, event_filter, max_retries, active } = await bodyOf(c, webhookChange)
      const { id } = await changeWebhook(stores.pool, actor, {
        id: idOf(c),
        active,
        ...(max_retries !== undefined && { maxRetries: max_retries }),
        ...(url !== undefined && { url: checkedUrl(url, httpAllow) }),
        ...(event_filter !== undefined && { eventFilter: checkedFilter(event_filter) }),
      })
      return c.json(webhookObject(await getWebhook(stores.pool, actor, id)))
    }),
  )

  routes.delete(
    `${of}/:id`,
    plainly(async (c, { stores }, actor) => c.json(await removeWebhook(stores.pool, actor, idOf(c)))),
  )

  routes.post(
    `${of}/:id/rotate`,
    plainly(async (c, { stores, keyRing }, actor) => {
      const { id, secret } = await rotateSecret(stores.pool, keyRing, actor, idOf(c))
      return c.json({ ...webhookObject(await getWebhook(stores.pool, actor, id)), secret })
    }),
  )

  routes.post(
    `${of}/:id/test`,
    plainly(async (c, { stores }, actor) => c.json(deliveryObject(await testWebhook(stores.pool, actor, idOf(c))))),
  )

  routes.get(
    `${of}/:id/deliveries`,
    asAdmin(async (c, { stores }, actor) => {
      const { run_id, ...query } = checkedQuery(c, deliveriesQuery)
      const webhook = await getWebhook(stores.pool, actor, idOf(c))
      const page = await listDeliveries(stores.pool, actor, { ...query, runId: run_id, webhookId: webhook.id })
      return c.json({ items: page.items.map(deliveryObject), next_cursor: page.nextCursor })
    }),
  )

  routes.get(
    `${of}/deliveries/:id`,
    plainly(async (c, { stores }, actor) => {
      const { body, ...delivery } = await getDelivery(stores.pool, actor, idOf(c, deliveryNotFound))
      return c.json({ ...deliveryObject(delivery), body })
    }),
  )

  routes.post(
    `${of}/deliveries/:id/redeliver`,
    plainly(async (c, { stores }, actor) =>
      c.json(deliveryObject(await redeliver(stores.pool, actor, idOf(c, deliveryNotFound))), 202),
    ),
  )

  return routes
}

/** An invalid id gets the error of a thing that does not exist. */
function idOf(c: HonoContext, notFound = () => new ApiError('NOT_FOUND', 'There is no such webhook.', 'id')): string {
  const id = uuid.safeParse(c.req.param('id'))
  if (!id.success) throw notFound()
  return id.data
}
