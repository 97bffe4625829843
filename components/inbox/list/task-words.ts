import type { HumanTaskSummary } from '#components/api/models.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { valuesIn } from '../task/values-of-text.ts'
import { listTexts } from '../texts/list.ts'

/** The word for a priority; null for the usual priority. */
export function priorityWord(
  priority: number,
): { readonly word: string; readonly tone: 'failed' | 'human' | 'idle' } | null {
  if (priority >= 80) return { word: listTexts.urgent, tone: 'failed' }
  if (priority > 50) return { word: listTexts.high, tone: 'human' }
  return priority < 50 ? { word: listTexts.low, tone: 'idle' } : null
}

/**
 * The text of a value that an author chose for the row, on one line. The value is not formatted, since a number may be
 * a rate, an id or a year.
 */
export function fieldText(value: Json): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return JSON.stringify(value)
  const values = typeof value === 'string' ? valuesIn(value) : null
  return values === null ? String(value) : valuesText(values)
}

/** An object that came as its JSON, such as the arguments of a call: `number 4711, reason The saddle was broken`. */
const valuesText = (values: JsonObject): string =>
  Object.entries(values)
    .map(
      ([name, value]) =>
        `${name} ${isJsonObject(value) || isJsonList(value) ? JSON.stringify(value) : fieldText(value)}`,
    )
    .join(', ')

/** The number of reminders sent for the task, in words. */
export const remindersInWords = (count: number): string =>
  count === 1 ? listTexts.remindedOnce : listTexts.remindedTimes(count)

interface Known {
  readonly id: string
  readonly name: string
}

/**
 * The local user. On a machine without a login, an actor who is not in the directory is the person in front of the
 * machine.
 */
const atTheMachine: Known = { id: 'local', name: 'You' }

/** The displayed name of a person: the name in the directory, else the name recorded at the time, else the id. */
export function personName(people: readonly Known[], id: string, recorded?: string | null): string {
  return [...people, atTheMachine].find((person) => person.id === id)?.name ?? recorded ?? id
}

/** `2 of 3 approved, Ana and Ben`; null where one decision is enough. */
export function approvalsInWords(
  { approvals, approvalsRequired }: Pick<HumanTaskSummary, 'approvals' | 'approvalsRequired'>,
  nameOf: (id: string, recorded: string) => string,
): string | null {
  if (approvalsRequired <= 1) return null
  const names = approvals.map(({ by }) => nameOf(by.id, by.name))
  const who = names.length === 0 ? '' : `, ${listOf(names)}`
  return listTexts.ofApproved(approvals.length, approvalsRequired, who)
}

/** `Ana`, `Ana and Ben`, `Ana, Ben and Cleo`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : listTexts.and(names.slice(0, -1).join(', '), last)
}
