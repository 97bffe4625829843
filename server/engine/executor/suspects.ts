import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../ports.ts'
import type { FromHost } from './messages.ts'
import type { SuspectSettings } from './suspect-messages.ts'
import { type SuspectProcess, startSuspectProcess } from './suspect-process.ts'

/** Calls suspects, each alone in a process of its own: one that ends its process is known, and has harmed nobody. */
export interface Suspects {
  start(request: FunctionRequest): void
  cancel(id: string): void
  close(): Promise<void>
}

export interface SuspectsOptions extends SuspectSettings {
  /** After how long a process is ended that nobody needs. */
  readonly idleMs: number
  onMessage(request: FunctionRequest, message: FromHost): void
  /** It has ended or blocked a process in which nobody else had been. */
  onGuilty(request: FunctionRequest, reason: string): void
  log(line: string): void
}

/** After a process that could not be started. */
const AGAIN_MS = 1_000

export function createSuspects({ idleMs, log, onMessage, onGuilty, ...settings }: SuspectsOptions): Suspects {
  let waiting: FunctionRequest[] = []
  const processes = new Set<SuspectProcess>()
  /** Of those, the ones that are given nothing any more. */
  const leaving = new Set<SuspectProcess>()
  const idle = new Map<SuspectProcess, NodeJS.Timeout>()
  /** By id of the attempt: it is to have a process in which nobody was before. */
  const wary = new Set<string>()
  let closed = false

  const end = (process: SuspectProcess) => {
    leaving.add(process)
    clearTimeout(idle.get(process))
    idle.delete(process)
    void process.kill()
  }
  const rest = (process: SuspectProcess) => {
    idle.set(process, setTimeout(end, idleMs, process).unref())
  }

  const open = (): SuspectProcess => {
    const process = startSuspectProcess(settings, {
      onMessage(request, message) {
        onMessage(request, message)
        if (!('outcome' in message)) return
        wary.delete(request.id)
        rest(process)
        next()
      },
      onGone,
    })
    processes.add(process)
    return process
  }

  const onGone = (
    process: SuspectProcess,
    { request, begun }: { readonly request: FunctionRequest | null; readonly begun: boolean },
    reason: string,
  ) => {
    processes.delete(process)
    leaving.delete(process)
    clearTimeout(idle.get(process))
    idle.delete(process)
    if (closed) return
    if (request && begun && process.served === 1) {
      onGuilty(request, reason)
    } else if (request) {
      wary.add(request.id)
      waiting.unshift(request)
      if (!begun) {
        log(`a process for a suspect could not be started: ${reason}`)
        setTimeout(next, AGAIN_MS).unref()
        return
      }
    }
    next()
  }

  const processFor = (request: FunctionRequest): SuspectProcess | null => {
    const [resting] = idle.keys()
    if (resting && !wary.has(request.id)) {
      clearTimeout(idle.get(resting))
      idle.delete(resting)
      return resting
    }
    if (resting && processes.size >= limits.engine.suspectsAtOnce) end(resting)
    return processes.size - leaving.size < limits.engine.suspectsAtOnce ? open() : null
  }

  const next = () => {
    for (let request = waiting[0]; request && !closed; request = waiting[0]) {
      const process = processFor(request)
      if (!process) return
      waiting.shift()
      process.start(request)
    }
  }

  return {
    start(request) {
      waiting.push(request)
      next()
    },
    cancel(id) {
      waiting = waiting.filter((request) => request.id !== id)
      wary.delete(id)
      const process = [...processes].find(({ request }) => request?.id === id)
      if (!process) return
      leaving.add(process)
      process.cancel()
      next()
    },
    async close() {
      closed = true
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...processes].map((process) => process.kill()))
    },
  }
}
