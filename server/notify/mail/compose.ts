import { isolateText } from '#core/definition/escape-invisible.ts'
import { notifyLimits } from '../notify-limits.ts'
import type { DueMail } from '../outbox/outbox.ts'
import type { MailContent, MailTask } from './mail-content.ts'
import { htmlOfParts, instantIn, type MailCard, type MailParts, oneLine, textOfParts } from './mail-layout.ts'
import { mailTexts } from './mail-texts.ts'
import type { Message } from './mailer.ts'

export interface ComposeOptions {
  /** The origin of links. */
  readonly publicUrl: string
  /** The part behind the `@` of Message-IDs. */
  readonly domain: string
  /** Marks secrets of the installation in the texts of tasks. */
  readonly redact: (text: string) => string
}

/**
 * The message of a mail. Titles and names of users are one line, without control characters, isolated in their
 * direction, and escaped in HTML. A link opens a page; the page alone can decide.
 */
export function composeMail(
  { id }: Pick<DueMail, 'id'>,
  { person, timeZone, tasks }: MailContent,
  { publicUrl, domain, redact }: ComposeOptions,
): Message {
  const settingsUrl = `${publicUrl}/settings/notifications`
  const shown = tasks.slice(0, notifyLimits.noticesPerMail)
  const rest = tasks.length - shown.length
  const parts: MailParts = {
    hello: mailTexts.hello(oneLine(person.name)),
    lead: leadOf(tasks),
    cards: shown.map((task) => cardOf(task, timeZone, publicUrl, redact)),
    more: rest > 0 ? { text: mailTexts.more(rest), url: `${publicUrl}/inbox` } : null,
    footer: mailTexts.footer,
    settings: { text: mailTexts.change, url: settingsUrl },
  }
  return {
    messageId: `heddle-${id}@${domain}`,
    to: { name: oneLine(person.name), address: person.email },
    subject: subjectOf(tasks, redact),
    settingsUrl,
    text: textOfParts(parts),
    html: htmlOfParts(parts),
  }
}

function cardOf(task: MailTask, timeZone: string, publicUrl: string, redact: (text: string) => string): MailCard {
  const { id, kind, title, instructions, workflow, dueAt } = task
  return {
    title: oneLine(redact(title)),
    facts: [
      mailTexts.reason[kind],
      mailTexts.workflow(oneLine(workflow)),
      ...(dueAt === null ? [] : [mailTexts.due(instantIn(dueAt, timeZone))]),
    ],
    instructions: instructions === null ? null : severalLines(redact(instructions)),
    link: mailTexts.open,
    url: `${publicUrl}/inbox?task=${encodeURIComponent(id)}`,
  }
}

function leadOf(tasks: readonly MailTask[]): string {
  if (tasks.length === 0) return mailTexts.test
  return tasks.length === 1 ? mailTexts.one : mailTexts.several(tasks.length)
}

function subjectOf(tasks: readonly MailTask[], redact: (text: string) => string): string {
  const [first] = tasks
  if (first === undefined) return mailTexts.testSubject
  if (tasks.length > 1) return mailTexts.several(tasks.length).replace(/\.$/, '')
  return mailTexts.subject[first.kind](oneLine(redact(first.title)))
}

function severalLines(text: string): string {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
  const { instructionsCharacters: most } = notifyLimits
  return isolateText(clean.length <= most ? clean : `${clean.slice(0, most - 1)}…`)
}
