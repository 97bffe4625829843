import { hintSpacingMs } from '#server/fleet/hint-spacing.ts'
import type { Topic } from '../ports.ts'
import { tuning } from '../tuning.ts'

/**
 * Hints on their way to other processes: at most one per topic in `notifyEveryMs` (longer in large installations), the first of a burst at once, and one
 * for all others of the burst when that time is over.
 */
export class OutgoingHints {
  readonly #send: (topics: readonly Topic[]) => void
  readonly #owed = new Set<Topic>()
  readonly #quietUntil: Record<Topic, number> = { engine: 0, locks: 0, log: 0, settled: 0, work: 0 }
  #timer: NodeJS.Timeout | null = null

  constructor(send: (topics: readonly Topic[]) => void) {
    this.#send = send
  }

  add(topic: Topic): void {
    if (this.#owed.has(topic)) return
    this.#owed.add(topic)
    // After the turn of the commit: the engine's own work goes first. A timer for another topic may be ten
    // milliseconds away.
    if (!this.#timer) setImmediate(() => this.#flush())
    else if (topic === 'settled' && this.#quietUntil.settled <= performance.now()) {
      clearTimeout(this.#timer)
      this.#timer = null
      setImmediate(() => this.#flush())
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #flush(): void {
    this.#timer = null
    const now = performance.now()
    const due = [...this.#owed].filter((topic) => this.#quietUntil[topic] <= now)
    // A run that settles has grown its history: both hints go out in the one transaction.
    if (due.includes('settled') && this.#owed.has('log') && !due.includes('log')) due.push('log')
    for (const topic of due) {
      this.#owed.delete(topic)
      this.#quietUntil[topic] = now + hintSpacingMs(tuning.notifyEveryMs)
    }
    if (due.length > 0) this.#send(due)
    const nextAt = Math.min(...[...this.#owed].map((topic) => this.#quietUntil[topic]))
    if (this.#owed.size > 0) this.#timer = setTimeout(() => this.#flush(), Math.max(1, nextAt - now)).unref()
  }
}
