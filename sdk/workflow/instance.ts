import type { Json } from '#core/json.ts'
import type { CodeCommand, CodeFailure, CodeNote, CodeOutcome, News } from '#core/run/code/code-state.ts'
import type { WorkflowDefinition } from './definitions.ts'
import { ApplicationFailure, CancelledFailure, ContinueAsNew, failureOf } from './failures.ts'
import { Messages } from './messages.ts'
import { Scope } from './scope.ts'
import { seededRandom } from './seeded-random.ts'
import { argsOf, toJson } from './values.ts'

/** What an instance is started with: the same for every replay of its run. */
export interface InstanceStart {
  readonly runId: string
  readonly workflowType: string
  readonly firstRunId: string
  readonly input: Json
  /** Marks of `patched` that are recorded. */
  readonly patches: readonly string[]
  /** History after which `continueAsNewSuggested` is true. */
  readonly suggestedEvents: number
}

/** A command that the body awaits. */
export interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** Where the body asked for it; absent where its end is known already. */
  readonly site: Error | undefined
  readonly reason?: string
}

interface Condition {
  readonly isTrue: () => boolean
  readonly resolve: () => void
  readonly site: Error
}

/** The place of the current scope across awaits, as `AsyncLocalStorage` of the host keeps it. */
export interface ScopeStorage {
  run<Result>(scope: Scope, call: () => Result): Result
  getStore(): Scope | undefined
}

/**
 * One running body: it is given the news of its run one by one, and gives the commands that the body asks for. It is
 * deterministic: equal news gives equal commands. A host applies one news, lets all microtasks run, and settles the
 * conditions, before it looks at the commands.
 */
export class Instance {
  readonly start: InstanceStart
  readonly root: Scope
  readonly messages: Messages
  readonly random: () => number
  /** Instant of the last news, in milliseconds since 1970. */
  now = 0
  /** Number of the event of the last news. */
  seq = 0
  /** Whether the last news has been given to the body before. */
  isReplaying = false
  /** A query is being answered: nothing may be scheduled. */
  isQuerying = false
  outcome: CodeOutcome | null = null
  private readonly definition: WorkflowDefinition
  private readonly storage: ScopeStorage
  private readonly patches: Set<string>
  private readonly pending = new Map<number, Pending>()
  private readonly conditions = new Set<Condition>()
  private commands: CodeCommand[] = []
  private notes: CodeNote[] = []
  private count = 0
  private ended: ReadonlySet<number> = new Set()

  constructor(definition: WorkflowDefinition, start: InstanceStart, storage: ScopeStorage) {
    this.definition = definition
    this.start = start
    this.storage = storage
    this.patches = new Set(start.patches)
    this.random = seededRandom(start.runId)
    this.root = new Scope(null, true)
    this.messages = new Messages(this)
  }

  /** Gives the body one news. What it does with it happens in the microtasks that follow. */
  apply(news: News, isReplaying: boolean): void {
    this.now = news.at
    this.seq = news.seq
    this.isReplaying = isReplaying
    this.storage.run(this.root, () => this.receive(news))
  }

  expect(ended: ReadonlySet<number>): void {
    this.ended = ended
  }

  /** Resolves the conditions that are true now; whether there was one. */
  settleConditions(): boolean {
    if (this.conditions.size === 0) return false
    let isAny = false
    for (const condition of [...this.conditions]) {
      if (!this.conditions.has(condition) || !this.guarded(condition.isTrue)) continue
      this.conditions.delete(condition)
      condition.resolve()
      isAny = true
    }
    return isAny
  }

  /** The commands and notes since the last call. */
  take(): { readonly commands: readonly CodeCommand[]; readonly notes: readonly CodeNote[] } {
    const { commands, notes } = this
    this.commands = []
    this.notes = []
    return { commands, notes }
  }

  /** The scope that the running code is in. */
  get scope(): Scope {
    return this.storage.getStore() ?? this.root
  }

  within<Result>(scope: Scope, call: () => Result): Result {
    return this.storage.run(scope, call)
  }

  /** The next command of the body. `make` gets its number. */
  ask<Result>(
    make: (n: number) => CodeCommand,
    {
      reason,
      onCancel = 'withdraw',
    }: { readonly reason?: string; readonly onCancel?: 'withdraw' | 'abandon' | 'wait' } = {},
  ): Promise<Result> {
    this.assertScheduling()
    const { scope } = this
    if (scope.isCancelled) return Promise.reject(new CancelledFailure())
    this.count += 1
    const n = this.count
    this.commands.push(make(n))
    return new Promise<Result>((resolve, reject) => {
      const leave = scope.onCancel(() => {
        if (onCancel === 'wait' || !this.pending.has(n)) return
        this.pending.delete(n)
        if (onCancel === 'withdraw') this.notes.push({ kind: 'cancel', n })
        reject(new CancelledFailure())
      })
      const settle = <Value>(end: (value: Value) => void) => {
        return (value: Value) => {
          leave()
          end(value)
        }
      }
      const more = reason === undefined ? {} : { reason }
      this.pending.set(n, {
        resolve: settle(resolve as (value: unknown) => void),
        reject: settle(reject),
        // A stack trace is the largest part of the cost of a replayed command.
        site: this.ended.has(n) ? undefined : new Error(),
        ...more,
      })
    })
  }

