import type { RunEvent } from '#core/run/event.ts'
import type { RunError } from '#core/run/words.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'

/** One item of a PARALLEL step at an instant. */
export interface FanItem {
  readonly index: number
  readonly name: string
  readonly now: 'running' | 'retrying' | 'person' | 'child' | 'done' | 'failed' | 'abandoned'
  readonly attempt: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly error: RunError | null
  readonly childRunId: string | null
}

type Changed = { -readonly [Key in keyof FanItem]: FanItem[Key] }

/** The started items of the last visit of a step, in their order. */
export function fanItems(events: readonly RunEvent[], step: string): readonly FanItem[] {
  let items: Changed[] = []
  for (const event of events) {
    if (!('step' in event) || event.step !== step) continue
    if (event.type === 'workflow.node.started' && event.payload.count !== undefined) items = []
    if (event.type === 'workflow.node.failed' || event.type === 'workflow.node.skipped') abandon(items, event.at)
    if (!('item' in event) || event.item === undefined) continue
    items[event.item] = { ...(items[event.item] ?? newItem(event.item, event.at)), ...changeBy(event) }
  }
  return items.filter((item) => item !== undefined)
}

/** A step that has ended waits for no item any more, whatever an item still does. */
function abandon(items: readonly (Changed | undefined)[], at: number): void {
  for (const item of items) {
    if (item === undefined || item.endedAt !== null) continue
    item.now = 'abandoned'
    item.endedAt = at
  }
}

const newItem = (index: number, at: number): Changed => ({
  index,
  name: runGraphTexts.item(index),
  now: 'running',
  attempt: 1,
  startedAt: at,
  endedAt: null,
  error: null,
  childRunId: null,
})

function changeBy(event: RunEvent): Partial<Changed> {
  switch (event.type) {
    case 'workflow.item.started': {
      const { name } = event.payload
      return { now: 'running', attempt: event.attempt, endedAt: null, error: null, ...(name !== undefined && { name }) }
    }
    case 'workflow.item.completed':
      return { now: 'done', endedAt: event.at, error: null }
    case 'workflow.item.failed': {
      const { error, will_retry } = event.payload
      return will_retry ? { now: 'retrying', error } : { now: 'failed', endedAt: event.at, error }
    }
    case 'workflow.human_task.opened':
      return { now: 'person' }
    case 'workflow.child.spawned':
    case 'workflow.child.retried':
      return { now: 'child', endedAt: null, childRunId: event.payload.child_run_id }
    case 'workflow.child.ended':
      return event.payload.never_began ? { childRunId: null } : {}
    default:
      return {}
  }
}

/** The states of items by falling need for attention. */
export const itemStates = [
  'failed',
  'person',
  'retrying',
  'child',
  'running',
  'abandoned',
  'done',
] as const satisfies readonly FanItem['now'][]
