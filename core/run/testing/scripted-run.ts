import type { Definition } from '#core/definition/definition.ts'
import { hasEnvelope } from '#core/definition/envelope.ts'
import { type ExecutableDefinition, executable } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome, Command, Directive, FinalRefusal } from '../command.ts'
import type { DescendantsRoom } from '../decide/context.ts'
import { type DecisionResult, decide } from '../decide.ts'
import type { Effect } from '../effect.ts'
import { locksOf } from '../envelope/locks-of.ts'
import type { RunEvent } from '../event.ts'
import { fold } from '../evolve.ts'
import { type Notice, notices } from '../plan/notices.ts'
import { plan } from '../plan/plan.ts'
import { createEvents } from '../start/create.ts'
import { sagaOf } from '../start/start-request.ts'
import { initialState, noHeader, type RunHeader, type RunState } from '../state.ts'
import { type Views, viewsOf } from '../views/view-table.ts'
import { checkBatch, checkChildren, replay } from './check-batch.ts'
import { DrivenRun } from './driven-run.ts'
import { lineOf } from './line.ts'

export const ana = { id: 'ana', name: 'Ana' }

/**
 * A run that a test drives by hand: send a command, look at the lines it made.
 * Time stands still unless moved; ids are counted; randomness is 0.5. Every
 * batch is held against the invariants (check-batch.ts).
 */
export class ScriptedRun extends DrivenRun {
  readonly executable: ExecutableDefinition
  state: RunState
  history: RunEvent[] = []
  sent: Notice[] = []
  /** What each batch left, views only. */
  readonly views: Views[] = []
  random = 0.5
  /** Without a bound when absent. */
  descendants: DescendantsRoom | null = null
  private ids = 0
  private uncommitted: RunEvent[] | null = null
  private readonly idPrefix: string
  private replayed: RunState

  constructor(definition: Definition, header: Partial<RunHeader> = {}, idPrefix = 'id-') {
    super()
    this.idPrefix = idPrefix
    this.executable = executable(definition)
    const { workflow_type: workflow, fail_fast } = definition
    const saga = sagaOf(definition)
    const enveloped = hasEnvelope(definition) ? { envelope: true as const } : {}
    const ids = { run_id: 'run', root_run_id: 'run' }
    const request = {
      ...noHeader,
      ...ids,
      workflow,
      version: 1,
      input: {},
      saga,
      fail_fast,
      ...enveloped,
      actor: ana,
      ...header,
    }
    this.history.push(...createEvents(request, { now: this.now }))
    this.state = fold(initialState(), this.history)
    this.replayed = replay(initialState(), this.history)
    this.views.push(viewsOf(this.state))
  }

  /** Commits a decision, or changes nothing. */
  override decide(command: Command): DecisionResult {
    const before = this.state
    const result = decide(this.executable, before, command, {
      now: this.now,
      newId: () => {
        this.ids += 1
        return `${this.idPrefix}${this.ids}`
      },
      random: () => this.random,
      ...(this.uncommitted && { uncommitted: this.uncommitted }),
      ...(this.descendants && { descendants: this.descendants }),
    })
    if (!result.ok) return result
    this.replayed = checkBatch(this.executable, before, result, this.replayed)
    if (this.uncommitted === null) checkChildren(this.executable, result.state, result.events)
    this.history.push(...result.events)
    this.uncommitted?.push(...result.events)
    this.sent.push(...notices(before, result.state))
    this.state = result.state
    this.views.push(viewsOf(this.state))
    return result
  }

  /** What is decided within is committed at once: others hear of it as a whole. */
  batch(act: () => unknown): void {
    const { state: before, sent } = this
    this.sent = []
    this.uncommitted = []
    act()
    checkChildren(this.executable, this.state, this.uncommitted)
    this.uncommitted = null
    this.sent = [...sent, ...notices(before, this.state)]
  }

  complete(step: string, output: Json = null): readonly string[] {
    return this.end(step, { kind: 'completed', output })
  }

  fail(step: string, code = 'Error', retryable = true): readonly string[] {
    return this.end(step, { kind: 'failed', error: { code, message: `${step} broke` }, retryable })
  }

