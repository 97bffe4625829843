import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { describeEvent } from '#core/run/sentence/describe-event.ts'
import type { ActorRef } from '#core/run/words.ts'

/** Groups of events in the filter. */
export const eventGroups = ['run', 'steps', 'people', 'timers', 'children', 'undo'] as const
export type EventGroup = (typeof eventGroups)[number]

export const groupLabels: Record<EventGroup, string> = {
  run: 'Run',
  steps: 'Steps',
  people: 'People',
  timers: 'Timers',
  children: 'Children',
  undo: 'Undo',
}

/** The group by the second word of the event type, except for events that begin an undo. */
const groupOfKind: Readonly<Record<string, EventGroup>> = {
  run: 'run',
  node: 'steps',
  loop: 'steps',
  item: 'steps',
  human_task: 'people',
  signal: 'people',
  timer: 'timers',
  child: 'children',
  compensation: 'undo',
}

export function groupOf(event: RunEvent): EventGroup {
  const { type } = event
  if (type === 'workflow.run.rolling_back') return 'undo'
  if (type === 'workflow.run.steps_injected') return 'steps'
  return isByPerson(event) ? 'people' : (groupOfKind[type.split('.')[1] as string] ?? 'run')
}

/**
 * Whether a person's action on the run caused the event. The creation belongs to the group of the run, and a task's
 * answer is an event of its step.
 */
function isByPerson(event: RunEvent): boolean {
  const { type, payload } = event
  if (type === 'workflow.node.overridden') return true
  if (!type.startsWith('workflow.run.') || type === 'workflow.run.created' || stepOf(event) !== undefined) return false
  const { actor } = payload as { readonly actor?: ActorRef }
  return actor !== undefined && actor.id !== 'engine'
}

export interface HistoryFilter {
  /** An empty list means all groups. */
  readonly groups: readonly EventGroup[]
  readonly step: string | null
  readonly text: string
}

export const stepOf = (event: RunEvent): string | undefined => ('step' in event ? event.step : undefined)

export function filterHistory(events: readonly RunEvent[], { groups, step, text }: HistoryFilter): readonly RunEvent[] {
  const wanted = text.trim().toLowerCase()
  if (groups.length === 0 && step === null && wanted === '') return events
  return events.filter(
    (event) =>
      (groups.length === 0 || groups.includes(groupOf(event))) &&
      (step === null || stepOf(event) === step) &&
      (wanted === '' || says(event, wanted)),
  )
}

/** Number of values of one event that are searched; searching a list of a hundred thousand takes too long. */
const mostValues = 5_000

/** Whether a text is in the description of an event, or in any key or value of its payload. */
function says(event: RunEvent, wanted: string): boolean {
  if (event.type.includes(wanted) || describeEvent(event).toLowerCase().includes(wanted)) return true
  const pending: Json[] = [event.payload as unknown as Json]
  for (let left = mostValues; left > 0 && pending.length > 0; left -= 1) {
    const value = pending.pop() as Json
    if (typeof value !== 'object' || value === null) {
      if (String(value).toLowerCase().includes(wanted)) return true
      continue
    }
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && key.toLowerCase().includes(wanted)) return true
      if (pending.length < mostValues) pending.push(inner)
    }
  }
  return false
}

/** The index of the last event at an instant; -1 when none of the events had happened. */
export function placeAt(events: readonly RunEvent[], seq: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle] as RunEvent).seq <= seq) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The steps of the events, in the order of their first event. */
export function stepsIn(events: readonly RunEvent[]): readonly string[] {
  const steps = new Set<string>()
  for (const event of events) {
    const step = stepOf(event)
    if (step !== undefined) steps.add(step)
  }
  return [...steps]
}
