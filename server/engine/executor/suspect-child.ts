import { limits } from '#core/limits.ts'
import { localClock } from '../local-clock.ts'
import { createFunctionHost } from './function-host.ts'
import { notAnswering } from './shared-threads.ts'
import type { FromSuspect, SuspectSettings, ToSuspect } from './suspect-messages.ts'

/**
 * The process in which a suspect is called: a function host, and nothing
 * else that could be harmed. Whatever ends it was this function's doing. It
 * ends with its engine, and only with it: a signal that is meant for all
 * processes of a service is not heeded, lest the function be blamed for it.
 */
const { functionsFolders, blockedMs } = JSON.parse(process.argv[2] ?? '{}') as SuspectSettings
const tell = (message: FromSuspect, then: () => void = () => undefined) => process.send?.(message, then)
const end = () => process.kill(process.pid, 'SIGKILL')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', end)

let up = false
const host = createFunctionHost(
  functionsFolders,
  {
    onMessage(_, message) {
      if (!up) tell({ up: true })
      up = true
      if (!('alive' in message)) tell({ told: message })
    },
    onDeath: (_suspects, _innocent, reason) => tell({ lost: reason }, end),
  },
  localClock.monotonic,
  { yielding: true },
)

/** For as long as it may take by its own words, if those are longer. */
let mayBlockMs = blockedMs
let checkedAt = localClock.monotonic()
setInterval(() => {
  const now = localClock.monotonic()
  // When this thread itself was held up, the answer is still in its queue.
  const late = now - checkedAt > 2 * limits.engine.hostProbeMs
  checkedAt = now
  const silentMs = host.probe()
  if (silentMs > limits.engine.hostYieldsMs) host.yieldToAll()
  if (silentMs > mayBlockMs && !late) host.terminate(notAnswering(mayBlockMs))
}, limits.engine.hostProbeMs)

process.on('message', (message: ToSuspect) => {
  if ('start' in message) {
    mayBlockMs = Math.max(blockedMs, Math.min(message.start.timeoutMs ?? 0, limits.engine.hostBlockedLongestMs))
    host.start(message.start)
  } else {
    host.cancel(message.cancel)
    setTimeout(end, limits.engine.cancelGraceMs)
  }
})
