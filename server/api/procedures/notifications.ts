import { z } from 'zod'
import { paces, taskKinds } from '../../notify/kinds.ts'
import { isTimeZone } from '../../notify/quiet-hours.ts'
import {
  getNotifications,
  getOutbox,
  saveNotifications,
  sendMailAgain,
  sendTestMail,
} from '../../notify/settings/notification-settings.ts'
import { mailAddress } from '../request/mail-address.ts'
import { procedure, router } from '../trpc/trpc.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:00.')
const days = z
  .array(z.int().min(0).max(6))
  .max(7)
  .refine((list) => new Set(list).size < 7, 'Leave at least one day of the week on which mail may come.')

/** Mail about tasks: the choices of the caller, and the outbox of the owner. */
export const notificationsRouter = router({
  get: procedure('me').query(({ ctx }) => getNotifications(ctx.stores, ctx.actor, ctx.sendsMail ?? false)),
  save: procedure('me')
    .input(
      z.strictObject({
        email: mailAddress.nullable(),
        pace: z.enum(paces),
        kinds: z.array(z.enum(taskKinds)).max(taskKinds.length),
        timeZone: z.string().max(64).refine(isTimeZone, 'Must be a time zone such as Europe/Berlin.'),
        quiet: z.strictObject({ from: time, to: time, days }).nullable(),
      }),
    )
    .mutation(({ ctx, input }) => saveNotifications(ctx.stores, ctx.actor, input)),
  /** Sends a mail to the caller. */
  test: procedure('me').mutation(({ ctx }) => sendTestMail(ctx.stores, ctx.actor, ctx.sendsMail ?? false)),
  /** Sends a mail again that was given up: the caller's own, or, for administrators, another person's. */
  resend: procedure('me')
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => sendMailAgain(ctx.stores, ctx.actor, input.id, ctx.sendsMail ?? false)),
  outbox: procedure('member.admin').query(({ ctx }) => getOutbox(ctx.stores, ctx.actor)),
})
