import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../ports.ts'
import type { FromHost } from './messages.ts'
import type { SuspectSettings } from './suspect-messages.ts'
import { type Lost, type SuspectProcess, startSuspectProcess } from './suspect-process.ts'

/**
 * Suspects are called outside of the engine, which survives their effects and sees them. Most suspects are innocent,
 * and may wait for other systems for hours: they share one common process. If the common process is lost during the
 * call of one function, that attempt is a strong suspect, and the others go on together. Where the call is unknown, the
 * attempts are called again by halves, so that in a few steps only one is left. A strong suspect, or the last one left,
 * gets a fresh process to itself: then it alone is to blame. A strong suspect is called after a back-off, so that
 * replacing the processes that it ends does not take all the time of the engine.
 */
export interface Suspects {
  start(request: FunctionRequest, suspicion: Suspicion): void
  cancel(id: string): void
  close(): Promise<void>
}

export interface Suspicion {
  /** The attempt was being called when its thread was lost. */
  readonly isStrong: boolean
  /** The attempt may block for the longest allowed time: after one more interruption it is not tried again. */
  readonly isPatient: boolean
}

/** A group of attempts that are called in a fresh process. */
interface Group {
  readonly requests: readonly FunctionRequest[]
  readonly isPatient: boolean
  /** The group is one strong suspect, so that its process counts against `suspectsAlone` and may have to wait. */
  readonly isHeld: boolean
}

export interface SuspectsOptions extends SuspectSettings {
  /** Idle time after which the common process is ended. */
  readonly idleMs: number
  /** Back-off before a strong suspect is called: `last` where no further try follows. */
  readonly backOffMs: { readonly first: number; readonly last: number }
  onMessage(request: FunctionRequest | null, message: FromHost): void
  /** The attempt has ended or blocked its thread or process, and is called alone after `ms`. */
  onBackOff(request: FunctionRequest, ms: number): void
  /** The attempt has ended or blocked a process that it had to itself. */
  onGuilty(request: FunctionRequest, reason: string): void
  log(line: string): void
}

/** Delay before the next try after a process could not be started. */
const AGAIN_MS = 1_000

export function createSuspects(options: SuspectsOptions): Suspects {
  const { idleMs, backOffMs, log, onMessage, onBackOff, onGuilty, ...settings } = options
  /** All living processes. */
  const processes = new Set<SuspectProcess>()
  let common: SuspectProcess | null = null
  let endCommon: NodeJS.Timeout | undefined
  /** Processes of strong suspects. */
  const held = new Set<SuspectProcess>()
  /** Groups that wait for a process. */
  let waiting: Group[] = []
  /** Back-off timers of strong suspects, by attempt id. */
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

  /** Narrows a lost process with several suspects down to the one that is the reason. */
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
      // With several attempts, one that has returned already may have left the cause behind.
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
        // The function may go on in spite of its abort signal.
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
