import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { inTransaction } from '#server/db/in-transaction.ts'
import { committing, reachCall } from '#server/engine/crash-points.ts'
import { createTransferringConsumer } from '#server/log/consumer.ts'
import { backOffMs, startSubscription } from '#server/log/subscription.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { createWebhookClient, type WebhookClient } from '#server/webhooks/delivery/send.ts'
import { signingKeys } from '#server/webhooks/sign.ts'
import { readSecrets } from '#server/webhooks/webhook-secrets.ts'
import { firstEnded } from '../first-ended.ts'
import { reasonOf } from '../mail/mail-content.ts'
import { type Mailer, MailRefused } from '../mail/mailer.ts'
import { jittered } from '../outbox/jittered.ts'
import { type AlertContent, readAlertContent, readReceiver } from './alert-content.ts'
import { alertLimits } from './alert-limits.ts'
import { type DueAlert, endAlert, gatherAlerts, postponeAlert, removeOldAlerts, takeAlerts } from './alert-outbox.ts'
import { composeAlertCall, composeAlertMail } from './compose-alert.ts'
import { noteAlerts } from './note-alerts.ts'
import { alertsCursor, scanRuns } from './scan-runs.ts'

export interface AlertOptions {
  readonly pool: Pool
  /** Null: no mail server is set up. */
  readonly mailer: Mailer | null
  /** The part behind the `@` of Message-IDs. */
  readonly domain: string
  /** The origin of links. */
  readonly publicUrl: string
  readonly keyRing: KeyRing
  /** Private hosts that webhooks may be at. */
  readonly allow: readonly string[]
  readonly redact: (text: string) => string
  readonly onMessage: (outcome: 'sent' | 'dropped' | 'postponed' | 'failed') => void
  readonly log: (line: string) => void
  readonly timing?: Partial<Timing>
}

interface Timing {
  readonly lookEveryMs: number
  readonly scanEveryMs: number
  readonly retryFirstMs: number
}

const { lookEveryMs, scanEveryMs, retry, sendAtOnce, timeoutMs, sendRetryFirstMs, sendRetryLongestMs, giveUpAfterMs } =
  alertLimits
/** The receiver will never take the call: its address is refused, or it says that it is gone. */
class CallRefused extends Error {}

const GONE = 410
/** An attempt is not longer than its phases together. */
const TAKEN_FOR_MS = 8 * timeoutMs
const REMOVED_AT_ONCE = 500
const STOP_WITHIN_MS = 1_000

/**
 * Messages about runs to the receivers of rules. Failures come from the log, exactly once by the transaction of its
 * cursor; late and stuck runs from scans; alerts become messages, exactly once by a transaction; a message is sent at
 * least once, with the same id in every attempt. Any number of engines may do so.
 */
export function startAlerts(options: AlertOptions): { stop(): Promise<void> } {
  const { pool, log, timing } = options
  const webhooks = createWebhookClient(options.allow, log)
  const sending = new Set<Promise<void>>()
  let complaint = ''

  const notes = createTransferringConsumer({
    pool,
    name: alertsCursor,
    startsAt: 'present',
    transfer: noteAlerts,
    committing: (write) => committing('alerts_noted', write),
  })

  async function gather(signal: AbortSignal): Promise<void> {
    if (!(await notes.catchUp(signal))) return
    while (!signal.aborted && (await committing('alerts_gathered', () => inTransaction(pool, gatherAlerts)))) {}
    await removeOldAlerts(pool, REMOVED_AT_ONCE)
  }

  async function scan(signal: AbortSignal): Promise<void> {
    let found = 'more'
    while (!signal.aborted && found === 'more') {
      found = await committing('alerts_scanned', () => inTransaction(pool, scanRuns))
    }
  }

  const attempt = async (message: DueAlert, signal: AbortSignal): Promise<void> => {
    const failure = await sendAlert({ ...options, webhooks }, message, signal)
    if (failure !== null && failure !== complaint) log(`alert ${message.id}, attempt ${message.attempts}: ${failure}`)
    complaint = failure ?? ''
  }

  async function deliver(signal: AbortSignal): Promise<void> {
    for (;;) {
      const free = sendAtOnce - sending.size
      const messages =
        free > 0 && !signal.aborted ? await committing('alerts_taken', () => takeAlerts(pool, free, TAKEN_FOR_MS)) : []
      if (messages.length === 0) return
      for (const message of messages) {
        const one: Promise<void> = attempt(message, signal)
          .catch((error: unknown) => log(`alert ${message.id}: ${reasonOf(error)}`))
          .finally(() => sending.delete(one))
        sending.add(one)
      }
      if (sending.size === sendAtOnce) await firstEnded(sending, signal)
    }
  }

  const looking = { retry, onError: (message: string) => log(`alerts: ${message}`) }
  const everyMs = timing?.lookEveryMs ?? lookEveryMs
  const subscriptions = [
    startSubscription({ catchUp: gather, lookEveryMs: everyMs, ...looking }),
    startSubscription({ catchUp: scan, lookEveryMs: timing?.scanEveryMs ?? scanEveryMs, ...looking }),
    // A receiver that does not answer holds up the messages, not the reading of the log.
    startSubscription({ catchUp: deliver, lookEveryMs: everyMs, ...looking }),
  ]
  return {
    async stop() {
      await Promise.all(subscriptions.map((each) => each.stop()))
      // A message that is left is due again later, under its id.
      await Promise.race([Promise.all(sending), sleep(STOP_WITHIN_MS, undefined, { ref: false })])
      await webhooks.close()
    },
  }
}

