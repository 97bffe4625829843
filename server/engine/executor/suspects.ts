import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../ports.ts'
import type { FromHost } from './messages.ts'
import type { SuspectSettings } from './suspect-messages.ts'
import { type Lost, type SuspectProcess, startSuspectProcess } from './suspect-process.ts'

/**
 * Calls suspects outside of the engine, which outlives whatever they do and
 * knows of it. Most are innocent, and may wait for others for hours: they have one
 * process together. If that is lost while the function of one was being called, it is a strong suspicion, and the others
 * go on together; where nobody knows, they are called again by halves, so that in a few steps only one is left.
 * A strong suspect, and that one, has a process to itself in which nobody was before: then it is to blame and nobody else.
 * It waits a while for that: whoever has to make good what it ended should not be busy with that alone.
 */
export interface Suspects {
  start(request: FunctionRequest, suspicion: Suspicion): void
  cancel(id: string): void
  close(): Promise<void>
}

export interface Suspicion {
  /** It was being called when its thread was lost. */
  readonly isStrong: boolean
  /** It may block for as long as anybody may: if it is interrupted once more, it is not tried again. */
  readonly isPatient: boolean
}

/** Attempts that are called in a process in which nobody else was before. */
interface Group {
  readonly requests: readonly FunctionRequest[]
  readonly isPatient: boolean
  /** Nobody waits for it who is not to blame. */
  readonly isHeld: boolean
}

export interface SuspectsOptions extends SuspectSettings {
  /** After how long the common process is ended when nobody needs it. */
  readonly idleMs: number
  /** Before a strong suspect is called: `last` where it is not tried again after that. */
  readonly backOffMs: { readonly first: number; readonly last: number }
  onMessage(request: FunctionRequest | null, message: FromHost): void
  /** It has ended or blocked what ran it, and is called alone after that. */
  onBackOff(request: FunctionRequest, ms: number): void
  /** It has ended or blocked a process that it had to itself. */
  onGuilty(request: FunctionRequest, reason: string): void
  log(line: string): void
}

/** After a process that could not be started. */
const AGAIN_MS = 1_000

export function createSuspects(options: SuspectsOptions): Suspects {
  const { idleMs, backOffMs, log, onMessage, onBackOff, onGuilty, ...settings } = options
  /** All that live. */
  const processes = new Set<SuspectProcess>()
  let common: SuspectProcess | null = null
  let endCommon: NodeJS.Timeout | undefined
  /** Those of strong suspects. */
  const held = new Set<SuspectProcess>()
  /** Who waits for one of these. */
  let waiting: Group[] = []
  /** By id, strong suspects that are not called yet. */
  const backingOff = new Map<string, NodeJS.Timeout>()
  let closed = false

  const open = (isHeld: boolean, onLeft: (process: SuspectProcess) => void, onLost: (lost: Lost) => void) => {
    const process = startSuspectProcess(settings, {
      onMessage(request, message) {
        onMessage(request, message)
        if (request && 'outcome' in message && process.load === 0) onLeft(process)
      },
      onYield() {
        if (common === process) common = null
      },
      onGone(lost) {
        processes.delete(process)
        held.delete(process)
        if (common === process) common = null
        if (closed) return
        next()
        if (lost.left.length === 0) return
        if (lost.begun) {
          onLost(lost)
          return
        }
        log(`a process for suspects could not be started: ${lost.reason}`)
        waiting.push({ requests: lost.left, isPatient: true, isHeld })
        setTimeout(next, AGAIN_MS).unref()
      },
    })
    processes.add(process)
    return process
  }

  const startCommon = (request: FunctionRequest, isPatient: boolean) => {
    clearTimeout(endCommon)
    common ??= open(
      false,
      (process) => {
        if (common !== process) void process.kill()
        else endCommon = setTimeout(closeCommon, idleMs).unref()
      },
      narrowDown,
    )
    common.start(request, isPatient)
  }
  const closeCommon = () => {
    const process = common
    common = null
    void process?.kill()
  }

  /** One of several is the reason. */
  const narrowDown = ({ left, called, reason }: Lost) => {
    const what = `a process with ${left.length} suspects was lost (${reason})`
    if (called) {
      log(`${what} while ${called.function} was being called: that is called alone`)
      callAlone(called, true, backOffMs.first)
      for (const request of left) if (request !== called) startCommon(request, true)
    } else {
      log(`${what}: they are called again by halves`)
      const middle = Math.ceil(left.length / 2)
      for (const requests of [left.slice(0, middle), left.slice(middle)])
        callApart({ requests, isPatient: true, isHeld: false })
    }
  }

  const callApart = ({ requests, isPatient, isHeld }: Group) => {
    if (closed || requests.length === 0) return
    const process = open(
      isHeld,
      () => {
        held.delete(process)
        void process.kill()
        next()
      },
      // Where there were others, one that has returned may have left behind what it was.
      (lost) => {
        if (requests.length > 1) narrowDown(lost)
        else for (const request of lost.left) onGuilty(request, lost.reason)
      },
    )
    if (isHeld) held.add(process)
    for (const request of requests) process.start(request, isPatient)
  }

  const callAlone = (request: FunctionRequest, isPatient: boolean, waitMs: number) => {
    const begin = () => {
      backingOff.delete(request.id)
      waiting.push({ requests: [request], isPatient, isHeld: true })
      next()
    }
    backingOff.set(request.id, setTimeout(begin, waitMs))
    onBackOff(request, waitMs)
  }
  const next = () => {
    while (held.size < limits.engine.suspectsAlone) {
      const group = waiting.shift()
      if (!group) return
      callApart(group)
    }
  }

  return {
    start(request, { isStrong, isPatient }) {
      if (isStrong) callAlone(request, isPatient, isPatient ? backOffMs.last : backOffMs.first)
      else startCommon(request, isPatient)
    },
    cancel(id) {
      clearTimeout(backingOff.get(id))
      backingOff.delete(id)
      waiting = waiting.map((group) => ({ ...group, requests: group.requests.filter((request) => request.id !== id) }))
      for (const process of processes) {
        if (!process.cancel(id) || process === common || process.load > 0) continue
        // Its function may go on all the same.
        held.delete(process)
        setTimeout(() => void process.kill(), limits.engine.cancelGraceMs).unref()
        next()
      }
    },
    async close() {
      closed = true
      clearTimeout(endCommon)
      for (const wait of backingOff.values()) clearTimeout(wait)
      await Promise.all([...processes].map((process) => process.kill()))
    },
  }
}
