/** A hint on its way: none has a payload but those of eager starts (`store/eager-start.ts`). */
export interface Hint {
  readonly channel: string
  readonly payload?: string | undefined
}

/**
 * The carrier of hints between processes. It may lose any of them, at any time and without a word: every listener polls
 * as well. It keeps nothing, and reconnects by itself.
 */
export interface HintTransport {
  send(hints: readonly Hint[]): void
  /** Hears a channel from now on; false when nothing can be heard at present. It is heard as soon as that is possible. */
  hear(channel: string): Promise<boolean>
  /** Hears a channel no longer. */
  leave(channel: string): void
  close(): Promise<void>
}

export interface TransportOptions {
  /** Receives the hints of other processes on the channels that are heard. */
  readonly onHint: (channel: string, payload: string) => void
  readonly onError: (error: Error) => void
}

/** No transport: nothing is sent or heard, as if every hint were lost. */
export const noTransport: HintTransport = {
  send: () => undefined,
  hear: () => Promise.resolve(false),
  leave: () => undefined,
  close: () => Promise.resolve(),
}