interface Sending extends AlertOptions {
  readonly webhooks: WebhookClient
}

/** One attempt at a message. The text is what the receiver, or the way there, had against it; null if all is well. */
async function sendAlert(options: Sending, message: DueAlert, signal: AbortSignal): Promise<string | null> {
  const { pool, onMessage, timing } = options
  const end = (state: 'sent' | 'dropped' | 'failed', reason: string | null = null) => {
    onMessage(state)
    return committing('alert_ended', () => endAlert(pool, message, state, reason))
  }
  reachCall('alert', 'starting')
  try {
    const dropped = await transmit(options, message, signal)
    if (dropped !== null) {
      await end('dropped', dropped)
      return null
    }
    reachCall('alert', 'returned')
  } catch (error) {
    const reason = options.redact(reasonOf(error))
    const isFinal = error instanceof MailRefused || error instanceof CallRefused
    if (isFinal || Date.now() - message.since.getTime() > giveUpAfterMs) {
      await end('failed', reason)
      return `${reason}; given up`
    }
    const back = { firstMs: timing?.retryFirstMs ?? sendRetryFirstMs, longestMs: sendRetryLongestMs }
    const inMs = signal.aborted ? 0 : jittered(backOffMs(back, message.attempts))
    onMessage('postponed')
    await committing('alert_postponed', () => postponeAlert(pool, message, inMs, reason))
    return reason
  }
  reachCall('alert', 'ended')
  await end('sent')
  return null
}

/** Sends a message; a text instead is the reason why nobody is there to receive it. */
async function transmit(options: Sending, message: DueAlert, signal: AbortSignal): Promise<string | null> {
  const { pool, mailer } = options
  const content = await readAlertContent(pool, message)
  if (typeof content === 'string') return content
  if (message.channel === 'webhook') {
    if (content.webhookUrl === null) return 'The rule has no webhook any more.'
    await callWebhook(options, message, { ...content, webhookUrl: content.webhookUrl }, signal)
    return null
  }
  const to = await readReceiver(pool, message)
  if (typeof to === 'string') return to
  if (mailer === null) throw new MailRefused('No mail server is set up. Set HEDDLE_SMTP_URL and HEDDLE_MAIL_FROM.')
  reachCall('alert', 'called')
  await mailer.send(composeAlertMail(message, content, to, options))
  return null
}

/** Calls the webhook of a rule, as events are sent: signed with each secret in force, at the time of the database. */
async function callWebhook(
  { pool, keyRing, webhooks, publicUrl }: Sending,
  message: DueAlert,
  content: AlertContent & { readonly webhookUrl: string },
  signal: AbortSignal,
): Promise<void> {
  const takenAt = performance.now()
  const { id, ownerId, ruleId, now } = message
  const secrets = await readSecrets(pool, keyRing, { kind: 'alert', ownerId, id: ruleId })
  reachCall('alert', 'called')
  const { kind, body } = composeAlertCall(message, content, publicUrl)
  const seconds = Math.floor((now.getTime() + performance.now() - takenAt) / 1_000)
  const { status, error, isForbidden } = await webhooks.post(
    { id, seconds, body, kind, url: content.webhookUrl },
    secrets.map(signingKeys),
    signal,
  )
  if (error === null) return
  throw isForbidden || status === GONE ? new CallRefused(error) : new Error(error)
}
