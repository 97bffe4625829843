import { z } from 'zod'
import { paces, taskKinds } from '../../notify/kinds.ts'
import {
  getNotifications,
  getOutbox,
  saveNotifications,
  sendMailAgain,
  sendTestMail,
} from '../../notify/settings/notification-settings.ts'
import { mailAddress } from '../request/mail-address.ts'
import { quietHours, timeZone } from '../request/quiet-hours.ts'
import { procedure, router } from '../trpc/trpc.ts'

/** Mail about tasks: the choices of the caller, and the outbox of the owner. */
export const notificationsRouter = router({
  get: procedure('me').query(({ ctx }) => getNotifications(ctx.stores, ctx.actor, ctx.sendsMail ?? false)),
  save: procedure('me')
    .input(
      z.strictObject({
        email: mailAddress.nullable(),
        pace: z.enum(paces),
        kinds: z.array(z.enum(taskKinds)).max(taskKinds.length),
        timeZone,
        quiet: quietHours,
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
