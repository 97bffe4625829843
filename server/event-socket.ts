/** A WebSocket as the API sees it; the front has made it of an upgrade. */
export interface EventSocket {
  /** Resolves when the reader has taken enough that more may be sent. Rejects when it takes nothing for too long. */
  send(text: string): Promise<void>
  close(code: number, reason: string): void
  /** The frames of the client as texts, from the first one on; null for a frame that is no text. */
  onFrame(listener: (text: string | null) => void): void
  /** Aborts when the connection has ended. */
  readonly signal: AbortSignal
}

/** Thrown by `send`: the reader takes too little. */
export class SlowReader extends Error {}

/** The bindings of a request that asks for an upgrade: its handler accepts by naming what serves the socket. */
export interface UpgradeBindings {
  readonly accept: (serve: (socket: EventSocket) => Promise<void>) => void
}
