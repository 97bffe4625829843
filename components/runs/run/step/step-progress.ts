import { isJsonList } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { endsOf, type Fan, type Flying } from '#core/run/fan.ts'
import type { StepState } from '#core/run/step-state.ts'
import type { RunError } from '#core/run/words.ts'
import { runStepTexts } from '../../texts/run-step.ts'
import { fanCounts } from '../graph/fan-counts.ts'
import { type FanItem, fanItems } from '../graph/fan-items.ts'

/** The progress of a step with several parts, or of a step that reports its progress. */
export interface StepProgress {
  /** From 0 to 1; null where the total is unknown. */
  readonly fraction: number | null
  readonly words: string
}

export function stepProgress(step: StepState): StepProgress | null {
  const fan = fanOf(step)
  if (fan !== null) {
    const failed = fan.failed > 0 ? runStepTexts.failedFailed(fan.failed) : ''
    const words = runStepTexts.ofDone(fan.completed, fan.count, failed)
    return { fraction: fan.count === 0 ? 1 : (fan.completed + fan.failed) / fan.count, words }
  }
  if (step.status === 'looping') {
    const { items, round } = step.rounds
    // The length of an offloaded list is unknown here.
    if (!isJsonList(items)) return { fraction: null, words: runStepTexts.round(round + 1) }
    return { fraction: round / items.length, words: runStepTexts.roundOf(round + 1, items.length) }
  }
  if (step.status !== 'running' || (step.fraction === undefined && step.note === undefined)) return null
  const percent = step.fraction === undefined ? [] : [`${Math.round(step.fraction * 100)} %`]
  return { fraction: step.fraction ?? null, words: [...percent, ...(step.note ? [step.note] : [])].join(' · ') }
}

/** One item of a PARALLEL step that is in flight, or failed. */
export interface ItemFact {
  readonly item: number
  readonly name: string
  readonly now: 'running' | 'retrying' | 'child' | 'person' | 'failed' | 'abandoned'
  readonly error: RunError | null
  readonly childRunId: string | null
  readonly taskId: string | null
}

const nowOf = {
  in_step: 'running',
  running: 'running',
  backing_off: 'retrying',
  waiting_child: 'child',
  waiting_person: 'person',
} as const satisfies Record<Flying['status'], ItemFact['now']>

/**
 * The failed items, then the items in flight, at most `most` of them. A step that has failed waits for no item any more:
 * what was in flight is abandoned. `tasks`: the names of the tasks, where there are names.
 */
export function itemFacts(step: StepState, tasks: readonly string[], most: number): readonly ItemFact[] {
  const fan = fanOf(step)
  if (fan === null) return []
  const nameOf = (item: number) => tasks[item] ?? runStepTexts.item(item)
  const failed = endsOf(fan).flatMap((end, item): ItemFact[] => {
    if (end === null || !('error' in end)) return []
    const childRunId = end.child?.runId ?? null
    return [{ item, name: nameOf(item), now: 'failed', error: end.error, childRunId, taskId: null }]
  })
  const flying = fan.flight.map(
    (each): ItemFact => ({
      item: each.item,
      name: nameOf(each.item),
      now: step.status === 'failed' ? 'abandoned' : nowOf[each.status],
      error: each.status === 'backing_off' ? each.error : null,
      childRunId: each.status === 'waiting_child' ? each.childRunId : null,
      taskId: each.status === 'waiting_person' && step.status !== 'failed' ? each.task.task_id : null,
    }),
  )
  return [...failed, ...flying].slice(0, most)
}

/** For a completed PARALLEL step: the number of items, and the first failed items. */
export interface EndedItems {
  readonly words: string
  readonly failed: readonly FanItem[]
}

/** The result from the history until then; null for any other step. */
export function endedItems(
  events: readonly RunEvent[],
  name: string,
  step: StepState,
  most: number,
): EndedItems | null {
  if (step.status !== 'completed') return null
  const counts = fanCounts(events, name, step.iteration, events.length)
  if (counts === null) return null
  const { count, failed } = counts
  const words = runStepTexts.ofDone(count - failed, count, failed > 0 ? runStepTexts.failedFailed(failed) : '')
  const items = failed === 0 ? [] : fanItems(events, name).filter(({ now }) => now === 'failed')
  return { words: count === 0 ? runStepTexts.noItems : words, failed: items.slice(0, most) }
}

function fanOf(step: StepState): Fan | null {
  return (step.status === 'fanned_out' || step.status === 'failed') && step.fan ? step.fan : null
}
