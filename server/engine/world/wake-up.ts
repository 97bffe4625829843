import type { Generations } from '../../db/generations.ts'
import type { EagerStartHint, Topic, WakeUp } from '../ports.ts'
import { channelOf, channelOfEngine, EAGER_STARTS, topics } from './hints/channels.ts'
import { type HintSettings, openTransport } from './hints/open-transport.ts'
import { OutgoingHints } from './outgoing-hints.ts'

/**
 * Wake-up hints between processes, over NOTIFY or Redis: at most one per topic in ten milliseconds, the first of a burst
 * at once. Hints have no payload, except hints of eager starts. Hints may be lost; every listener polls as well.
 */
export interface WakeUpOptions extends HintSettings {
  readonly databaseUrl: string
  readonly generations?: Generations
  readonly onError?: (error: Error) => void
}

export function createWakeUp({ onError = () => undefined, ...options }: WakeUpOptions): WakeUp {
  const listeners: Record<Topic, Set<() => void>> = {
    engine: new Set(),
    locks: new Set(),
    log: new Set(),
    settled: new Set(),
    work: new Set(),
  }
  const addressed = new Map<string, () => void>()
  let onEagerStart: ((hint: EagerStartHint) => void) | null = null
  let closed = false

  const tell = (topic: Topic) => {
    for (const listener of listeners[topic]) listener()
  }
  const transport = openTransport({
    ...options,
    onError,
    onHint(channel, payload) {
      // Only a hint of an eager start has a payload.
      if (payload !== '') return onEagerStart?.(readHint(payload))
      const toEngine = addressed.get(channel)
      if (toEngine) return toEngine()
      const topic = topics.find((one) => channelOf[one] === channel)
      if (topic) tell(topic)
    },
  })
  const outgoing = new OutgoingHints((due) => transport.send(due.map((topic) => ({ channel: channelOf[topic] }))))

  return {
    wake(topic) {
      tell(topic)
      if (!closed) outgoing.add(topic)
    },
    listen(topic, listener) {
      listeners[topic].add(listener)
      if (listeners[topic].size === 1) void transport.hear(channelOf[topic])
      return () => listeners[topic].delete(listener)
    },
    listenAs({ epoch }, listener) {
      const channel = channelOfEngine(epoch)
      addressed.set(channel, listener)
      // What was sent before it was heard.
      void transport.hear(channel).then((isHeard) => isHeard && addressed.get(channel)?.())
      return () => {
        addressed.delete(channel)
        transport.leave(channel)
      }
    },
    listenForEagerStarts(listener) {
      onEagerStart = listener
      return transport.hear(EAGER_STARTS)
    },
    async close() {
      closed = true
      outgoing.close()
      await transport.close()
    },
  }
}

function readHint(payload: string): EagerStartHint {
  const afterEngine = payload.indexOf(' ')
  const afterRun = payload.indexOf(' ', afterEngine + 1)
  return {
    engineId: payload.slice(0, afterEngine),
    runId: payload.slice(afterEngine + 1, afterRun),
    events: payload.slice(afterRun + 1),
  }
}
