import type { Json } from '#core/json.ts'
import type { HumanTaskSpec, TimerPurpose } from './event.ts'

/**
 * What the shell owes a run in its present state. `plan` computes the whole
 * list from the state; `id` is stable, so the shell finds what is new and what
 * is gone by comparing two plans. Rows (timers, human tasks, children) are
 * written in the same flush as the events that opened them; attempts start
 * only after that flush is acknowledged.
 */
export type Effect =
  | {
      readonly kind: 'attempt'
      readonly id: string
      readonly step: string
      readonly iteration: number
      readonly attempt: number
      /** True for a compensation: `function` is then the compensating one and `result` the step's own output. */
      readonly undo: boolean
      readonly function: string
      readonly with: Json
      readonly input: Json
      readonly state: Json
      readonly result?: Json
      readonly key: string
      readonly timeoutMs?: number
    }
  | {
      readonly kind: 'timer'
      readonly id: string
      /** Absent on the run's own timer. */
      readonly step?: string
      readonly dueAt: number
      readonly purpose: TimerPurpose
    }
  | {
      readonly kind: 'human_task'
      readonly id: string
      readonly step: string
      readonly iteration: number
      readonly task: HumanTaskSpec
    }
  | {
      readonly kind: 'child'
      /** The child's run id. */
      readonly id: string
      readonly step: string
      readonly iteration: number
      readonly workflow: string
      readonly input: Json
      readonly onParentClose: 'cancel' | 'abandon'
    }
