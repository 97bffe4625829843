import { AsyncLocalStorage } from 'node:async_hooks'
import { executable } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { historyOf } from '#core/run/code/history.ts'
import { type Delivered, Replay } from '#core/run/code/replay.ts'
import type { Command } from '#core/run/command.ts'
import { codeDecider } from '#core/run/decider/code-decider.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { createEvents } from '#core/run/start/create.ts'
import { initialState, noHeader, type RunState } from '#core/run/state.ts'
import { lineOf } from '#core/run/testing/line.ts'
import { enter } from '../current.ts'
import type { WorkflowBody, WorkflowDefinition } from '../definitions.ts'
import { Instance, type ScopeStorage } from '../instance.ts'
import type { Scope } from '../scope.ts'

const storage: ScopeStorage = new AsyncLocalStorage<Scope>()
const drain = () => new Promise<void>((resolve) => setImmediate(resolve))
const ana = { id: 'ana', name: 'Ana' }

type Delivery = Extract<Effect, { kind: 'code_task' }>

interface Sticky {
  readonly instance: Instance
  readonly replay: Replay
}

export interface BodyRunOptions {
  readonly input?: Json
  /** Whether a delivery uses the instance of the delivery before; always by default. Both give the same commands. */
  readonly isSticky?: () => boolean
  readonly runId?: string
  /** History after which continueAsNew is suggested. */
  readonly suggestedEvents?: number
}

/** A run of a body without a host: the decider of code and the instance, driven by hand. Time stands still unless moved. */
export class BodyRun {
  readonly decider
  state: RunState
  history: RunEvent[]
  now = 1_000_000
  private readonly isSticky: () => boolean
  private readonly suggestedEvents: number
  private definition: WorkflowDefinition
  private sticky: Sticky | null = null
  private ids = 0

  constructor(definition: WorkflowDefinition<WorkflowBody>, options: BodyRunOptions = {}) {
    const { input = {}, isSticky = () => true, runId = 'run', suggestedEvents = limits.code.suggestedEvents } = options
    const { type, cancel_grace_seconds } = definition.options
    const compiled = { workflow_type: type, saga_enabled: false, fail_fast: false, timeout_includes_waits: false }
    const grace = cancel_grace_seconds === undefined ? {} : { cancel_grace_seconds }
    this.decider = codeDecider(executable({ ...compiled, ...grace, steps: [] }))
    this.definition = definition
    this.isSticky = isSticky
    this.suggestedEvents = suggestedEvents
    const ids = { run_id: runId, root_run_id: runId, workflow: type, version: 1 }
    const header = { ...noHeader, ...ids, input, fail_fast: false, code: true as const, actor: ana }
    this.history = [...createEvents(header, { now: this.now })]
    this.state = fold(initialState(), this.history)
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
    const result = this.decider.decide(this.state, command, {
      now: this.now,
      newId: () => {
        this.ids += 1
        return `id-${this.ids}`
      },
      random: () => 0.5,
    })
    if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`)
    this.history.push(...result.events)
    this.state = result.state
    return result.events.map(lineOf)
  }

  /** Starts the run, and delivers until the body blocks or ends. */
  async begin(): Promise<void> {
    this.send({ type: 'own', engine_id: 'engine', epoch: 1 })
    await this.deliver()
  }

  /** Delivers as long as there is news. */
  async deliver(): Promise<void> {
    for (let owed = this.owedDelivery(); owed !== null; owed = this.owedDelivery()) {
      const { task, attempt, upToSeq: up_to_seq } = owed
      const { commands, notes, outcome, unread } = await this.answerOf(owed)
      if (outcome.kind !== 'blocked') this.sticky = null
      this.send({ type: 'code_task_ended', task, attempt, up_to_seq, commands, notes, outcome, unread })
    }
  }

  owedDelivery(): Delivery | null {
    const owed = this.plan().find((effect) => effect.kind === 'code_task')
    return owed?.kind === 'code_task' ? owed : null
  }

  /** The answer to a delivery: of the instance that has seen all before, or of a fresh one that replays. */
  async answerOf({ fromSeq, news }: Delivery): Promise<Delivered> {
    const known = this.sticky
    if (known !== null && fromSeq > 0 && this.isSticky()) {
      return await this.inside(known.instance, () => known.replay.deliver({ commands: [], news, seen: 0 }))
    }
    const fresh = this.fresh()
    this.sticky = fresh
    return await this.inside(fresh.instance, () => fresh.replay.deliver(historyOf(this.history)))
  }

  /** What a fresh instance answers; the run goes on as if it had not been asked. */
  async coldAnswer(): Promise<Delivered> {
    const { instance, replay } = this.fresh()
    return await this.inside(instance, () => replay.deliver(historyOf(this.history)))
  }

  query(name: string, ...args: readonly Json[]) {
    const { instance } = this.sticky ?? {}
    if (instance === undefined) throw new Error('no instance')
    enter(instance)
    try {
      return instance.messages.query(name, args)
    } finally {
      enter(null)
    }
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

  plan(): readonly Effect[] {
    return this.decider.plan(this.state)
  }

  /** The open commands. */
  steps(): readonly string[] {
    return this.state.open
  }

  private fresh(): Sticky {
    const { run_id: runId, input, workflow: workflowType } = this.state.header
    const { patches } = historyOf(this.history)
    const { suggestedEvents } = this
    const start = { runId, workflowType, firstRunId: runId, input, patches, suggestedEvents }
    const instance = new Instance(this.definition, start, storage)
    return { instance, replay: new Replay(instance, drain) }
  }

  private async inside<Result>(instance: Instance, act: () => Promise<Result>): Promise<Result> {
    enter(instance)
    try {
      return await act()
    } finally {
      enter(null)
    }
  }
}
