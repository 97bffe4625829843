import { tuning } from '../tuning.ts'

export interface CoolingWorld {
  /** Lets a share of the runs leave for other engines, and returns their ids. */
  letLeave(share: number, mayLeave: (runId: string) => boolean): readonly string[]
  /** Runs that have not left stay. */
  keepAll(): void
  isBusy(): boolean
  monotonic(): number
  log(line: string): void
}

/**
 * The cooling of a hot engine: it hands a share of its runs back while another engine has time. It is asked at regular
 * looks.
 *
 * - `cool`: the engine had time at the last look. It leads to `warm`.
 * - `warm`: it has been busy at every look since `since`. After `hotMs`, runs leave, and the time begins anew. It leads to
 *   `cool`, where runs that have not left stay.
 */
export class Cooling {
  readonly #world: CoolingWorld
  #state: { readonly name: 'cool' } | { readonly name: 'warm'; readonly since: number } = { name: 'cool' }
  /** By run, when it was asked to leave. */
  readonly #moved = new Map<string, number>()

  constructor(world: CoolingWorld) {
    this.#world = world
  }

  get state(): 'cool' | 'warm' {
    return this.#state.name
  }

  /** `leastBusy`: the load of the least busy engine that is alive. */
  look(engines: number, leastBusy: number | null): void {
    const { isBusy, keepAll, letLeave, log, monotonic } = this.#world
    const now = monotonic()
    if (!isBusy()) {
      if (this.#state.name === 'warm') keepAll()
      this.#state = { name: 'cool' }
      return
    }
    if (this.#state.name === 'cool') this.#state = { name: 'warm', since: now }
    if (now - this.#state.since < tuning.hotMs) return
    this.#state = { name: 'warm', since: now }
    keepAll()
    if (engines < 2 || leastBusy === null || leastBusy >= tuning.coolShare) return
    for (const [runId, at] of this.#moved) if (now - at > tuning.movedForMs) this.#moved.delete(runId)
    const left = letLeave(tuning.hotShare, (runId) => !this.#moved.has(runId))
    for (const runId of left) this.#moved.set(runId, now)
    if (left.length > 0) log(`this engine is overloaded and another one has time: ${left.length} runs move`)
  }
}
