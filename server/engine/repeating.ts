import type { After } from './ports.ts'

/**
 * A loop that does its work at fixed intervals. Each turn begins the interval to the next one, and begins the work
 * unless the work of an earlier turn is still under way; so the work is never done twice at once, and a turn is never
 * late because of it.
 *
 * - `waiting`: the next turn is set. It leads to `working`.
 * - `working`: the next turn is set, and the work is under way. Its end leads to `waiting`, and may set the next turn
 *   earlier or later.
 * - `stopped`: no turn is set. Final; work that is under way still ends.
 */
export type RepeatingState = 'waiting' | 'working' | 'stopped'

export interface RepeatingOptions {
  readonly after: After
  readonly everyMs: number
  /** At every turn, before the work, also while work is under way. */
  onTurn?(): void
  /** Returns the milliseconds until the next turn; null to leave it where it is. */
  work(): Promise<number | null>
  /** Returns the same after an error. */
  onError(error: unknown): number | null
}

export class Repeating {
  readonly #options: RepeatingOptions
  #state: RepeatingState = 'waiting'
  #work: Promise<void> = Promise.resolve()
  #callOff = (): void => undefined

  /** `firstMs`: milliseconds until the first turn; 0: at once. */
  constructor(options: RepeatingOptions, firstMs: number = options.everyMs) {
    this.#options = options
    if (firstMs === 0) this.#turn()
    else this.nextIn(firstMs)
  }

  get state(): RepeatingState {
    return this.#state
  }

  /** Sets the next turn. */
  nextIn(ms: number): void {
    this.#callOff()
    if (this.#state !== 'stopped') this.#callOff = this.#options.after(ms, () => this.#turn())
  }

  /** Resolves when the work that is under way has ended. */
  stop(): Promise<void> {
    this.#state = 'stopped'
    this.#callOff()
    return this.#work
  }

  #turn(): void {
    this.nextIn(this.#options.everyMs)
    this.#options.onTurn?.()
    if (this.#state !== 'waiting') return
    this.#state = 'working'
    this.#work = this.#options.work().then(
      (ms) => this.#onEnd(ms),
      (error: unknown) => this.#onEnd(this.#options.onError(error)),
    )
  }

  #onEnd(ms: number | null): void {
    if (this.#state === 'working') this.#state = 'waiting'
    if (ms !== null) this.nextIn(ms)
  }
}
