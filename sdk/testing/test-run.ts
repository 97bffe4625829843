import type { Json, JsonObject } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import { callActivity } from '../activity.ts'
import type {
  QueryDefinition,
  SignalDefinition,
  UpdateDefinition,
  WorkflowBody,
  WorkflowDefinition,
} from '../workflow/definitions.ts'
import { ApplicationFailure } from '../workflow/failures.ts'
import { toJson } from '../workflow/values.ts'
import { DrivenBody } from './driven-body.ts'

/** A function in the place of an activity, or of a child workflow. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments of a fake are those of what it stands for
export type Fake = (...args: any[]) => unknown

export interface TestOptions {
  /** The input of the run; `{}` by default. */
  readonly input?: unknown
  /** Functions by the names of the activities. An activity without one fails its test. */
  readonly activities?: { readonly [name: string]: Fake }
  /** Child workflows by their names: code, which then runs with the same fakes, or a function of the input. */
  readonly children?: { readonly [name: string]: Fake | WorkflowDefinition }
  /** Instant of the start, in milliseconds since 1970; 2030-01-01 by default. It moves by timers alone. */
  readonly startAt?: number
  /** The id of the run, which seeds `random()` and `uuid()`. */
  readonly runId?: string
}

type Attempt = Extract<Effect, { kind: 'attempt' }>
type Child = Extract<Effect, { kind: 'child' }>

const tester = { id: 'tester' }

/**
 * A run of a workflow that is code, in a test: the decisions of the engine with fake activities and time. Every delivery
 * replays the body from its top, so that a body that is not deterministic fails here.
 */
export class TestRun<Body extends WorkflowBody = WorkflowBody> {
  private readonly run: DrivenBody
  private readonly options: TestOptions
  private readonly begun = new Set<string>()
  private updates = 0

  private constructor(definition: WorkflowDefinition<Body>, options: TestOptions) {
    const { input = {}, startAt = Date.UTC(2030, 0, 1), runId = 'test-run' } = options
    this.options = options
    const given = { input: toJson(input, 'The input'), now: startAt, runId }
    this.run = new DrivenBody(definition as unknown as WorkflowDefinition, {
      ...given,
      actor: tester,
      isSticky: () => false,
    })
  }

  /** Starts a run, and lets it come to its first wait for a timer, a message or a person. */
  static async start<Body extends WorkflowBody>(
    definition: WorkflowDefinition<Body>,
    options: TestOptions = {},
  ): Promise<TestRun<Body>> {
    const started = new TestRun(definition, options)
    await started.run.begin()
    await started.settle()
    return started
  }

  /** The instant of the run, in milliseconds since 1970. */
  get now(): number {
    return this.run.now
  }

  /** The events of the run so far; `replayHistory` takes them. */
  get history(): readonly RunEvent[] {
    return this.run.history
  }

  /** The commands of the body so far: `fetchUser#1`, `sleep#2`. */
  get commands(): readonly string[] {
    return this.run.history.flatMap((event) => {
      const isNew = event.type === 'workflow.node.started' && event.attempt === 1
      return isNew || event.type === 'workflow.node.milestone' || event.type === 'workflow.compensation.registered'
        ? [event.step]
        : []
    })
  }

  /** The status of the run, such as `COMPLETED`; null while it is live. */
  get status(): string | null {
    return this.run.state.outcome?.status ?? null
  }

  /** The input of the successor of a run that continued as new; null where it did not. */
  get continuedWith(): Json {
    const found = this.run.history.find(({ type }) => type === 'workflow.run.continued_as_new')
    return found?.type === 'workflow.run.continued_as_new' ? found.payload.input : null
  }

  async signal<Args extends readonly unknown[]>(signal: SignalDefinition<Args> | string, ...args: Args): Promise<void> {
    const data = toJson(args, 'A signal')
    this.run.decide({ type: 'signal', actor: tester, signal_name: nameOf(signal), payload: data })
    await this.settle()
  }

  /** The answer to a query. Throws where the body has no handler of that name, and where the handler throws. */
  query<Result, Args extends readonly unknown[]>(query: QueryDefinition<Result, Args> | string, ...args: Args): Result {
    const name = nameOf(query)
    const answer = this.run.query(name, ...(toJson(args, 'A query') as Json[]))
    if (answer === null) throw new Error(`The body has no handler of the query ${name}.`)
    if ('result' in answer) return answer.result as Result
    throw new ApplicationFailure(answer.failure.message, { type: answer.failure.type })
  }

  /** The result of an update. Throws where the body rejects it, or has not answered before it waits for something else. */
  async update<Result, Args extends readonly unknown[]>(
    update: UpdateDefinition<Result, Args> | string,
    ...args: Args
  ): Promise<Result> {
    this.updates += 1
    const update_id = `update-${this.updates}`
    this.run.decide({ type: 'update', actor: tester, update_id, name: nameOf(update), args: toJson(args, 'An update') })
    await this.settle()
    for (const event of this.run.history) {
      if (event.type === 'workflow.update.completed' && event.payload.update_id === update_id) {
        return event.payload.result as Result
      }
      if (event.type === 'workflow.update.rejected' && event.payload.update_id === update_id) {
        const { code, message } = event.payload.error
        throw new ApplicationFailure(message, { type: code })
      }
    }
    throw new Error(`The update ${nameOf(update)} has no answer yet.`)
  }

