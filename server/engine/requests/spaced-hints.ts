import { hintSpacingMs } from '#server/fleet/hint-spacing.ts'
import { tuning } from '../tuning.ts'

/** Channels that are remembered for their spacing; quiet ones are forgotten beyond that. */
const MOST_KEPT = 256

interface Paced {
  quietUntil: number
  timer: NodeJS.Timeout | undefined
}

/** Hints on their way out, by channel: the first of a burst at once, and one for all others when the quiet time is over. */
export class SpacedHints {
  readonly #send: (channel: string) => void
  readonly #channels = new Map<string, Paced>()

  constructor(send: (channel: string) => void) {
    this.#send = send
  }

  add(channel: string): void {
    const known = this.#channels.get(channel)
    if (known?.timer) return
    const waitMs = (known?.quietUntil ?? 0) - performance.now()
    if (known && waitMs > 0) known.timer = setTimeout(() => this.#go(channel), waitMs).unref()
    else this.#go(channel)
  }

  /** Drops hints that wait for their turn. */
  close(): void {
    for (const { timer } of this.#channels.values()) clearTimeout(timer)
    this.#channels.clear()
  }

  #go(channel: string): void {
    if (this.#channels.size >= MOST_KEPT) this.#forgetQuiet()
    const quietUntil = performance.now() + hintSpacingMs(tuning.notifyEveryMs)
    this.#channels.set(channel, { quietUntil, timer: undefined })
    this.#send(channel)
  }

  #forgetQuiet(): void {
    const now = performance.now()
    for (const [channel, { quietUntil, timer }] of this.#channels)
      if (!timer && quietUntil <= now) this.#channels.delete(channel)
  }
}
