import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { inTransaction } from '#server/db/in-transaction.ts'
import { committing, reachCall } from '#server/engine/crash-points.ts'
import { createTransferringConsumer } from '#server/log/consumer.ts'
import { backOffMs, startSubscription } from '#server/log/subscription.ts'
import { firstEnded } from './first-ended.ts'
import { composeMail } from './mail/compose.ts'
import { readMailContent, reasonOf } from './mail/mail-content.ts'
import { type Mailer, MailRefused } from './mail/mailer.ts'
import { notifyLimits } from './notify-limits.ts'
import { assembleMails } from './outbox/assemble-mails.ts'
import { jittered } from './outbox/jittered.ts'
import { noteTaskNews } from './outbox/note-task-news.ts'
import { type DueMail, endMail, postponeMail, removeOldMails, takeMails } from './outbox/outbox.ts'

export interface NotificationOptions {
  readonly pool: Pool
  readonly mailer: Mailer
  /** The part behind the `@` of Message-IDs. */
  readonly domain: string
  /** The origin of links. */
  readonly publicUrl: string
  readonly redact: (text: string) => string
  readonly onMail: (outcome: 'sent' | 'dropped' | 'postponed' | 'failed') => void
  readonly log: (line: string) => void
  readonly timing?: Partial<Timing>
}

interface Timing {
  readonly lookEveryMs: number
  readonly retryFirstMs: number
}

const { lookEveryMs, retry, sendAtOnce, sendTimeoutMs, sendRetryFirstMs, sendRetryLongestMs, giveUpAfterMs } =
  notifyLimits
/** An attempt is not longer than its phases together: connect, greet, send. */
const TAKEN_FOR_MS = 6 * sendTimeoutMs
const REMOVED_AT_ONCE = 500
const STOP_WITHIN_MS = 1_000

/**
 * Mails to people about their tasks. Notices come from the log, exactly once by the transaction of its cursor; notices
 * become mails, exactly once by another; a mail is sent at least once, with the same Message-ID in every attempt. Any
 * number of engines may do so: rows are taken under a lock, and only mails that are sent at the moment are in memory.
 */
export function startNotifications(options: NotificationOptions): { stop(): Promise<void> } {
  const { pool, log } = options
  const sending = new Set<Promise<void>>()
  let complaint = ''

  const notices = createTransferringConsumer({
    pool,
    name: 'notifications',
    startsAt: 'present',
    transfer: noteTaskNews,
    committing: (write) => committing('notices_noted', write),
  })

  const attempt = async (mail: DueMail, signal: AbortSignal): Promise<void> => {
    const failure = await sendMail(options, mail, signal)
    if (failure === null) complaint = ''
    // An outage of the mail server is one line, not one for each mail.
    else if (failure !== complaint) log(`mail ${mail.id}, attempt ${mail.attempts}: ${failure}`)
    complaint = failure ?? ''
  }

  async function deliver(signal: AbortSignal): Promise<void> {
    for (;;) {
      const free = sendAtOnce - sending.size
      const mails =
        free > 0 && !signal.aborted ? await committing('mails_taken', () => takeMails(pool, free, TAKEN_FOR_MS)) : []
      if (mails.length === 0) return
      for (const mail of mails) {
        const one: Promise<void> = attempt(mail, signal)
          .catch((error: unknown) => log(`mail ${mail.id}: ${reasonOf(error)}`))
          .finally(() => sending.delete(one))
        sending.add(one)
      }
      if (sending.size === sendAtOnce) await firstEnded(sending, signal)
    }
  }

  const looking = {
    lookEveryMs: options.timing?.lookEveryMs ?? lookEveryMs,
    retry,
    onError: (message: string) => log(`notifications: ${message}`),
  }
  const subscription = startSubscription({
    async catchUp(signal) {
      if (!(await notices.catchUp(signal))) return
      while (!signal.aborted && (await committing('mails_assembled', () => inTransaction(pool, assembleMails)))) {}
      await removeOldMails(pool, REMOVED_AT_ONCE)
    },
    ...looking,
  })
  // A mail server that does not answer holds up the mails, not the reading of the log.
  const delivery = startSubscription({ catchUp: deliver, ...looking })
  return {
    async stop() {
      await Promise.all([subscription.stop(), delivery.stop()])
      // A mail that is left is due again later, under its Message-ID.
      await Promise.race([Promise.all(sending), sleep(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

/** One attempt at a mail. The text is what the mail server, or the way to it, had against it; null if all is well. */
async function sendMail(options: NotificationOptions, mail: DueMail, signal: AbortSignal): Promise<string | null> {
  const { pool, mailer, onMail } = options
  const end = (state: 'sent' | 'dropped' | 'failed', reason: string | null = null) => {
    onMail(state)
    return committing('mail_ended', () => endMail(pool, mail, state, reason))
  }
  reachCall('mail', 'starting')
  const content = await readMailContent(pool, mail)
  if (typeof content === 'string') {
    await end('dropped', content)
    return null
  }
  try {
    const message = composeMail(mail, content, options)
    reachCall('mail', 'called')
    await mailer.send(message)
    reachCall('mail', 'returned')
  } catch (error) {
    const reason = options.redact(reasonOf(error))
    if (error instanceof MailRefused || Date.now() - mail.since.getTime() > giveUpAfterMs) {
      await end('failed', reason)
      return `${reason}; given up`
    }
    const inMs = signal.aborted
      ? 0
      : jittered(
          backOffMs(
            { firstMs: options.timing?.retryFirstMs ?? sendRetryFirstMs, longestMs: sendRetryLongestMs },
            mail.attempts,
          ),
        )
    onMail('postponed')
    await committing('mail_postponed', () => postponeMail(pool, mail, inMs, reason))
    return reason
  }
  reachCall('mail', 'ended')
  await end('sent')
  return null
}
