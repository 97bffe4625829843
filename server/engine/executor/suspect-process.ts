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
  /** False: the process does not have this attempt. */
  cancel(id: string): boolean
  kill(): Promise<void>
}

export interface SuspectProcessEvents {
  onMessage(request: FunctionRequest | null, message: FromHost): void
  /** The process is slow from now on: new attempts go to another process. */
  onYield(): void
  onGone(lost: Lost): void
}

/** The end of a process. */
export interface Lost {
  readonly left: readonly FunctionRequest[]
  /** The attempt of `left` whose function was being called; null where that is not known. */
  readonly called: FunctionRequest | null
  /** The thread was up, so that one of the attempts in `left` may be the reason. */
  readonly begun: boolean
  readonly reason: string
}

/** The descriptor after the three standard streams and the IPC channel. */
const CALL_NOTE_FD = 4

const entry = join(import.meta.dirname, 'suspect-child.ts')
const flags = [
  '--disable-proto=delete',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
  // A process that fills its memory makes V8 collect all the time, by default in threads of usual priority on all
  // processors.
  '--single-threaded-gc',
]

/** Starts a process for suspects, held back from the beginning: its start is a good part of its cost. */
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
    // A failed send is ignored: the exit event reports that the process is gone.
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
      // `offloaded` identifies values by object identity in this process; the child gets the values whole.
      const { offloaded: _, ...start } = request
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
