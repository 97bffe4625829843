import type { ClaimLimit } from '../ports.ts'
import { tuning } from '../tuning.ts'
import type { Admission } from './admission.ts'
import { type Dispatcher, type DispatcherWorld, startDispatcher } from './dispatcher.ts'
import { noPayloadBudget } from './payload-admission.ts'

export interface ClaimsWorld extends Omit<DispatcherWorld, 'limit' | 'fullMs' | 'onFull'> {
  readonly admission: Pick<Admission, 'limit' | 'fairLaneLimit'>
  /** False when the session has ended: nothing more is claimed. */
  isOpen(): boolean
  /** True while more timers are due than could be fired. */
  areTimersBehind(): boolean
  /** Number of runs that are held. */
  held(): number
  runsByOwner(): ReadonlyMap<string, number>
}

/**
 * The claims of a session, by two dispatchers. The main one takes runs from the front of the queue while there is room.
 * The fair lane takes runs of owners with few runs, while the main one has no room, or is claiming many runs of other
 * owners: those runs wait for neither.
 */
export class Claims {
  readonly #world: ClaimsWorld
  readonly #main: Dispatcher
  /** Undefined during the first claim of the main dispatcher, which begins before this one exists. */
  readonly #fairLane: Dispatcher | undefined

  constructor(world: ClaimsWorld) {
    this.#world = world
    this.#main = startDispatcher({
      ...world,
      limit: () => this.#mainLimit(),
      fullMs: tuning.pollBusyMs,
      onFull: () => this.#fairLane?.poke(),
    })
    this.#fairLane = startDispatcher({
      ...world,
      limit: () => this.#fairLaneLimit(),
      fullMs: tuning.pollIdleMs,
    })
  }

  /** There may be new runs in the queue. */
  poke(): void {
    this.#main.poke()
    this.#fairLane?.poke()
  }

  /** A run is no longer held. */
  onRoom(): void {
    this.#main.onRoom()
  }

  /** Whether a claim would take a run of this owner now. */
  hasRoomFor(ownerId: string): boolean {
    const { admission, held, runsByOwner } = this.#world
    if (admission.limit(held())) return true
    const limit = admission.fairLaneLimit(held(), runsByOwner())
    return limit !== null && !limit.notOf?.includes(ownerId)
  }

  async stop(): Promise<void> {
    await Promise.all([this.#main.stop(), this.#fairLane?.stop()])
  }

  #mainLimit(): ClaimLimit | null {
    const { admission, held, isOpen, areTimersBehind } = this.#world
    // A claim while timers are behind would delay them further, so ready runs wait in the queue. The fair lane goes on.
    if (!isOpen() || areTimersBehind()) return null
    return besides(admission.limit(held()), this.#fairLane)
  }

  #fairLaneLimit(): ClaimLimit | null {
    const { admission, held, isOpen, runsByOwner } = this.#world
    if (!isOpen() || !this.#main.isBehind) return null
    return besides(admission.fairLaneLimit(held(), runsByOwner()), this.#main)
  }
}

/** Both claims share the budget for large values: during a claim of the other one, only runs without any are taken. */
function besides(limit: ClaimLimit | null, other: Dispatcher | undefined): ClaimLimit | null {
  return limit && other?.isClaiming ? { ...limit, payloads: noPayloadBudget } : limit
}