  ask(step: string, directive: Directive): readonly string[] {
    return this.end(step, { kind: 'directive', directive })
  }

  /** The outcome of the attempt that is owed for the step. */
  end(step: string, outcome: AttemptOutcome): readonly string[] {
    const { iteration, attempt, undo } = this.owed('attempt', step)
    return this.send({ type: 'attempt_ended', step, iteration, attempt, undo, outcome })
  }

  /** The outcome of the attempt that is owed for an item of a PARALLEL step. */
  endItem(step: string, item: number, outcome: AttemptOutcome): readonly string[] {
    const owed = this.plan().find((each) => each.kind === 'attempt' && each.step === step && each.item === item)
    if (owed?.kind !== 'attempt') throw new Error(`no attempt is owed for item ${item} of ${step}`)
    const { iteration, attempt } = owed
    return this.send({ type: 'attempt_ended', step, iteration, attempt, item, outcome })
  }

  completeItem(step: string, item: number, output: Json = null): readonly string[] {
    return this.endItem(step, item, { kind: 'completed', output })
  }

  failItem(step: string, item: number, code = 'Error', retryable = true): readonly string[] {
    const error = { code, message: `${step} broke` }
    return this.endItem(step, item, { kind: 'failed', error, retryable })
  }

  /** Items of the step that are with the executors, in the order of their starts. */
  itemsOwed(step: string): readonly number[] {
    return this.plan().flatMap((effect) =>
      effect.kind === 'attempt' && effect.step === step && effect.item !== undefined ? [effect.item] : [],
    )
  }

  resume(input: Json, more: { readonly step?: string; readonly task_id?: string } = {}): readonly string[] {
    return this.send({ type: 'resume', actor: ana, input, ...more })
  }

  /** The lock manager grants the open request: exclusive locks get the token. */
  grant(token = 1): readonly string[] {
    const { request } = locksOf(this.executable, this.state)
    if (request === null) throw new Error('no lock is requested')
    const tokens = request.resources.map((name) => [name, request.shared.includes(name) ? 0 : token])
    return this.send({ type: 'locks_granted', request: request.request, tokens: Object.fromEntries(tokens) })
  }

  /** The lock manager does not grant the open request. */
  refuse(more: { readonly retry_note?: string; readonly code?: FinalRefusal } = {}): readonly string[] {
    const { request } = this.state.envelope ?? {}
    const note = { retry_note: 'device:7 is held by run r2', blocked_by: ['r2'] }
    return this.send({ type: 'locks_refused', request: request ?? 0, ...note, ...more })
  }

  /** The phases in their order, as the history has them. */
  phases(): readonly string[] {
    return this.history.flatMap((event) => (event.type === 'workflow.phase.changed' ? [event.payload.to] : []))
  }

  childEnded(step: string, status: string, state: Json = {}, message?: string): readonly string[] {
    return this.childRunEnded(this.owed('child', step).id, status, state, message)
  }

  childRunEnded(child_run_id: string, status: string, state: Json = {}, message?: string): readonly string[] {
    const error = message === undefined ? {} : { error: { code: 'Error', message, step: 'Inner' } }
    return this.send({ type: 'child_ended', child_run_id, status, state, ...error })
  }

  override plan(): readonly Effect[] {
    return plan(this.executable, this.state)
  }

  owed<Kind extends Effect['kind']>(kind: Kind, step: string): Extract<Effect, { kind: Kind }> {
    const effect = this.plan().find((effect) => effect.kind === kind && effect.step === step)
    if (effect === undefined) throw new Error(`no ${kind} is owed for ${step}`)
    return effect as Extract<Effect, { kind: Kind }>
  }

  /** The child that was spawned last. */
  get lastChild(): string {
    const spawned = this.history.findLast((event) => event.type === 'workflow.child.spawned')
    return spawned?.type === 'workflow.child.spawned' ? spawned.payload.child_run_id : ''
  }

  /** The whole history in lines. */
  lines(): readonly string[] {
    return this.history.map(lineOf)
  }
}
