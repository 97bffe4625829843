import type { HumanTaskSummary } from '#components/api/models.ts'
import type { Json } from '#core/json.ts'

/** A priority that is worth a word; null for the usual one. */
export function priorityWord(
  priority: number,
): { readonly word: string; readonly tone: 'failed' | 'human' | 'idle' } | null {
  if (priority >= 80) return { word: 'Urgent', tone: 'failed' }
  if (priority > 50) return { word: 'High', tone: 'human' }
  return priority < 50 ? { word: 'Low', tone: 'idle' } : null
}

/** A value that an author chose for the row, on one line: as it is, since a number may as well be a rate, an id or a year. */
export function fieldText(value: Json): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** How often those who are asked were reminded. */
export const remindersInWords = (count: number): string => (count === 1 ? 'Reminded once' : `Reminded ${count} times`)

interface Known {
  readonly id: string
  readonly name: string
}

/** On a machine without a login everybody who is nobody of the directory is the person in front of it. */
const atTheMachine: Known = { id: 'local', name: 'You' }

/** What people call somebody: as the directory does, or else as they were called at the time, or by the id. */
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
  return `${approvals.length} of ${approvalsRequired} approved${who}`
}

/** `Ana`, `Ana and Ben`, `Ana, Ben and Cleo`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
