import type { AlertRule } from '#components/api/models.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { alertsTexts as texts } from './texts/alerts.ts'

/** Receivers that a sentence names before it counts. */
const NAMED = 3

export interface SentenceOf
  extends Pick<
    AlertRule,
    'workflow' | 'failed' | 'lateMinutes' | 'stuckMinutes' | 'recovered' | 'people' | 'addresses' | 'quiet'
  > {
  readonly webhookOrigin: string | null
}

/** What a rule does, as a sentence: `Mails Ana when a run of Billing fails`. Null while a part is missing. */
export function ruleSentence(rule: SentenceOf, nameOf: (personId: string) => string): string | null {
  const who = receiversOf(rule, nameOf)
  const when = eventsOf(rule)
  if (who === null || when.length === 0 || rule.workflow === '') return null
  const sentence = texts.sentence(who, joined(when, texts.or), isolateText(rule.workflow))
  return [sentence, ...quietOf(rule)].join(', ')
}

function receiversOf({ people, addresses, webhookOrigin }: SentenceOf, nameOf: (personId: string) => string) {
  const names = [...people.map(nameOf), ...addresses].map(isolateText)
  const shown = names.length > NAMED ? [...names.slice(0, NAMED - 1), texts.more(names.length - NAMED + 1)] : names
  const parts = [
    ...(names.length > 0 ? [texts.mails(joined(shown, texts.and))] : []),
    ...(webhookOrigin === null ? [] : [texts.calls(webhookOrigin)]),
  ]
  const sentence = parts.join(texts.and)
  return sentence === '' ? null : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function eventsOf({ failed, lateMinutes, stuckMinutes, recovered }: SentenceOf): readonly string[] {
  const events = [
    ...(failed ? [texts.fails] : []),
    ...(lateMinutes === null ? [] : [texts.late(duration(lateMinutes))]),
    ...(stuckMinutes === null ? [] : [texts.stuck(duration(stuckMinutes))]),
  ]
  return events.length > 0 && recovered ? [...events, texts.recovered] : events
}

function quietOf({ quiet }: SentenceOf): readonly string[] {
  if (quiet === null) return []
  const { from, to, days } = quiet
  const names = days.flatMap((day) => texts.weekdays[day] ?? [])
  return [
    ...(from === to ? [] : [texts.quiet(from, to)]),
    ...(names.length === 0 ? [] : [texts.quietDays(joined(names, texts.and))]),
  ]
}

/** The largest unit that gives a whole number. */
function duration(minutes: number): string {
  if (minutes % 1_440 === 0) return texts.days(minutes / 1_440)
  return minutes % 60 === 0 ? texts.hours(minutes / 60) : texts.minutes(minutes)
}

function joined(parts: readonly string[], last: string): string {
  return [...(parts.length > 1 ? [parts.slice(0, -1).join(', ')] : []), ...parts.slice(-1)].join(last)
}