  /** Decides the oldest open approval. */
  async decide(input: JsonObject, by: { readonly id: string; readonly name?: string } = tester): Promise<void> {
    const task = this.run.plan().find((effect) => effect.kind === 'human_task')
    if (task?.kind !== 'human_task') throw new Error('The body waits for no person.')
    // The inbox checks who may decide a task; a test names the decider, and no directory is asked.
    const standing = { groups: ['*'], manager: true }
    this.run.decide({ type: 'resume', actor: by, standing, task_id: task.task.task_id, input })
    await this.settle()
  }

  /** Requests cancellation: the body's commands throw CancelledFailure, and the body may clean up. */
  async cancel(reason?: string): Promise<void> {
    this.run.decide({ type: 'cancel', actor: tester, ...(reason !== undefined && { reason }) })
    await this.settle()
  }

  /** Terminates the run; the body cannot clean up. */
  terminate(): void {
    this.run.decide({ type: 'cancel', actor: tester, force: true })
  }

  /** Advances the clock by `ms` milliseconds; timers that become due fire in the order of their due times. */
  async advance(ms: number): Promise<void> {
    const until = this.run.now + ms
    while (await this.fireNext(until)) await this.settle()
    this.run.now = Math.max(this.run.now, until)
  }

  /**
   * The result of the run: time passes until it has ended. Throws an ApplicationFailure where it failed or was cancelled,
   * and an error where it waits for something that no timer brings.
   */
  async result(): Promise<Awaited<ReturnType<Body>>> {
    while (this.run.state.outcome === null && (await this.fireNext(Number.POSITIVE_INFINITY))) await this.settle()
    const { outcome, code } = this.run.state
    if (outcome === null) {
      const { reason = 'a message or a person', at } = code?.blocked ?? {}
      throw new Error(`The run waits for ${reason}${at === undefined ? '' : ` at ${at}`}.`)
    }
    if (outcome.status === 'COMPLETED') return outcome.output as Awaited<ReturnType<Body>>
    const { code: type, message } = outcome.error ?? { code: outcome.status, message: 'The run was cancelled.' }
    throw new ApplicationFailure(message, { type })
  }

  /** Fires the earliest timer that is due by an instant; false where there is none. */
  private async fireNext(until: number): Promise<boolean> {
    const timers = this.run.plan().flatMap((effect) => (effect.kind === 'timer' ? [effect] : []))
    const [next] = timers.toSorted((a, b) => a.dueAt - b.dueAt)
    if (next === undefined || next.dueAt > until) return false
    this.run.now = Math.max(this.run.now, next.dueAt)
    this.run.decide({ type: 'timer_fired', timer_id: next.id })
    return true
  }

  /** Delivers news, and calls the fakes of what the body asks for, until it waits for something else. */
  private async settle(): Promise<void> {
    await this.run.deliver()
    const works = this.run.plan().flatMap((effect) => {
      if ((effect.kind !== 'attempt' && effect.kind !== 'child') || this.begun.has(effect.id)) return []
      this.begun.add(effect.id)
      return [effect.kind === 'attempt' ? this.attempt(effect) : this.child(effect)]
    })
    if (works.length === 0) return
    await Promise.all(works)
    await this.settle()
  }

  private async attempt(effect: Attempt & { readonly function?: string }): Promise<void> {
    const { step, attempt, key } = effect
    const name = (effect.function ?? step).split('.').at(-1) ?? step
    const outcome = await outcomeOf(async () => {
      const fake = this.options.activities?.[name]
      if (fake === undefined) throw missing(`activities: { ${name}: … }`, `the activity ${name}`)
      const { run_id: runId, workflow } = this.run.state.header
      const info = { runId, workflow, stepName: step, attempt, idempotencyKey: key }
      const call = { ...info, signal: new AbortController().signal, heartbeat: () => undefined }
      return callActivity(fake, effect.with as unknown[], call)
    })
    const isOwed = this.run.plan().some(({ id }) => id === effect.id)
    if (isOwed) this.run.decide({ type: 'attempt_ended', step, iteration: 1, attempt, outcome })
  }

  private async child({ id, workflow, input }: Child): Promise<void> {
    const outcome = await outcomeOf(async () => {
      const fake = this.options.children?.[workflow]
      if (fake === undefined) throw missing(`children: { ${workflow}: … }`, `the child ${workflow}`)
      if (typeof fake === 'function') return fake(input)
      const child = await TestRun.start(fake, { ...this.options, input, runId: id, startAt: this.run.now })
      return child.result()
    })
    if (outcome.kind === 'completed') {
      this.run.decide({ type: 'child_ended', child_run_id: id, status: 'COMPLETED', state: outcome.output })
    } else if (outcome.kind === 'failed') {
      const { error } = outcome
      this.run.decide({ type: 'child_ended', child_run_id: id, status: 'FAILED', state: {}, error })
    }
  }
}

function nameOf(message: { readonly name: string } | string): string {
  return typeof message === 'string' ? message : message.name
}

function missing(option: string, what: string): Error {
  return new ApplicationFailure(`The test has no fake for ${what}: pass ${option}.`, {
    type: 'FAKE_MISSING',
    retryable: false,
  })
}

async function outcomeOf(call: () => Promise<unknown>): Promise<AttemptOutcome> {
  try {
    return { kind: 'completed', output: toJson(await call(), 'The result') }
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error))
    const { type, retryable = true } = thrown as { readonly type?: string; readonly retryable?: boolean }
    return { kind: 'failed', error: { code: type ?? thrown.name, message: thrown.message }, retryable }
  }
}
