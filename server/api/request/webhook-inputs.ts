import { z } from 'zod'
import { deliveryStates } from '#server/webhooks/models.ts'
import { webhookLimits } from '#server/webhooks/webhook-limits.ts'
import { page, uuid } from './inputs.ts'

const { filters, retries, urlCharacters } = webhookLimits

export const webhookUrl = z.string().min(1, 'Enter the address.').max(urlCharacters)
export const eventFilter = z.array(z.string().max(100)).max(filters)
export const maxRetries = z.int().min(0).max(retries.most)
export const deliveryState = z.enum(deliveryStates)
export const defaultRetries = retries.default

export const deliveryQuery = z.strictObject({
  webhookId: uuid.optional(),
  runId: uuid.optional(),
  state: deliveryState.optional(),
  ...page,
})
