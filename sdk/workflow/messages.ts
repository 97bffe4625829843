import type { Json } from '#core/json.ts'
import type { CodeFailure, CodeNote } from '#core/run/code/code-state.ts'
import type { QueryHandler, SignalHandler, UpdateHandler } from './definitions.ts'
import { failureOf } from './failures.ts'
import { toJson } from './values.ts'

type Args = readonly unknown[]
type Update = Extract<UpdateHandler<unknown, Args>, object>

/** What the handlers need of their body (instance.ts). */
export interface Receiver {
  /** Nothing may be scheduled as long as it is true. */
  isQuerying: boolean
  note(note: CodeNote): void
  fail(error: unknown): void
}

/** The answer to a query. */
export type QueryAnswer = { readonly result: Json } | { readonly failure: CodeFailure }

/** The handlers of a body, and the messages that came before their handlers; these are kept in their order. */
export class Messages {
  private readonly instance: Receiver
  private readonly signalHandlers = new Map<string, SignalHandler<Args>>()
  private readonly queryHandlers = new Map<string, QueryHandler<unknown, Args>>()
  private readonly updateHandlers = new Map<string, Update | UpdateHandler<unknown, Args>>()
  private signals: { readonly name: string; readonly args: Args }[] = []
  private updates: { readonly id: string; readonly name: string; readonly args: Args }[] = []

  constructor(instance: Receiver) {
    this.instance = instance
  }

  /** Number of signals that no handler has read. */
  get unread(): number {
    return this.signals.length
  }

  unreadSignals(): readonly { readonly name: string; readonly data: Json }[] {
    return this.signals.map(({ name, args }) => ({ name, data: toJson(args, 'A signal') }))
  }

  onSignal(name: string, handler: SignalHandler<Args>): void {
    this.signalHandlers.set(name, handler)
    const kept = this.signals.filter((signal) => signal.name === name)
    this.signals = this.signals.filter((signal) => signal.name !== name)
    for (const { args } of kept) this.callSignal(handler, args)
  }

  onQuery(name: string, handler: QueryHandler<unknown, Args>): void {
    this.queryHandlers.set(name, handler)
  }

  onUpdate(name: string, handler: UpdateHandler<unknown, Args>): void {
    this.updateHandlers.set(name, handler)
    const kept = this.updates.filter((update) => update.name === name)
    this.updates = this.updates.filter((update) => update.name !== name)
    for (const { id, args } of kept) void this.callUpdate(id, handler, args)
  }

  signal(name: string, args: Args): void {
    const handler = this.signalHandlers.get(name)
    if (handler === undefined) this.signals.push({ name, args })
    else this.callSignal(handler, args)
  }

  update(id: string, name: string, args: Args): void {
    const handler = this.updateHandlers.get(name)
    if (handler === undefined) this.updates.push({ id, name, args })
    else void this.callUpdate(id, handler, args)
  }

  /** Answers a query; null when the body has no handler of that name. */
  query(name: string, args: Args): QueryAnswer | null {
    const handler = this.queryHandlers.get(name)
    if (handler === undefined) return null
    this.instance.isQuerying = true
    try {
      return { result: toJson(handler(...args), `The answer to ${name}`) }
    } catch (error) {
      return { failure: failureOf(error) }
    } finally {
      this.instance.isQuerying = false
    }
  }

  private callSignal(handler: SignalHandler<Args>, args: Args): void {
    try {
      void Promise.resolve(handler(...args)).catch((error: unknown) => this.instance.fail(error))
    } catch (error) {
      this.instance.fail(error)
    }
  }

  /** The validator schedules nothing; what the handler schedules is recorded with the acceptance. */
  private async callUpdate(
    update_id: string,
    handler: Update | UpdateHandler<unknown, Args>,
    args: Args,
  ): Promise<void> {
    const { validate = null, handle } = typeof handler === 'function' ? { handle: handler } : handler
    try {
      this.instance.isQuerying = true
      try {
        validate?.(...args)
      } finally {
        this.instance.isQuerying = false
      }
      this.instance.note({ kind: 'update_accepted', update_id })
      const result = toJson(await handle(...args), 'The result of an update')
      this.instance.note({ kind: 'update_completed', update_id, result })
    } catch (error) {
      const { type: code, message } = failureOf(error)
      this.instance.note({ kind: 'update_rejected', update_id, error: { code, message } })
    }
  }
}
