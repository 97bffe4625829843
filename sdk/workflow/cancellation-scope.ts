import { sleep } from './api.ts'
import { currentInstance } from './current.ts'
import { isCancellation } from './failures.ts'
import { Scope } from './scope.ts'

/**
 * A part of a body that is cancelled as a whole. Commands that are awaited in it throw a CancelledFailure when it is
 * cancelled; commands after that are refused in it.
 */
export class CancellationScope {
  private readonly scope: Scope

  constructor(options: { readonly cancellable?: boolean } = {}) {
    this.scope = new Scope(currentInstance().scope, options.cancellable ?? true)
  }

  /** Runs the function in a scope that is cancelled with the scope around it. */
  static cancellable<Result>(body: () => Promise<Result>): Promise<Result> {
    return new CancellationScope().run(body)
  }

  /** Runs the function shielded: for a clean-up after a cancellation. */
  static nonCancellable<Result>(body: () => Promise<Result>): Promise<Result> {
    return new CancellationScope({ cancellable: false }).run(body)
  }

  /** Runs the function, and cancels it when the time, in milliseconds, is over. */
  static async withTimeout<Result>(ms: number, body: () => Promise<Result>): Promise<Result> {
    const scope = new CancellationScope()
    const watch = new CancellationScope()
    watch
      .run(() => sleep(ms))
      .then(
        () => scope.cancel(),
        () => undefined,
      )
    try {
      return await scope.run(body)
    } finally {
      watch.cancel()
    }
  }

  async run<Result>(body: () => Promise<Result>): Promise<Result> {
    try {
      return await currentInstance().within(this.scope, body)
    } finally {
      this.scope.leave()
    }
  }

  /** Cancels what is awaited in the scope. */
  cancel(): void {
    this.scope.cancel()
  }

  get isCancelled(): boolean {
    return this.scope.isCancelled
  }

  /** Whether the error says that something was cancelled. */
  static isCancellation(error: unknown): boolean {
    return isCancellation(error)
  }
}
