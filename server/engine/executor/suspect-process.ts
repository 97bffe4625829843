import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FunctionRequest } from '../ports.ts'
import { openCallNote } from './call-note.ts'
import { functionEnvironment } from './function-environment.ts'
import { type HeldFor, type Hold, holdBack } from './hold-back.ts'
import type { FromHost } from './messages.ts'
import { stoppableProcess } from './stop-process.ts'
import type { FromSuspect, SuspectSettings, ToSuspect } from './suspect-messages.ts'

/** The engine's side of a process in which suspects are called. */
export interface SuspectProcess {
  readonly load: number
  start(request: FunctionRequest, isPatient: boolean): void
  /** False: it does not have it. */
  cancel(id: string): boolean
  kill(): Promise<void>
}

export interface SuspectProcessEvents {
  onMessage(request: FunctionRequest | null, message: FromHost): void
  /** It is slow from now on: another one is for what comes next. */
  onYield(): void
  onGone(lost: Lost): void
}

/** What became of a process. */
export interface Lost {
  readonly left: readonly FunctionRequest[]
  /** Of those: whose function was being called; null where that is not known. */
  readonly called: FunctionRequest | null
  /** Its thread was up, so that one of those that are left may be the reason. */
  readonly begun: boolean
  readonly reason: string
}

/** Behind its three streams and the channel. */
const CALL_NOTE_FD = 4

const entry = join(import.meta.dirname, 'suspect-child.ts')
const flags = [
  '--disable-proto=delete',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
  // One that fills its memory has V8 collect all the time, by default in threads of the usual priority on all processors.
  '--single-threaded-gc',
]

/** It is held back already while it starts, which is a good part of what it costs. */
export function startSuspectProcess(settings: SuspectSettings, events: SuspectProcessEvents): SuspectProcess {
  const note = openCallNote()
  const child = fork(entry, note ? [String(CALL_NOTE_FD)] : [], {
    env: functionEnvironment(),
    execArgv: flags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(note ? [note.fd] : [])],
  })
  const exited = once(child, 'exit').catch(() => undefined)
  const under = new Map<string, FunctionRequest>()
  let up = false
  let gone = false
  let lost: Extract<FromSuspect, { readonly lost: string }> | null = null
  let hold: Hold | null = null

  const send = (message: ToSuspect) => {
    // When it is gone, that is told by its end.
    child.send(message, () => undefined)
  }
  const setHeld = (heldFor: HeldFor | null) => {
    if (gone || child.pid === undefined) return
    hold ??= holdBack(stoppableProcess(child.pid), (ms) => send({ rested: ms }))
    hold.set(heldFor)
  }
  const leave = (why: string) => {
    if (gone) return
    gone = true
    hold?.end()
    const left = [...under.values()]
    under.clear()
    const noted = note?.take() ?? null
    const calling = lost?.calling.length === 1 ? lost.calling[0] : noted
    const called = left.find(({ id }) => id === calling) ?? null
    events.onGone({ left, called, begun: up, reason: lost?.lost ?? why })
  }

  child.on('message', (message: FromSuspect) => {
    if ('up' in message) {
      up = true
      setHeld(null)
    } else if ('yields' in message) events.onYield()
    else if ('heldFor' in message) setHeld(message.heldFor)
    else if ('lost' in message) lost = message
    else {
      const request = under.get(message.id ?? '') ?? null
      if (request && 'outcome' in message.told) under.delete(request.id)
      events.onMessage(request, message.told)
    }
  })
  child.on('error', (error) => {
    if (child.pid === undefined) leave(error.message)
  })
  child.on('exit', (code, signal) => leave(`its process ended (${signal ?? code})`))

  setHeld('spins')
  send({ begin: settings })

  return {
    get load() {
      return under.size
    },
    start(request, isPatient) {
      under.set(request.id, request)
      // What it knows of values goes by what they are in this process; there it is sent them whole.
      const { kept: _, ...start } = request
      send({ start, isPatient })
    },
    cancel(id) {
      if (!under.delete(id)) return false
      send({ cancel: id })
      return true
    },
    async kill() {
      if (gone) return
      child.kill('SIGKILL')
      await exited
    },
  }
}
