import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { ResourceState } from '../command.ts'
import { runFactsOf } from '../envelope/run-facts.ts'
import type { RunEvent, RunEventBody } from '../event.ts'
import { type MutableState, mutableStateOf } from '../evolve/mutable-state.ts'
import { apply } from '../evolve.ts'
import type { RunState } from '../state.ts'
import type { Status } from '../statuses.ts'
import { statusOf } from '../views/status.ts'
import type { PartRef } from '../words.ts'
import type { DecisionContext } from './context.ts'

interface AttemptRef extends PartRef {
  readonly attempt: number
}

/** Whether the event starts the attempt. A person's answer starts the call of the step's function. */
function isStartOf(event: RunEvent, { step, iteration, item, attempt }: AttemptRef): boolean {
  switch (event.type) {
    case 'workflow.node.started':
    case 'workflow.item.started': {
      const of = event.type === 'workflow.item.started' ? event.item : undefined
      return event.step === step && event.iteration === iteration && of === item && event.attempt === attempt
    }
    case 'workflow.human_task.decided':
      return event.step === step && event.iteration === iteration && event.item === item
    default:
      return false
  }
}

/**
 * One decision in progress. Emitted events are applied to the draft at once, so that later code sees them: the events
 * are the whole decision, and the draft is the state that their replay gives. A refusal discards both.
 */
export class Decision {
  readonly executable: ExecutableDefinition
  readonly before: RunState
  readonly nextState: MutableState
  readonly context: DecisionContext
  readonly events: RunEvent[] = []
  /** Steps whose incoming edges may have been decided, to be looked at in this order. */
  readonly agenda: string[] = []
  /** Manual drive: how many steps may still start. */
  allowance = 0
  /** States of resources that have been read for the conditions of the envelope; null before. */
  resources: { readonly [id: string]: ResourceState } | null = null
  private run: Json | undefined

  constructor(executable: ExecutableDefinition, state: RunState, context: DecisionContext) {
    this.executable = executable
    this.before = state
    this.nextState = mutableStateOf(state)
    this.context = context
  }

  /** The instant of this decision, never before the last event, because clocks of engines differ a little. */
  get now(): number {
    return Math.max(this.context.now, this.nextState.at)
  }

  get isManual(): boolean {
    return this.nextState.header.drive === 'manual'
  }

  /** The live status that this decision starts from; a retry starts from ACTIVE. */
  get statusBefore(): Status {
    return this.before.outcome === null ? statusOf(this.before) : 'ACTIVE'
  }

  emit(body: RunEventBody): void {
    const event = { seq: this.nextState.seq + 1, at: this.now, ...body } as RunEvent
    apply(this.nextState, event)
    this.events.push(event)
  }

  /** Whether an executor may have begun the attempt. Attempts that a batch starts begin once the batch is stored. */
  hasBegun(attempt: AttemptRef): boolean {
    return !this.batch.some((event) => isStartOf(event, attempt))
  }

  /** Whether this batch spawns the child. A child is made once the batch is stored, if it is awaited then. */
  isUnstarted(childRunId: string): boolean {
    return this.batch.some(
      (event) => event.type === 'workflow.child.spawned' && event.payload.child_run_id === childRunId,
    )
  }

  /** Events that are not stored yet. */
  private get batch(): readonly RunEvent[] {
    return [...(this.context.uncommitted ?? []), ...this.events]
  }

  /** `run` as expressions see it. */
  get runFacts(): Json {
    this.run ??= runFactsOf(this.nextState)
    return this.run
  }
}
