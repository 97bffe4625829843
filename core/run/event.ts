import type { CodeEventBody } from './events/code-event.ts'
import type { EnvelopeEventBody } from './events/envelope-event.ts'
import type { LifecycleEventBody } from './events/lifecycle-event.ts'
import type { OperatorEventBody } from './events/operator-event.ts'
import type { StepEventBody } from './events/step-event.ts'
import type { WaitEventBody } from './events/wait-event.ts'

/**
 * The facts of a run's history, the only truth about it. `seq` counts 1..n
 * without a gap; `at` is milliseconds since the epoch by the database's clock
 * and never goes back. Payload keys are the words of the public history.
 */
export interface EventEnvelope {
  readonly seq: number
  readonly at: number
}

export type RunEventBody =
  | LifecycleEventBody
  | OperatorEventBody
  | StepEventBody
  | WaitEventBody
  | EnvelopeEventBody
  | CodeEventBody

export type RunEvent = EventEnvelope & RunEventBody
export type RunEventType = RunEventBody['type']
export type EventOf<Type extends RunEventType> = Extract<RunEvent, { readonly type: Type }>
