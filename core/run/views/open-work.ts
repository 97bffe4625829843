import type { Json } from '#core/json.ts'
import type { RunState } from '../state.ts'
import type { Approval, OpenStep } from '../step-state.ts'
import type { HumanTaskSpec } from '../words.ts'

/** Names of the steps in flight, in the order in which they started. */
export function currentSteps(state: RunState): readonly string[] {
  return state.open
}

export function openSteps(state: RunState): readonly OpenStep[] {
  return state.open.map((name) => state.steps[name] as OpenStep)
}

/** Whether the step only waits for the steps within it: in manual drive these start by hand. */
export function isIdleContainer(step: OpenStep): boolean {
  if (step.status === 'looping') return true
  return step.status === 'fanned_out' && step.fan.flight.every(({ status }) => status === 'in_step')
}

export interface OpenTask {
  readonly step: string
  readonly iteration: number
  readonly item?: number
  readonly task: HumanTaskSpec
  readonly since: number
  readonly result?: Json
  readonly approvals?: readonly Approval[]
  readonly escalatedTo?: string
}

/** The open waits for people of this run itself. */
export function openTasks(state: RunState): readonly OpenTask[] {
  return state.open.flatMap((name): readonly OpenTask[] => {
    const step = state.steps[name] as OpenStep
    if (step.status === 'waiting_person') return [{ ...step, step: name }]
    if (step.status !== 'fanned_out') return []
    const { iteration, fan } = step
    return fan.flight.flatMap((flying) =>
      flying.status === 'waiting_person' ? [{ ...flying, step: name, iteration }] : [],
    )
  })
}

/** Whether a step is in the queue of workers, or with one of them. */
export function isWithWorkers(state: RunState): boolean {
  return state.open.some((name) => {
    const step = state.steps[name] as OpenStep
    return step.status === 'running' && step.queue !== undefined
  })
}
