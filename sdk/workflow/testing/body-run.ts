import type { Json } from '#core/json.ts'
import { historyOf } from '#core/run/code/history.ts'
import type { Delivered } from '#core/run/code/replay.ts'
import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import { lineOf } from '#core/run/testing/line.ts'
import { DrivenBody, inside } from '../../testing/driven-body.ts'
import type { WorkflowBody, WorkflowDefinition } from '../definitions.ts'

const ana = { id: 'ana', name: 'Ana' }

export interface BodyRunOptions {
  readonly input?: Json
  /** Whether a delivery uses the instance of the delivery before; always by default. Both give the same commands. */
  readonly isSticky?: () => boolean
  readonly runId?: string
  /** History after which continueAsNew is suggested. */
  readonly suggestedEvents?: number
}

/** A run of a body without a host, for tests of the SDK itself: it may lose its instance, and run other code. */
export class BodyRun extends DrivenBody {
  constructor(definition: WorkflowDefinition<WorkflowBody>, options: BodyRunOptions = {}) {
    super(definition, { isSticky: () => true, runId: 'run', now: 1_000_000, actor: ana, ...options })
  }

  /** The next deliveries run this code over the same history. */
  replaceCode(definition: WorkflowDefinition<WorkflowBody>): void {
    this.definition = definition
    this.sticky = null
  }

  /** The host is lost: the next delivery replays. */
  crash(): void {
    this.sticky = null
    this.state = fold(initialState(), JSON.parse(JSON.stringify(this.history)) as RunEvent[])
  }

  send(command: Command): readonly string[] {
    return this.decide(command).map(lineOf)
  }

  /** What a fresh instance answers; the run goes on as if it had not been asked. */
  async coldAnswer(): Promise<Delivered> {
    const { instance, replay } = this.fresh()
    return await inside(instance, () => replay.deliver(historyOf(this.history)))
  }

  async signal(name: string, data: Json = []): Promise<void> {
    this.send({ type: 'signal', actor: ana, signal_name: name, payload: data })
    await this.deliver()
  }

  async update(name: string, update_id: string, args: Json = []): Promise<void> {
    this.send({ type: 'update', actor: ana, update_id, name, args })
    await this.deliver()
  }

  async cancel(force = false): Promise<void> {
    this.send({ type: 'cancel', actor: ana, force })
    await this.deliver()
  }

  /** Ends the attempt of a command without a delivery. */
  end(step: string, output: Json | Error): void {
    const owed = this.plan().find((effect) => effect.kind === 'attempt' && effect.step === step)
    if (owed?.kind !== 'attempt') throw new Error(`${step} is not owed: ${this.steps().join()}`)
    const { attempt } = owed
    const outcome =
      output instanceof Error
        ? ({ kind: 'failed', error: { code: output.name, message: output.message }, retryable: true } as const)
        : ({ kind: 'completed', output } as const)
    this.send({ type: 'attempt_ended', step, iteration: 1, attempt, outcome })
  }

  async complete(step: string, output: Json | Error = null): Promise<void> {
    this.end(step, output)
    await this.deliver()
  }

  /** Moves the clock to the timer of a step, and fires it. */
  async fire(step: string): Promise<void> {
    const timer = this.plan().find((effect) => effect.kind === 'timer' && effect.step === step)
    if (timer?.kind !== 'timer') throw new Error(`no timer of ${step}`)
    this.now = Math.max(this.now, timer.dueAt)
    this.send({ type: 'timer_fired', timer_id: timer.id })
    await this.deliver()
  }

  /** The open commands. */
  steps(): readonly string[] {
    return this.state.open
  }
}
