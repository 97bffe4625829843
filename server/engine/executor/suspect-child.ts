import { flushCompileCache } from 'node:module'
import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../ports.ts'
import { localClock } from '../world/local-clock.ts'
import { createFunctionHost, type FunctionHost } from './function-host.ts'
import type { HeldFor } from './hold-back.ts'
import { watchMemory } from './memory-watch.ts'
import { notAnswering } from './shared-threads.ts'
import type { FromSuspect, SuspectSettings, ToSuspect } from './suspect-messages.ts'

/**
 * The suspect child is the process in which suspects are called: a function host, and nothing else that could be
 * harmed. It ends with its engine, and only with it: it ignores a signal that is meant for all processes of a service,
 * so that no function is blamed for the signal.
 */
const callNote = process.argv[2] === undefined ? undefined : { fd: Number(process.argv[2]) }
const tell = (message: FromSuspect, then: () => void = () => undefined) => process.send?.(message, then)
const end = () => process.kill(process.pid, 'SIGKILL')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', end)

/** By attempt id, how long each may block: a patient call may block for the step's time limit, if that is longer. */
const mayBlockMs = new Map<string, number>()
let blockedMs: SuspectSettings['blockedMs'] | null = null
let host: FunctionHost | null = null
let up = false
let restedMs = 0

function begin(settings: SuspectSettings): void {
  blockedMs = settings.blockedMs
  host = createFunctionHost(
    settings.functionsFolders,
    {
      onMessage(request, message) {
        if (!up) {
          tell({ up: true })
          // This process will be killed, which would leave no compile cache.
          flushCompileCache()
        }
        up = true
        if ('alive' in message) return
        if (request && 'outcome' in message) mayBlockMs.delete(request.id)
        tell({ told: message, id: request?.id ?? null })
      },
      onDeath: (suspects, _innocent, reason) => tell({ lost: reason, calling: suspects.map(({ id }) => id) }, end),
    },
    awakeMs,
    { secrets: settings.secrets, yielding: true, callNote },
  )
}

/** Reads the clock of this process, which stands still while the process is stopped. */
function awakeMs(): number {
  return localClock.monotonic() - restedMs
}

let checkedAt = awakeMs()
let ranBefore = 0
let yields = false
let heldFor: HeldFor | null = null
const fillsMemory = watchMemory()

function check(): void {
  const now = awakeMs()
  const since = now - checkedAt
  // When this thread itself was blocked, the answer is still in its queue.
  const late = since > 2 * limits.engine.hostProbeMs
  checkedAt = now
  if (!host || !blockedMs) return
  const { ms: silentMs, ranMs } = host.probe()
  const ran = ranMs - ranBefore
  ranBefore = ranMs
  const isFilling = fillsMemory(silentMs === 0)
  const isLong = silentMs > limits.engine.hostHeldMs
  if (isLong && !isFilling && silentMs > limits.engine.hostYieldsMs && !yields) {
    yields = true
    tell({ yields: true })
  }
  // The priority of a thread that other processes keep from the processor stays: the thread would never end.
  if (isLong && !isFilling && ranMs > limits.engine.hostYieldsMs) host.yieldToAll()
  // A thread that gets little of the processor keeps it busy all the same; a sleeping thread gets none.
  const keepsBusy = isLong && ran > since / (heldFor ? 50 : 4)
  const does = keepsBusy ? (isFilling ? 'fills' : 'spins') : null
  if (does !== heldFor) {
    heldFor = does
    tell({ heldFor })
  }
  const most = Math.max(blockedMs.shared, ...mayBlockMs.values())
  if (silentMs > most && !late) host.terminate(notAnswering(most))
}
// The check runs after the messages that have arrived: the time for which this process was stopped is among them.
setInterval(() => setImmediate(check), limits.engine.hostProbeMs)

process.on('message', (message: ToSuspect) => {
  if ('begin' in message) begin(message.begin)
  else if ('start' in message) start(message.start, message.isPatient)
  else if ('cancel' in message) cancel(message.cancel)
  else restedMs += message.rested
})

function start(request: FunctionRequest, isPatient: boolean): void {
  const statedMs = Math.min(request.timeoutMs ?? 0, limits.engine.hostBlockedLongestMs)
  mayBlockMs.set(request.id, isPatient ? Math.max(blockedMs?.alone ?? 0, statedMs) : 0)
  host?.start(request)
}

function cancel(id: string): void {
  mayBlockMs.delete(id)
  host?.cancel(id)
}
