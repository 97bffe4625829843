import { uuidv7 } from 'uuidv7'
import { type Actor, hasPermission } from '#server/access/actor.ts'
import { ApiError } from '#server/api-error.ts'
import { recordAuditWithPrisma } from '#server/audit/record-audit.ts'
import type { Mail } from '#server/db/generated/client.ts'
import { Prisma } from '#server/db/generated/client.ts'
import type { Stores } from '#server/stores.ts'
import { type Pace, type TaskKind, taskKinds } from '../kinds.ts'
import { notifyLimits } from '../notify-limits.ts'
import type { QuietHours } from '../quiet-hours.ts'
import type { MyNotifications, NotificationChoices, Outbox, SentMail } from './models.ts'

/** The choices of a person who has saved none. */
const unsaved: NotificationChoices = { pace: 'minutes', kinds: taskKinds, timeZone: null, quiet: null }

export async function getNotifications(
  { database }: Pick<Stores, 'database'>,
  { ownerId, id: personId }: Actor,
  sendsMail: boolean,
): Promise<MyNotifications> {
  const [person, mails] = await Promise.all([
    database.person.findUnique({
      where: { ownerId_id: { ownerId, id: personId } },
      select: { email: true, notifications: true },
    }),
    database.mail.findMany({
      where: { ownerId, personId },
      orderBy: { createdAt: 'desc' },
      take: notifyLimits.deliveriesShown,
    }),
  ])
  if (person === null) return { sendsMail, mine: null, mails: [] }
  const [row] = person.notifications
  const choices: NotificationChoices = row
    ? {
        pace: row.pace as Pace,
        kinds: row.kinds as TaskKind[],
        timeZone: row.timeZone,
        quiet: row.quiet as unknown as QuietHours | null,
      }
    : unsaved
  return { sendsMail, mine: { email: person.email, ...choices }, mails: mails.map(sentMail) }
}

export interface SavedChoices {
  readonly email: string | null
  readonly pace: Pace
  readonly kinds: readonly TaskKind[]
  readonly timeZone: string
  readonly quiet: QuietHours | null
}

/** Saves the choices of the caller, for the caller. Throws `NOT_FOUND`. */
export async function saveNotifications(
  { database }: Pick<Stores, 'database'>,
  actor: Actor,
  { email, pace, kinds, timeZone, quiet }: SavedChoices,
): Promise<void> {
  const { ownerId, id: personId } = actor
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.person.updateMany({ where: { ownerId, id: personId }, data: { email } })
    if (count === 0) throw notInDirectory()
    const columns = {
      pace,
      kinds: [...new Set(kinds)],
      timeZone,
      quiet: quiet === null ? Prisma.DbNull : { ...quiet, days: [...quiet.days] },
      updatedAt: new Date(),
    }
    await transaction.notificationSetting.upsert({
      where: { ownerId_personId: { ownerId, personId } },
      create: { ownerId, personId, ...columns },
      update: columns,
    })
    const after = { email, pace, kinds, timeZone, quiet }
    await recordAuditWithPrisma(transaction, {
      actor,
      action: 'notification.save',
      target: personId,
      after,
      outcome: 'done',
    })
  })
}

/** Puts a mail to the caller into the outbox, to see whether mails arrive. Throws `CONFLICT`, `NOT_FOUND`, `TOO_MANY_REQUESTS`. */
export async function sendTestMail(
  { database }: Pick<Stores, 'database'>,
  actor: Actor,
  sendsMail: boolean,
): Promise<void> {
  const { ownerId, id: personId } = actor
  await database.$transaction(async (transaction) => {
    const person = await transaction.person.findUnique({
      where: { ownerId_id: { ownerId, id: personId } },
      select: { email: true },
    })
    if (person === null) throw notInDirectory()
    if (!sendsMail) throw noMailServer()
    if (person.email === null) throw new ApiError('CONFLICT', 'Save a mail address first.', 'email')
    const since = new Date(Date.now() - 3_600_000)
    const tests = await transaction.mailNotice.count({
      where: { ownerId, personId, kind: 'test', happenedAt: { gt: since } },
    })
    if (tests >= notifyLimits.testsPerHour) {
      throw new ApiError('TOO_MANY_REQUESTS', `You asked for ${tests} test mails within an hour. Try again later.`)
    }
    await transaction.mailNotice.create({
      data: { ownerId, personId, cause: `test/${uuidv7()}`, kind: 'test', happenedAt: new Date() },
    })
    await recordAuditWithPrisma(transaction, { actor, action: 'notification.test', target: personId, outcome: 'done' })
  })
}

/** The mails of the owner that wait, and those that were given up. */
export async function getOutbox({ database }: Pick<Stores, 'database'>, { ownerId }: Actor): Promise<Outbox> {
  const [waiting, failed] = await Promise.all([
    database.mail.count({ where: { ownerId, state: 'waiting' } }),
    database.mail.findMany({
      where: { ownerId, state: 'failed' },
      orderBy: { createdAt: 'desc' },
      take: notifyLimits.deliveriesShown,
    }),
  ])
  return { waiting, failed: failed.map((mail) => ({ ...sentMail(mail), personId: mail.personId })) }
}

/**
 * Puts a mail that was given up back into the outbox: one of the caller's, or any of the owner for an administrator.
 * Throws `CONFLICT`, `NOT_FOUND`.
 */
export async function sendMailAgain(
  { database }: Pick<Stores, 'database'>,
  actor: Actor,
  id: string,
  sendsMail: boolean,
): Promise<void> {
  const { ownerId, id: personId } = actor
  const reached = hasPermission(actor, 'member.admin') ? { id, ownerId } : { id, ownerId, personId }
  if (!sendsMail) throw noMailServer()
  await database.$transaction(async (transaction) => {
    const now = new Date()
    const { count } = await transaction.mail.updateMany({
      where: { ...reached, state: 'failed' },
      data: { state: 'waiting', attempts: 0, dueAt: now, againAt: now, endedAt: null, reason: null },
    })
    if (count === 0) {
      const mail = await transaction.mail.findFirst({ where: reached, select: { state: true } })
      if (mail === null) throw new ApiError('NOT_FOUND', 'There is no such mail, or it is older than a month.', 'id')
      throw new ApiError('CONFLICT', 'This mail has not failed: it needs no second attempt.', 'id')
    }
    await recordAuditWithPrisma(transaction, { actor, action: 'notification.resend', target: id, outcome: 'done' })
  })
}

function sentMail({ id, kind, state, createdAt, attempts, reason }: Mail): SentMail {
  return { id, kind, state: state as SentMail['state'], createdAt: createdAt.toISOString(), attempts, reason }
}

const noMailServer = () =>
  new ApiError('CONFLICT', 'No mail server is set up. Set HEDDLE_SMTP_URL and HEDDLE_MAIL_FROM.')

const notInDirectory = () =>
  new ApiError('NOT_FOUND', 'You are not in the directory. Ask an administrator to add you, or act as a person of it.')
