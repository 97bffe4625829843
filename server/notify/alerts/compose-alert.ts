import type { ComposeOptions } from '../mail/compose.ts'
import { htmlOfParts, instantIn, type MailCard, type MailParts, oneLine, textOfParts } from '../mail/mail-layout.ts'
import type { Message } from '../mail/mailer.ts'
import type { AlertContent, ReportedRun } from './alert-content.ts'
import { alertEvents } from './alert-models.ts'
import type { DueAlert } from './alert-outbox.ts'
import { alertTexts } from './alert-texts.ts'

type Options = Pick<ComposeOptions, 'publicUrl' | 'domain'>

const runUrl = (publicUrl: string, runId: string) => `${publicUrl}/runs/${runId}`
const listUrl = (publicUrl: string, workflow: string) => `${publicUrl}/runs?workflow=${encodeURIComponent(workflow)}`

/** What happened, with counts: `2 runs failed, a run is late`. Null for a test. */
function whatHappened({ counts }: AlertContent): string | null {
  const parts = alertEvents.flatMap((event) => {
    const count = counts[event]
    return count === undefined ? [] : [alertTexts.counts[event](count)]
  })
  return parts.length === 0 ? null : parts.join(', ')
}

function leadOf(content: AlertContent): string {
  const what = whatHappened(content)
  return what === null ? alertTexts.test(content.workflow) : alertTexts.lead(content.workflow, what)
}

/** The mail of an alert. */
export function composeAlertMail(
  { id }: Pick<DueAlert, 'id'>,
  content: AlertContent,
  to: { readonly name: string; readonly address: string },
  { publicUrl, domain }: Options,
): Message {
  const settingsUrl = `${publicUrl}/settings/alerts`
  const workflow = oneLine(content.workflow)
  const named = { ...content, workflow }
  const what = whatHappened(content)
  const parts: MailParts = {
    hello: null,
    lead: leadOf(named),
    cards: content.runs.map((run) => cardOf(run, content.timeZone, publicUrl)),
    more: content.more > 0 ? { text: alertTexts.more(content.more), url: listUrl(publicUrl, content.workflow) } : null,
    footer: alertTexts.footer,
    settings: { text: alertTexts.change, url: settingsUrl },
  }
  return {
    messageId: `heddle-alert-${id}@${domain}`,
    to: { ...to, name: oneLine(to.name) },
    subject: what === null ? alertTexts.testSubject(workflow) : alertTexts.subject(workflow, what),
    settingsUrl,
    text: textOfParts(parts),
    html: htmlOfParts(parts),
  }
}

function cardOf(run: ReportedRun, timeZone: string, publicUrl: string): MailCard {
  return {
    title: alertTexts.states[run.event],
    facts: [...factsOf(run), instantIn(run.at, timeZone), run.runId],
    instructions: null,
    link: alertTexts.open,
    url: runUrl(publicUrl, run.runId),
  }
}

function factsOf({ event, step, code, from }: ReportedRun): readonly string[] {
  switch (event) {
    case 'failed':
      return [
        ...(step === null ? [] : [alertTexts.step(oneLine(step))]),
        ...(code === null ? [] : [alertTexts.code(oneLine(code))]),
      ]
    case 'late':
      return [alertTexts.noEnd]
    case 'stuck':
      return [alertTexts.noProgress]
    case 'recovered':
      return from === null ? [] : [alertTexts.goesOn[from]]
  }
}

/** The body of a call, and its kind. `text` is a sentence, which programs of chats show. */
export function composeAlertCall(
  { id, ownerId, ruleId }: Pick<DueAlert, 'id' | 'ownerId' | 'ruleId'>,
  content: AlertContent,
  publicUrl: string,
): { readonly kind: string; readonly body: string } {
  const kind = whatHappened(content) === null ? 'alert.test' : 'alert'
  const body = JSON.stringify({
    type: kind,
    id,
    text: `${leadOf(content)} ${listUrl(publicUrl, content.workflow)}`,
    owner_id: ownerId,
    rule_id: ruleId,
    workflow: content.workflow,
    counts: content.counts,
    runs: content.runs.map(({ runId, event, at, code, step, from }) => ({
      run_id: runId,
      event,
      at: at.toISOString(),
      ...(code !== null && { error_code: code }),
      ...(step !== null && { step }),
      ...(from !== null && { recovered_from: from }),
      url: runUrl(publicUrl, runId),
    })),
    more: content.more,
  })
  return { kind, body }
}
