import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FunctionRequest } from '../ports.ts'
import type { FromHost } from './messages.ts'
import type { FromSuspect, SuspectSettings, ToSuspect } from './suspect-messages.ts'

/** The engine's side of a process in which suspects are called, one after the other. */
export interface SuspectProcess {
  /** Whom it runs now. */
  readonly request: FunctionRequest | null
  /** How many it has been given so far: what an earlier one left behind may be what harms a later one. */
  readonly served: number
  start(request: FunctionRequest): void
  /** It is given nothing any more, and ends. */
  cancel(): void
  kill(): Promise<void>
}

export interface SuspectProcessEvents {
  onMessage(request: FunctionRequest, message: FromHost): void
  /** `begun`: its thread was up, so that what it ran may be the reason. */
  onGone(
    gone: SuspectProcess,
    left: { readonly request: FunctionRequest | null; readonly begun: boolean },
    reason: string,
  ): void
}

const entry = join(import.meta.dirname, 'suspect-child.ts')
const flags = ['--disable-proto=delete', '--enable-source-maps', '--disable-warning=ExperimentalWarning']

export function startSuspectProcess(settings: SuspectSettings, events: SuspectProcessEvents): SuspectProcess {
  const child = fork(entry, [JSON.stringify(settings)], {
    execArgv: flags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').catch(() => undefined)
  let request: FunctionRequest | null = null
  let served = 0
  let up = false
  let gone = false
  let reason: string | null = null

  const send = (message: ToSuspect) => {
    // When it is gone, that is told by its end.
    child.send(message, () => undefined)
  }
  const leave = (why: string) => {
    if (gone) return
    gone = true
    const left = { request, begun: up }
    request = null
    events.onGone(suspect, left, reason ?? why)
  }

  child.on('message', (message: FromSuspect) => {
    if ('up' in message) {
      up = true
    } else if ('lost' in message) {
      reason = message.lost
    } else if (request) {
      const whose = request
      if ('outcome' in message.told) request = null
      events.onMessage(whose, message.told)
    }
  })
  child.on('error', (error) => {
    if (child.pid === undefined) leave(error.message)
  })
  child.on('exit', (code, signal) => leave(`its process ended (${signal ?? code})`))

  const suspect: SuspectProcess = {
    get request() {
      return request
    },
    get served() {
      return served
    },
    start(given) {
      request = given
      served += 1
      send({ start: given })
    },
    cancel() {
      if (!request) return
      send({ cancel: request.id })
      request = null
    },
    async kill() {
      if (gone) return
      child.kill('SIGKILL')
      await exited
    },
  }
  return suspect
}
