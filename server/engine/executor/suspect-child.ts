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
 * The process in which suspects are called: a function host, and nothing
 * else that could be harmed. It
 * ends with its engine, and only with it: a signal that is meant for all
 * processes of a service is not heeded, lest a function be blamed for it.
 */
const callNote = process.argv[2] === undefined ? undefined : { fd: Number(process.argv[2]) }
const tell = (message: FromSuspect, then: () => void = () => undefined) => process.send?.(message, then)
const end = () => process.kill(process.pid, 'SIGKILL')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', end)

/** By id, how long each may block: if it is waited for patiently, as long as it may take by its own words, if that is longer. */
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
          // It will be killed, and then leaves none of it.
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

/** The clock of this process stands still while it is stopped. */
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
  // When this thread itself was held up, the answer is still in its queue.
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
  // Not one that others keep from what it has to do: it would never end.
  if (isLong && !isFilling && ranMs > limits.engine.hostYieldsMs) host.yieldToAll()
  // One that gets little of the processor keeps it busy all the same; one that sleeps gets none.
  const keepsBusy = isLong && ran > since / (heldFor ? 50 : 4)
  const does = keepsBusy ? (isFilling ? 'fills' : 'spins') : null
  if (does !== heldFor) {
    heldFor = does
    tell({ heldFor })
  }
  const most = Math.max(blockedMs.shared, ...mayBlockMs.values())
  if (silentMs > most && !late) host.terminate(notAnswering(most))
}
// After the messages that are there: how long it was stopped is among them.
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
