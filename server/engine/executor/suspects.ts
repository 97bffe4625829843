import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../ports.ts'
import type { FromHost } from './messages.ts'
import type { SuspectSettings } from './suspect-messages.ts'
import { type SuspectProcess, startSuspectProcess } from './suspect-process.ts'

/**
 * Calls suspects outside of the engine, which outlives whatever they do and
 * knows of it. Most are innocent, and may wait for others for hours: they have one
 * process together. If that is lost, or where the suspicion is a strong one, each has a
 * process to itself in which nobody was before: then it is to blame and nobody else.
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

interface Suspect {
  readonly request: FunctionRequest
  readonly isPatient: boolean
}

export interface SuspectsOptions extends SuspectSettings {
  /** After how long the common process is ended when nobody needs it. */
  readonly idleMs: number
  onMessage(request: FunctionRequest | null, message: FromHost): void
  /** It has ended or blocked a process that it had to itself. */
  onGuilty(request: FunctionRequest, reason: string): void
  log(line: string): void
}

const patiently = (request: FunctionRequest): Suspect => ({ request, isPatient: true })

/** After a process that could not be started. */
const AGAIN_MS = 1_000

export function createSuspects({ idleMs, log, onMessage, onGuilty, ...settings }: SuspectsOptions): Suspects {
  /** All that live. */
  const processes = new Set<SuspectProcess>()
  let common: SuspectProcess | null = null
  let endCommon: NodeJS.Timeout | undefined
  /** Those that somebody has to himself. */
  const single = new Set<SuspectProcess>()
  /** Who waits for one of these. */
  let waiting: Suspect[] = []
  let closed = false

  const open = (
    onLeft: (process: SuspectProcess) => void,
    onLost: (left: readonly FunctionRequest[], reason: string) => void,
    isHeld: boolean,
  ): SuspectProcess => {
    const process = startSuspectProcess(settings, isHeld, {
      onMessage(request, message) {
        onMessage(request, message)
        if (request && 'outcome' in message && process.load === 0) onLeft(process)
      },
      onYield() {
        if (common === process) common = null
      },
      onGone(left, begun, reason) {
        processes.delete(process)
        single.delete(process)
        if (common === process) common = null
        if (closed) return
        if (begun) {
          onLost(left, reason)
        } else {
          log(`a process for suspects could not be started: ${reason}`)
          waiting.push(...left.map(patiently))
          setTimeout(next, AGAIN_MS).unref()
          return
        }
        next()
      },
    })
    processes.add(process)
    return process
  }

  const openCommon = () =>
    open(
      (process) => {
        if (common !== process) void process.kill()
        else endCommon = setTimeout(closeCommon, idleMs).unref()
      },
      (left, reason) => {
        log(`a process with ${left.length} suspects was lost (${reason}): each is called again alone`)
        waiting.push(...left.map(patiently))
      },
      false,
    )
  const closeCommon = () => {
    const process = common
    common = null
    void process?.kill()
  }

  const openSingle = () =>
    open(
      (process) => {
        single.delete(process)
        void process.kill()
        next()
      },
      (left, reason) => {
        for (const request of left) onGuilty(request, reason)
      },
      // Nobody waits for it who is not to blame.
      true,
    )

  const next = () => {
    while (!closed && single.size < limits.engine.suspectsAlone) {
      const suspect = waiting.shift()
      if (!suspect) return
      const process = openSingle()
      single.add(process)
      process.start(suspect.request, suspect.isPatient)
    }
  }

  return {
    start(request, { isStrong, isPatient }) {
      if (isStrong) {
        waiting.push({ request, isPatient })
        next()
        return
      }
      clearTimeout(endCommon)
      common ??= openCommon()
      common.start(request, isPatient)
    },
    cancel(id) {
      waiting = waiting.filter(({ request }) => request.id !== id)
      for (const process of processes) {
        if (!process.cancel(id) || process === common) continue
        // Its function may go on all the same.
        single.delete(process)
        setTimeout(() => void process.kill(), limits.engine.cancelGraceMs).unref()
        next()
      }
    },
    async close() {
      closed = true
      clearTimeout(endCommon)
      await Promise.all([...processes].map((process) => process.kill()))
    },
  }
}
