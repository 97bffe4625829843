import { createTransport } from 'nodemailer'
import type { MailSettings } from '#server/mail-settings.ts'
import { notifyLimits } from '../notify-limits.ts'

/** A message, complete but for its sender. */
export interface Message {
  /** Without angle brackets; equal for each attempt, so that a mailbox recognises a repetition. */
  readonly messageId: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The page where the receiver ends such mails; null where there is nothing to end. */
  readonly settingsUrl: string | null
}

/** The mail server refused the message for good: a repetition gets the same answer. */
export class MailRefused extends Error {}

export interface Mailer {
  /** Resolves when the mail server has taken the message. Throws `MailRefused`, or an error after which to try again. */
  send(message: Message): Promise<void>
}

const timeoutMs = notifyLimits.sendTimeoutMs

/**
 * Sends mail by SMTP. A password goes over an encrypted connection only, unless the mail server is on this machine. A
 * message has no attachments and reads no files or addresses.
 */
export function createMailer({ url, from }: MailSettings): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host)
  const transport = createTransport({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && username !== '' && !isLocal,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    // A mail server on this machine has no certificate for its name.
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ messageId, to, subject, text, html, settingsUrl }) {
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          messageId: `<${messageId}>`,
          headers: {
            // Programs that answer mails by themselves leave such mails alone, so that no loop begins.
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(settingsUrl !== null && { 'List-Unsubscribe': `<${settingsUrl}>` }),
          },
        })
      } catch (error) {
        if (isFinal(error)) throw new MailRefused(error.message, { cause: error })
        throw error
      }
    },
  }
}

/** A 5xx answer to the receiver or to the message. One to the login or to the connection is about the settings. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as Error & { readonly code?: string; readonly responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}

/** The part behind the `@` of the Message-IDs. */
export const messageIdDomain = ({ from }: Pick<MailSettings, 'from'>): string =>
  from.address.slice(from.address.lastIndexOf('@') + 1)
