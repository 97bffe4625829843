import type { Definition } from '#core/definition/definition.ts'
import { executable } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome, Command, CommandOf } from '../../command.ts'
import type { DecisionResult } from '../../decide.ts'
import { codeDecider } from '../../decider/code-decider.ts'
import type { Effect } from '../../effect.ts'
import type { RunEvent } from '../../event.ts'
import { fold } from '../../evolve.ts'
import { type Notice, notices } from '../../plan/notices.ts'
import { createEvents } from '../../start/create.ts'
import { initialState, noHeader, type RunHeader, type RunState } from '../../state.ts'
import { DrivenRun } from '../../testing/driven-run.ts'
import type { CodeCommand, CodeNote, CodeOutcome } from '../code-state.ts'
import { checkCodeBatch } from './check-code-batch.ts'

export const ana = { id: 'ana', name: 'Ana' }

/** A definition of code, as its decider reads it: options of the workflow, and no steps. */
export function codeOptions(more: Partial<Definition> & { readonly cancel_grace_seconds?: number } = {}): Definition {
  const options = { saga_enabled: false, fail_fast: false, timeout_includes_waits: false }
  return { workflow_type: 'Messages', ...options, steps: [], ...more }
}

/** What a body answers to a delivery. */
export interface Answer {
  readonly commands?: readonly CodeCommand[]
  readonly notes?: readonly CodeNote[]
  readonly outcome?: CodeOutcome
  readonly unread?: number
}

/**
 * A run of code that a test drives by hand, in the place of a host. Time stands still unless moved, and ids are counted.
 * Every batch is held against the invariants (check-code-batch.ts).
 */
export class ScriptedCodeRun extends DrivenRun {
  readonly decider
  state: RunState
  history: RunEvent[]
  sent: Notice[] = []
  private ids = 0
  private replayed: RunState

  constructor(header: Partial<RunHeader> = {}, definition: Definition = codeOptions()) {
    super()
    this.decider = codeDecider(executable(definition))
    const ids = { run_id: 'run', root_run_id: 'run', workflow: 'Messages', version: 1 }
    const request = { ...noHeader, ...ids, fail_fast: false, code: true as const, actor: ana, ...header }
    this.history = [...createEvents(request, { now: this.now })]
    this.state = fold(initialState(), this.history)
    this.replayed = fold(initialState(), JSON.parse(JSON.stringify(this.history)) as RunEvent[])
  }

  override decide(command: Command): DecisionResult {
    const before = this.state
    const result = this.decider.decide(before, command, {
      now: this.now,
      newId: () => {
        this.ids += 1
        return `id-${this.ids}`
      },
      random: () => 0.5,
    })
    if (!result.ok) return result
    this.replayed = checkCodeBatch(this.decider, before, result, this.replayed)
    this.history.push(...result.events)
    this.sent.push(...notices(before, result.state))
    this.state = result.state
    return result
  }

  /** The owed delivery; throws when there is none. */
  get delivery(): Extract<Effect, { kind: 'code_task' }> {
    const owed = this.plan().find((effect) => effect.kind === 'code_task')
    if (owed?.kind !== 'code_task') throw new Error('no delivery is owed')
    return owed
  }

  answerTo(
    { task, attempt, upToSeq: up_to_seq } = this.delivery,
    { commands = [], notes = [], outcome = { kind: 'blocked' }, unread }: Answer = {},
  ): CommandOf<'code_task_ended'> {
    const more = unread === undefined ? {} : { unread }
    return { type: 'code_task_ended', task, attempt, up_to_seq, commands, notes, outcome, ...more }
  }

  answer(answer: Answer = {}): readonly string[] {
    return this.send(this.answerTo(this.delivery, answer))
  }

  complete(step: string, output: Json = null): readonly string[] {
    return this.end(step, { kind: 'completed', output })
  }

  fail(step: string, code = 'Error', retryable = true): readonly string[] {
    return this.end(step, { kind: 'failed', error: { code, message: `${step} broke` }, retryable })
  }

  end(step: string, outcome: AttemptOutcome): readonly string[] {
    const owed = this.plan().find((effect) => effect.kind === 'attempt' && effect.step === step)
    if (owed?.kind !== 'attempt') throw new Error(`no attempt of ${step} is owed`)
    return this.send({ type: 'attempt_ended', step, iteration: 1, attempt: owed.attempt, outcome })
  }

  override plan(): readonly Effect[] {
    return this.decider.plan(this.state)
  }

  kinds(): readonly string[] {
    return this.plan().map(({ kind }) => kind)
  }
}

export const activity = (n: number, name = 'fetchUser', more: Partial<CodeCommand> = {}): CodeCommand =>
  ({ kind: 'activity', n, name, function: `activities.${name}`, args: [], ...more }) as CodeCommand

export const sleep = (n: number, duration_ms = 1_000): CodeCommand => ({ kind: 'timer', n, name: 'sleep', duration_ms })
