import { createHash } from 'node:crypto'
import { isJsonList, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { mailTransport } from '../connections/mail-transport.ts'
import { completedWith } from '../json-result.ts'
import { attachedFiles } from './attached-files.ts'
import type { ServiceCall } from './service.ts'
import { ServiceFailure } from './service-failure.ts'

interface Address {
  readonly name: string
  readonly address: string
}

/**
 * Sends a mail. Its Message-ID is made of the step's key, so that a mailbox recognises the repetition of an attempt whose
 * answer was lost. Receivers that the server refuses beside accepted ones stand in the result.
 */
export async function sendMail({
  connection,
  request,
  key,
  guard,
  signal,
  fileOf,
}: ServiceCall): Promise<AttemptOutcome> {
  const from = addressOf(connection.settings.from ?? '', 'The sender of the connection')
  const [to, cc, bcc] = (['to', 'cc', 'bcc'] as const).map((field) => addresses(request[field], field))
  const count = [to, cc, bcc].reduce((sum, list) => sum + (list?.length ?? 0), 0)
  if (count === 0)
    throw new ServiceFailure('MAIL_INVALID', 'The mail has no receiver. Check the expressions of to.', false)
  if (count > limits.mail.receivers) {
    throw new ServiceFailure('MAIL_INVALID', `A mail has at most ${limits.mail.receivers} receivers.`, false)
  }
  const text = String(request.text ?? '')
  const html = request.html === undefined ? undefined : String(request.html)
  if (Buffer.byteLength(text + (html ?? '')) > limits.mail.bytes) {
    throw new ServiceFailure('MAIL_INVALID', `A mail has at most ${limits.mail.bytes / 1024} kB of text.`, false)
  }
  const attachments = await attachedFiles(request.attachments, fileOf)
  const messageId = `<${messageIdOf(key)}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
  const transport = await mailTransport(connection, guard, signal)
  try {
    const { accepted, rejected } = await transport.sendMail({
      from,
      to: [...(to ?? [])],
      cc: [...(cc ?? [])],
      bcc: [...(bcc ?? [])],
      ...(request.reply_to !== undefined && { replyTo: addressOf(String(request.reply_to), 'reply_to') }),
      subject: String(request.subject ?? '')
        .replace(/\s+/g, ' ')
        .slice(0, limits.mail.subjectCharacters),
      text,
      ...(html !== undefined && { html }),
      ...(attachments.length > 0 && { attachments: [...attachments] }),
      messageId,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    const result = { message_id: messageId, accepted: plainOf(accepted), rejected: plainOf(rejected) }
    return completedWith(result, { bytes: limits.run.resultBytes, depth: limits.run.jsonDepth })
  } catch (error) {
    throw refusalOf(error) ?? error
  } finally {
    transport.close()
  }
}

/** Equal for all attempts of a step, and different for every other mail. */
const messageIdOf = (key: string): string => createHash('sha256').update(`mail/${key}`).digest('hex').slice(0, 40)

/** The plain addresses of an answer of the server, which leaves a list out where it is empty. */
const plainOf = (answered: readonly (string | { readonly address: string })[] = []): readonly string[] =>
  answered.map((one) => (typeof one === 'string' ? one : one.address))

function addresses(given: Json | undefined, field: string): readonly Address[] {
  return isJsonList(given ?? null) ? (given as readonly Json[]).map((one) => addressOf(String(one), field)) : []
}

/** One address, with or without a name. A list in one text is refused: data must not add receivers. */
function addressOf(text: string, field: string): Address {
  const [, name = '', address = ''] =
    /^(?:([^<>@,;:\r\n]*)<)?([^\s<>@,;:"()]+@[^\s<>@,;:"()]+)>?$/.exec(text.trim()) ?? []
  if (address !== '') return { name: name.trim().replace(/^"|"$/g, ''), address }
  const shown = JSON.stringify(text.slice(0, 100))
  throw new ServiceFailure('MAIL_INVALID', `${field}: ${shown} is not one mail address.`, false)
}

/** What the server refused: 5xx answers are final, except about the login, whose settings may change. */
function refusalOf(error: unknown): ServiceFailure | null {
  if (!(error instanceof Error)) return null
  const { code = '', responseCode = 0 } = error as Error & { readonly code?: string; readonly responseCode?: number }
  if (code === 'EAUTH') {
    return new ServiceFailure('MAIL_LOGIN_REFUSED', 'The mail server refused the login. Check the connection.', false)
  }
  if (responseCode >= 500)
    return new ServiceFailure('MAIL_REFUSED', `The mail server refused the mail: ${error.message}`, false)
  if (responseCode >= 400)
    return new ServiceFailure('MAIL_REFUSED', `The mail server refused the mail for now: ${error.message}`, true)
  if (code === 'ETLS') {
    const message =
      'The mail server offers no encryption, so no password is sent. Check the encryption of the connection.'
    return new ServiceFailure('MAIL_NOT_ENCRYPTED', message, false)
  }
  return null
}