  /** A command that nothing awaits. */
  tell(make: (n: number) => CodeCommand): void {
    if (this.scope.isCancelled) throw new CancelledFailure()
    this.register(make)
  }

  /** The same within a cancelled scope: what was done before the cancellation has to be undone. */
  register(make: (n: number) => CodeCommand): void {
    this.assertScheduling()
    this.count += 1
    this.commands.push(make(this.count))
  }

  note(note: CodeNote): void {
    this.notes.push(note)
  }

  /** Withdraws a command of the instance itself: nobody awaits it any more. */
  withdraw(n: number): void {
    if (this.pending.delete(n)) this.notes.push({ kind: 'cancel', n })
  }

  get lastCommand(): number {
    return this.count
  }

  /** Resolves when the condition is true; a condition that is true already resolves at once. */
  condition(isTrue: () => boolean): Promise<void> {
    this.assertScheduling()
    const { scope } = this
    if (scope.isCancelled) return Promise.reject(new CancelledFailure())
    if (isTrue()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const leave = scope.onCancel(() => {
        if (this.conditions.delete(condition)) reject(new CancelledFailure())
      })
      const condition: Condition = {
        isTrue,
        resolve: () => {
          leave()
          resolve()
        },
        site: new Error(),
      }
      this.conditions.add(condition)
    })
  }

  patched(id: string): boolean {
    this.assertScheduling()
    if (this.patches.has(id)) return true
    if (this.isReplaying) return false
    this.patches.add(id)
    this.notes.push({ kind: 'patched', id })
    return true
  }

  /** Where the body waits, and for what, while it has not ended. */
  get blocked(): { readonly reason?: string; readonly site?: Error } {
    const [condition] = this.conditions
    const [first] = this.pending.values()
    if (first === undefined) return condition === undefined ? {} : { reason: 'a condition', site: condition.site }
    return { ...(first.site && { site: first.site }), ...(first.reason !== undefined && { reason: first.reason }) }
  }

  assertScheduling(): void {
    if (!this.isQuerying) return
    throw new ApplicationFailure('A query only answers: it must not schedule anything, wait, or patch.', {
      type: 'QUERY_MUST_NOT_SCHEDULE',
      retryable: false,
    })
  }

  /** A failure of the body itself, outside its main function: of a signal handler, or of a condition. */
  fail(error: unknown): void {
    this.outcome ??= this.endOf(error)
  }

  private receive(news: News): void {
    switch (news.kind) {
      case 'started':
        void this.run()
        return
      case 'resolved':
        this.settle(news.n)?.resolve(news.value)
        return
      case 'rejected':
        this.settle(news.n)?.reject(failureFrom(news.failure))
        return
      case 'signal':
        this.messages.signal(news.name, argsOf(news.data))
        return
      case 'update':
        this.messages.update(news.update_id, news.name, argsOf(news.args))
        return
      case 'cancel':
        this.root.cancel()
    }
  }

  private settle(n: number): Pending | undefined {
    const pending = this.pending.get(n)
    this.pending.delete(n)
    return pending
  }

  private async run(): Promise<void> {
    try {
      const result = await this.definition.body(...argsOf(this.start.input, true))
      this.outcome ??= { kind: 'completed', result: toJson(result, 'The result of the workflow') }
    } catch (error) {
      this.outcome ??= this.endOf(error)
    }
  }

  private endOf(error: unknown): CodeOutcome {
    if (error instanceof ContinueAsNew) {
      const [first, ...more] = error.args
      const input = more.length === 0 ? (first ?? {}) : { args: error.args }
      try {
        const json = toJson(input, 'The arguments of continueAsNew')
        return { kind: 'continue_as_new', input: json, signals: this.messages.unreadSignals() }
      } catch (refused) {
        return { kind: 'failed', failure: failureOf(refused) }
      }
    }
    if (error instanceof CancelledFailure && this.root.isCancelled) return { kind: 'cancelled' }
    return { kind: 'failed', failure: failureOf(error) }
  }

  private guarded(isTrue: () => boolean): boolean {
    try {
      return isTrue()
    } catch (error) {
      this.fail(error)
      return false
    }
  }
}

function failureFrom({ type, message }: CodeFailure): Error {
  return type === 'CancelledFailure' ? new CancelledFailure(message) : new ApplicationFailure(message, { type })
}
