import { isolateText } from '#core/definition/escape-invisible.ts'
import { notifyLimits } from '../notify-limits.ts'
import type { DueMail } from '../outbox/outbox.ts'
import type { MailContent, MailTask } from './mail-content.ts'
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
  const shown = tasks.slice(0, notifyLimits.noticesPerMail).map((task) => shownTask(task, timeZone, publicUrl, redact))
  const hello = mailTexts.hello(oneLine(person.name))
  const lead = leadOf(tasks)
  const rest = tasks.length - shown.length
  const more = rest > 0 ? { text: mailTexts.more(rest), url: `${publicUrl}/inbox` } : null
  return {
    messageId: `heddle-${id}@${domain}`,
    to: { name: oneLine(person.name), address: person.email },
    subject: subjectOf(tasks, redact),
    settingsUrl,
    text: [
      hello,
      '',
      lead,
      '',
      ...shown.flatMap(({ title, facts, instructions, url }) => [
        title,
        ...facts,
        ...(instructions === null ? [] : ['', instructions]),
        `${mailTexts.open}: ${url}`,
        '',
      ]),
      ...(more ? [`${more.text}: ${more.url}`, ''] : []),
      '-- ',
      mailTexts.footer,
      settingsUrl,
      '',
    ].join('\n'),
    html: htmlOf({ hello, lead, shown, more, settingsUrl }),
  }
}

interface ShownTask {
  readonly title: string
  readonly facts: readonly string[]
  readonly instructions: string | null
  readonly url: string
}

function shownTask(task: MailTask, timeZone: string, publicUrl: string, redact: (text: string) => string): ShownTask {
  const { id, kind, title, instructions, workflow, dueAt } = task
  return {
    title: oneLine(redact(title)),
    facts: [
      mailTexts.reason[kind],
      mailTexts.workflow(oneLine(workflow)),
      ...(dueAt === null ? [] : [mailTexts.due(instantIn(dueAt, timeZone))]),
    ],
    instructions: instructions === null ? null : severalLines(redact(instructions)),
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

/** A name or a title of a user: one line without control characters, whose direction changes nothing around it. */
export function oneLine(text: string): string {
  return isolateText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
}

function severalLines(text: string): string {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
  const { instructionsCharacters: most } = notifyLimits
  return isolateText(clean.length <= most ? clean : `${clean.slice(0, most - 1)}…`)
}

function instantIn(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant)
}

interface Parts {
  readonly hello: string
  readonly lead: string
  readonly shown: readonly ShownTask[]
  readonly more: { readonly text: string; readonly url: string } | null
  readonly settingsUrl: string
}

function htmlOf({ hello, lead, shown, more, settingsUrl }: Parts): string {
  const tasks = shown.map(
    ({ title, facts, instructions, url }) => `
<div style="border:1px solid #d4d7dd;border-radius:8px;padding:16px 18px;margin:0 0 14px">
<p style="margin:0 0 6px;font-size:16px;font-weight:600">${marked(title)}</p>
<p style="margin:0 0 10px;color:#646b78">${facts.map(marked).join('<br>')}</p>${
      instructions === null
        ? ''
        : `
<p style="margin:0 0 12px;white-space:pre-wrap">${marked(instructions)}</p>`
    }
<a href="${escaped(url)}" style="display:inline-block;background:#3556c9;color:#ffffff;text-decoration:none;font-weight:600;padding:8px 14px;border-radius:6px">${mailTexts.open}</a>
</div>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px 16px;font-family:Inter,system-ui,sans-serif;font-size:14px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 4px">${marked(hello)}</p>
<p style="margin:0 0 16px">${escaped(lead)}</p>${tasks.join('')}${
    more === null
      ? ''
      : `
<p style="margin:0 0 16px"><a href="${escaped(more.url)}">${escaped(more.text)}</a></p>`
  }
<p style="margin:24px 0 0;font-size:12px;color:#646b78">${escaped(mailTexts.footer)} <a href="${escaped(settingsUrl)}" style="color:#646b78">${mailTexts.change}</a></p>
</div></body></html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

const marked = (text: string): string => `<bdi>${escaped(text)}</bdi>`
