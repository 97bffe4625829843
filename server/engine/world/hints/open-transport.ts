import { createNotifyTransport, type NotifyOptions } from './notify-transport.ts'
import { createRedisTransport } from './redis-transport.ts'
import { type HintTransport, noTransport } from './transport.ts'

/** How the processes of an installation hint at each other; equal in all of them. */
export interface HintSettings {
  /** NOTIFY is sent and heard. */
  readonly notify: boolean
  /** The Redis or Valkey that carries the hints instead of NOTIFY. */
  readonly hintsUrl?: string | undefined
}

export function openTransport({ notify, hintsUrl, ...options }: HintSettings & NotifyOptions): HintTransport {
  if (hintsUrl !== undefined) return createRedisTransport({ ...options, url: hintsUrl })
  return notify ? createNotifyTransport(options) : noTransport
}
