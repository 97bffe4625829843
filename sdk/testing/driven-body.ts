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
import { enter } from '../workflow/current.ts'
import type { WorkflowBody, WorkflowDefinition } from '../workflow/definitions.ts'
import { Instance, type ScopeStorage } from '../workflow/instance.ts'
import type { QueryAnswer } from '../workflow/messages.ts'
import type { Scope } from '../workflow/scope.ts'

const storage: ScopeStorage = new AsyncLocalStorage<Scope>()

/** Lets all microtasks run that are due: a tick that a microtask asks for comes after all others. */
async function drain(): Promise<void> {
  await null
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

type Delivery = Extract<Effect, { kind: 'code_task' }>

interface Sticky {
  readonly instance: Instance
  readonly replay: Replay
}

export interface DrivenBodyOptions {
  readonly input?: Json
  /** Whether a delivery uses the instance of the delivery before; both ways give the same commands. */
  readonly isSticky: () => boolean
  readonly runId: string
  /** Instant of the start, in milliseconds since 1970. */
  readonly now: number
  readonly actor: { readonly id: string; readonly name?: string }
  /** History after which continueAsNew is suggested. */
  readonly suggestedEvents?: number
}

/** The instance of a body, and its replay over a history. */
export function openBody(
  definition: WorkflowDefinition,
  { header }: Pick<RunState, 'header'>,
  history: readonly RunEvent[],
  suggestedEvents: number = limits.code.suggestedEvents,
): Sticky {
  const { run_id: runId, input, continued_from } = header
  const { patches } = historyOf(history)
  const firstRunId = continued_from?.first_run_id ?? runId
  const start = { runId, workflowType: definition.options.type, firstRunId, input, patches, suggestedEvents }
  const instance = new Instance(definition, start, storage)
  return { instance, replay: new Replay(instance, drain) }
}

/** Acts on a body as the current one: one at a time. */
export async function inside<Result>(instance: Instance, act: () => Promise<Result>): Promise<Result> {
  enter(instance)
  try {
    return await act()
  } finally {
    enter(null)
  }
}

/** A run of a body without a host: the decider of code and the instance, driven by hand. Time stands still unless moved. */
export class DrivenBody {
  readonly decider
  state: RunState
  history: RunEvent[]
  now: number
  protected definition: WorkflowDefinition
  protected sticky: Sticky | null = null
  private readonly isSticky: () => boolean
  private readonly suggestedEvents: number | undefined
  private ids = 0

  constructor(definition: WorkflowDefinition<WorkflowBody>, options: DrivenBodyOptions) {
    const { input = {}, isSticky, runId, now, actor, suggestedEvents } = options
    const { type, cancel_grace_seconds } = definition.options
    const compiled = { workflow_type: type, saga_enabled: false, fail_fast: false, timeout_includes_waits: false }
    const grace = cancel_grace_seconds === undefined ? {} : { cancel_grace_seconds }
    this.decider = codeDecider(executable({ ...compiled, ...grace, steps: [] }))
    this.definition = definition
    this.isSticky = isSticky
    this.now = now
    this.suggestedEvents = suggestedEvents
    const ids = { run_id: runId, root_run_id: runId, workflow: type, version: 1 }
    const header = { ...noHeader, ...ids, input, fail_fast: false, code: true as const, actor }
    this.history = [...createEvents(header, { now: this.now })]
    this.state = fold(initialState(), this.history)
  }

  /** Commits what a command decides. Throws when the run refuses it. */
  decide(command: Command): readonly RunEvent[] {
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
    return result.events
  }

  /** Starts the run, and delivers until the body blocks or ends. */
  async begin(): Promise<void> {
    this.decide({ type: 'own', engine_id: 'engine', epoch: 1 })
    await this.deliver()
  }

  /** Delivers as long as there is news. */
  async deliver(): Promise<void> {
    for (let owed = this.owedDelivery(); owed !== null; owed = this.owedDelivery()) {
      const { task, attempt, upToSeq: up_to_seq } = owed
      const { commands, notes, outcome, unread } = await this.answerOf(owed)
      this.decide({ type: 'code_task_ended', task, attempt, up_to_seq, commands, notes, outcome, unread })
    }
  }

  owedDelivery(): Delivery | null {
    const owed = this.plan().find((effect) => effect.kind === 'code_task')
    return owed?.kind === 'code_task' ? owed : null
  }

  /** The answer to a delivery: of the instance that has seen all before, or of a fresh one that replays. */
  async answerOf({ fromSeq, news }: Delivery): Promise<Delivered> {
    const known = fromSeq > 0 && this.isSticky() ? this.sticky : null
    const sticky = known ?? this.fresh()
    this.sticky = sticky
    const recorded = known === null ? historyOf(this.history) : { commands: [], news, seen: 0 }
    // One place for both, since a failure of the body keeps the frames above it in its stack.
    return await inside(sticky.instance, () => sticky.replay.deliver(recorded))
  }

  /** Asks the instance that has seen all so far; null where it has no handler of that name. */
  query(name: string, ...args: readonly Json[]): QueryAnswer | null {
    const { instance } = this.sticky ?? {}
    if (instance === undefined) throw new Error('no instance')
    enter(instance)
    try {
      return instance.messages.query(name, args)
    } finally {
      enter(null)
    }
  }

  plan(): readonly Effect[] {
    return this.decider.plan(this.state)
  }

  protected fresh(): Sticky {
    return openBody(this.definition, this.state, this.history, this.suggestedEvents)
  }
}
