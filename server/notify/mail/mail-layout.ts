import { isolateText } from '#core/definition/escape-invisible.ts'

/** A box of a mail: what it is about, and the page that it opens. */
export interface MailCard {
  readonly title: string
  readonly facts: readonly string[]
  readonly instructions: string | null
  readonly link: string
  readonly url: string
}

/** The parts of a mail, without markup. Names of users are isolated already. */
export interface MailParts {
  readonly hello: string | null
  readonly lead: string
  readonly cards: readonly MailCard[]
  readonly more: { readonly text: string; readonly url: string } | null
  readonly footer: string
  /** The page where the receiver ends such mails; null where there is nothing to end. */
  readonly settings: { readonly text: string; readonly url: string } | null
}

/** A mail as plain text. */
export function textOfParts({ hello, lead, cards, more, footer, settings }: MailParts): string {
  return [
    ...(hello === null ? [] : [hello, '']),
    lead,
    '',
    ...cards.flatMap(({ title, facts, instructions, link, url }) => [
      title,
      ...facts,
      ...(instructions === null ? [] : ['', instructions]),
      `${link}: ${url}`,
      '',
    ]),
    ...(more ? [`${more.text}: ${more.url}`, ''] : []),
    '-- ',
    footer,
    ...(settings ? [settings.url] : []),
    '',
  ].join('\n')
}

/** A mail as HTML, with everything that users wrote escaped and isolated. */
export function htmlOfParts({ hello, lead, cards, more, footer, settings }: MailParts): string {
  const boxes = cards.map(
    ({ title, facts, instructions, link, url }) => `
<div style="border:1px solid #d4d7dd;border-radius:8px;padding:16px 18px;margin:0 0 14px">
<p style="margin:0 0 6px;font-size:16px;font-weight:600">${marked(title)}</p>
<p style="margin:0 0 10px;color:#646b78">${facts.map(marked).join('<br>')}</p>${
      instructions === null
        ? ''
        : `
<p style="margin:0 0 12px;white-space:pre-wrap">${marked(instructions)}</p>`
    }
<a href="${escaped(url)}" style="display:inline-block;background:#3556c9;color:#ffffff;text-decoration:none;font-weight:600;padding:8px 14px;border-radius:6px">${link}</a>
</div>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px 16px;font-family:Inter,system-ui,sans-serif;font-size:14px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">${
    hello === null
      ? ''
      : `
<p style="margin:0 0 4px">${marked(hello)}</p>`
  }
<p style="margin:0 0 16px">${escaped(lead)}</p>${boxes.join('')}${
    more === null
      ? ''
      : `
<p style="margin:0 0 16px"><a href="${escaped(more.url)}">${escaped(more.text)}</a></p>`
  }
<p style="margin:24px 0 0;font-size:12px;color:#646b78">${escaped(footer)}${
    settings === null ? '' : ` <a href="${escaped(settings.url)}" style="color:#646b78">${settings.text}</a>`
  }</p>
</div></body></html>
`
}

/** A name or a title of a user: one line without control characters, whose direction changes nothing around it. */
export function oneLine(text: string): string {
  return isolateText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
}

export function instantIn(instant: Date, timeZone: string): string {
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
