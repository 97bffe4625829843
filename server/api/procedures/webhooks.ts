import { z } from 'zod'
import { changeWebhook, createWebhook, removeWebhook, rotateSecret } from '../../webhooks/change-webhooks.ts'
import { getDelivery, listDeliveries } from '../../webhooks/deliveries.ts'
import { checkedFilter } from '../../webhooks/event-filter.ts'
import { listWebhooks } from '../../webhooks/list-webhooks.ts'
import { redeliver, testWebhook } from '../../webhooks/send-again.ts'
import { checkedUrl } from '../../webhooks/webhook-url.ts'
import { uuid } from '../request/inputs.ts'
import { deliveryQuery, eventFilter, maxRetries, webhookUrl } from '../request/webhook-inputs.ts'
import { procedure, router } from '../trpc/trpc.ts'

const one = z.strictObject({ id: uuid })

/** Webhooks of the owner. Only creation and rotation answer with a secret, once. */
export const webhooksRouter = router({
  list: procedure('webhook.admin').query(({ ctx }) => listWebhooks(ctx.stores.pool, ctx.actor)),
  create: procedure('webhook.admin')
    .input(z.strictObject({ url: webhookUrl, eventFilter, maxRetries }))
    .mutation(({ ctx, input }) =>
      createWebhook(ctx.stores.pool, ctx.keyRing, ctx.actor, {
        url: checkedUrl(input.url, ctx.httpAllow),
        eventFilter: checkedFilter(input.eventFilter),
        maxRetries: input.maxRetries,
      }),
    ),
  change: procedure('webhook.admin')
    .input(
      z.strictObject({
        id: uuid,
        url: webhookUrl.optional(),
        eventFilter: eventFilter.optional(),
        maxRetries: maxRetries.optional(),
        active: z.boolean().optional(),
      }),
    )
    .mutation(({ ctx, input: { url, eventFilter: filter, ...change } }) =>
      changeWebhook(ctx.stores.pool, ctx.actor, {
        ...change,
        ...(url !== undefined && { url: checkedUrl(url, ctx.httpAllow) }),
        ...(filter !== undefined && { eventFilter: checkedFilter(filter) }),
      }),
    ),
  remove: procedure('webhook.admin')
    .input(one)
    .mutation(({ ctx, input }) => removeWebhook(ctx.stores.pool, ctx.actor, input.id)),
  rotate: procedure('webhook.admin')
    .input(one)
    .mutation(({ ctx, input }) => rotateSecret(ctx.stores.pool, ctx.keyRing, ctx.actor, input.id)),
  test: procedure('webhook.admin')
    .input(one)
    .mutation(({ ctx, input }) => testWebhook(ctx.stores.pool, ctx.actor, input.id)),
  deliveries: procedure('webhook.admin')
    .input(deliveryQuery)
    .query(({ ctx, input: { direction: _, cursor, ...query } }) =>
      listDeliveries(ctx.stores.pool, ctx.actor, { ...query, cursor: cursor ?? undefined }),
    ),
  delivery: procedure('webhook.admin')
    .input(one)
    .query(({ ctx, input }) => getDelivery(ctx.stores.pool, ctx.actor, input.id)),
  redeliver: procedure('webhook.admin')
    .input(one)
    .mutation(({ ctx, input }) => redeliver(ctx.stores.pool, ctx.actor, input.id)),
})
