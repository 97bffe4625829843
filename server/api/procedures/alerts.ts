import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import { alertLimits } from '../../notify/alerts/alert-limits.ts'
import { listRules } from '../../notify/alerts/list-rules.ts'
import { removeRule, replaceRuleSecret, saveRule } from '../../notify/alerts/save-rule.ts'
import { sendAlertAgain, testRule } from '../../notify/alerts/send-again.ts'
import { checkedUrl } from '../../webhooks/webhook-url.ts'
import { mailAddress } from '../request/mail-address.ts'
import { quietHours, timeZone } from '../request/quiet-hours.ts'
import { procedure, router } from '../trpc/trpc.ts'

const { leastMinutes, mostMinutes, people: mostPeople, addresses: mostAddresses, urlCharacters } = alertLimits

const workflow = z.string().min(1).max(limits.text.workflowName)
const minutes = z
  .int()
  .min(leastMinutes, `Must be at least ${leastMinutes} minute.`)
  .max(mostMinutes, `Must be at most ${mostMinutes} minutes, which are 30 days.`)
  .nullable()
const unique = <Item>(list: readonly Item[]) => [...new Set(list)]

const webhookUrl = z.string().trim().max(urlCharacters)

/** The address as webhooks accept it, with refusals that name the field of the rule. */
function checkedWebhook<Url extends string | null | undefined>(url: Url, allow?: readonly string[]): Url | string {
  if (typeof url !== 'string') return url
  try {
    return checkedUrl(url, allow)
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.code, error.message, 'webhookUrl')
    throw error
  }
}

const byId = z.strictObject({ id: z.uuid() })

/** Rules about the runs of workflows, and their messages. */
export const alertsRouter = router({
  list: procedure('workflow.edit')
    .input(z.strictObject({ workflow: workflow.optional() }))
    .query(({ ctx, input }) => listRules(ctx.stores.pool, ctx.actor, input.workflow ?? null, ctx.sendsMail ?? false)),
  save: procedure('workflow.edit')
    .input(
      z
        .strictObject({
          id: z.uuid().optional(),
          workflow,
          failed: z.boolean(),
          lateMinutes: minutes,
          stuckMinutes: minutes,
          recovered: z.boolean(),
          people: z
            .array(z.string().max(limits.directory.idCharacters))
            .max(mostPeople, `A rule names at most ${mostPeople} people.`)
            .transform(unique),
          addresses: z
            .array(mailAddress)
            .max(mostAddresses, `A rule has at most ${mostAddresses} addresses.`)
            .transform(unique),
          webhookUrl: webhookUrl.nullable().optional(),
          timeZone,
          quiet: quietHours,
          enabled: z.boolean(),
        })
        .refine(({ failed, lateMinutes, stuckMinutes }) => failed || lateMinutes !== null || stuckMinutes !== null, {
          path: ['failed'],
          message: 'Choose when to send: when a run fails, is late or is stuck.',
        }),
    )
    .mutation(({ ctx, input }) =>
      saveRule(ctx.stores.pool, ctx.keyRing, ctx.actor, {
        ...input,
        webhookUrl: checkedWebhook(input.webhookUrl, ctx.httpAllow),
      }),
    ),
  remove: procedure('workflow.edit')
    .input(byId)
    .mutation(({ ctx, input }) => removeRule(ctx.stores.pool, ctx.actor, input.id)),
  /** Makes another secret for the calls of a rule. */
  replaceSecret: procedure('webhook.admin')
    .input(byId)
    .mutation(({ ctx, input }) => replaceRuleSecret(ctx.stores.pool, ctx.keyRing, ctx.actor, input.id)),
  /** Sends a message to every receiver of a rule. */
  test: procedure('workflow.edit')
    .input(byId)
    .mutation(({ ctx, input }) => testRule(ctx.stores.pool, ctx.actor, input.id)),
  /** Sends a message again that was given up. */
  resend: procedure('workflow.edit')
    .input(byId)
    .mutation(({ ctx, input }) => sendAlertAgain(ctx.stores.pool, ctx.actor, input.id)),
})
