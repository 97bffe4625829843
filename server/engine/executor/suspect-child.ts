import { limits } from '#core/limits.ts'
import { localClock } from '../local-clock.ts'
import type { FunctionRequest } from '../ports.ts'
import { createFunctionHost } from './function-host.ts'
import { notAnswering } from './shared-threads.ts'
import type { FromSuspect, SuspectSettings, ToSuspect } from './suspect-messages.ts'

/**
 * The process in which suspects are called: a function host, and nothing
 * else that could be harmed. It
 * ends with its engine, and only with it: a signal that is meant for all
 * processes of a service is not heeded, lest a function be blamed for it.
 */
const { functionsFolders, blockedMs } = JSON.parse(process.argv[2] ?? '{}') as SuspectSettings
const tell = (message: FromSuspect, then: () => void = () => undefined) => process.send?.(message, then)
const end = () => process.kill(process.pid, 'SIGKILL')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', end)

/** By id, how long each may block: as long as it may take by its own words, if that is longer. */
const mayBlockMs = new Map<string, number>()
let up = false
const host = createFunctionHost(
  functionsFolders,
  {
    onMessage(request, message) {
      if (!up) tell({ up: true })
      up = true
      if ('alive' in message) return
      if (request && 'outcome' in message) mayBlockMs.delete(request.id)
      tell({ told: message, id: request?.id ?? null })
    },
    onDeath: (_suspects, _innocent, reason) => tell({ lost: reason }, end),
  },
  localClock.monotonic,
  { yielding: true },
)

let checkedAt = localClock.monotonic()
let yields = false
setInterval(() => {
  const now = localClock.monotonic()
  // When this thread itself was held up, the answer is still in its queue.
  const late = now - checkedAt > 2 * limits.engine.hostProbeMs
  checkedAt = now
  const silentMs = host.probe()
  if (silentMs > limits.engine.hostYieldsMs && !yields) {
    yields = true
    host.yieldToAll()
    tell({ yields: true })
  }
  const most = Math.max(blockedMs, ...mayBlockMs.values())
  if (silentMs > most && !late) host.terminate(notAnswering(most))
}, limits.engine.hostProbeMs)

process.on('message', (message: ToSuspect) => {
  if ('start' in message) start(message.start)
  else cancel(message.cancel)
})

function start(request: FunctionRequest): void {
  mayBlockMs.set(request.id, Math.min(request.timeoutMs ?? 0, limits.engine.hostBlockedLongestMs))
  host.start(request)
}

function cancel(id: string): void {
  mayBlockMs.delete(id)
  host.cancel(id)
}
