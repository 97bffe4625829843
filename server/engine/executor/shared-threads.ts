import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../ports.ts'
import type { FunctionHost } from './function-host.ts'
import { watchMemory } from './memory-watch.ts'
import type { Silence } from './silence.ts'

/** The threads in which the attempts of all runs are called. */
export interface SharedThreads {
  start(request: FunctionRequest): void
  /** A call of this function has come back: the thread that may have to stand in can load it. */
  onReturned(functionName: string): void
  cancel(id: string): void
  /** Attempts that no thread has begun yet. */
  readonly waiting: number
  /** Asks all of them for a sign of life. `late`: the one who asks was held up, so nobody is judged. */
  check(late: boolean): void
  /** One of them has said something: attempts may have been waiting for that. */
  onSignOfLife(): void
  close(): Promise<void>
}

export interface SharedThreadsOptions {
  readonly threads: number
  /** How long one may be silent before it is ended. */
  readonly blockedMs: number
  readonly spareIdleMs: number
  readonly monotonic: () => number
  /** The first one is started with the first attempt, which waits for that; else at once. */
  readonly isLazy?: boolean | undefined
  readonly startHost: (onGone: () => void) => FunctionHost
}

/**
 * A function that does not return holds up its thread, and nothing else: as
 * soon as a thread is silent, what it has not begun and whatever is new goes
 * to the others, and a spare one stands in for it, which is up and has loaded the functions already. When it is back, or has
 * been ended, the one that is too many gets nothing new and ends. One that
 * keeps a processor busy meanwhile is held back, and after a while
 * gets it when nobody else wants it from then on, also when it is back, and ends with what it has.
 */
export function createSharedThreads(options: SharedThreadsOptions): SharedThreads {
  const { threads, blockedMs, monotonic } = options
  /** The oldest first. */
  const hosts: FunctionHost[] = []
  const idleSince = new Map<FunctionHost, number>()
  const fillsMemory = watchMemory()
  /** Attempts for which there is no thread that answers. */
  let waiting: FunctionRequest[] = []
  /** Functions that have come back. */
  const known = new Set<string>()
  let isFilling = false
  let removedAt = Number.NEGATIVE_INFINITY
  let looks: NodeJS.Timeout | null = null

  const open = (): FunctionHost => {
    const host = options.startHost(() => remove(host))
    hosts.push(host)
    for (const name of known) host.prepare(name)
    return host
  }
  const openSpare = () => {
    if (hosts.length < threads + limits.engine.spareThreads) open()
  }
  const remove = (host: FunctionHost) => {
    hosts.splice(hosts.indexOf(host), 1)
    idleSince.delete(host)
    removedAt = monotonic()
  }

  const start = (request: FunctionRequest) => {
    looks ??= setInterval(look, limits.engine.hostLookMs).unref()
    const host = choose()
    if (host) host.start(request)
    else waiting.push(request)
  }

  /** An idle one, a new one, or the one with the least to do, of those that answer. */
  const choose = (): FunctionHost | null => {
    let answering = 0
    let best: FunctionHost | null = null
    for (const host of hosts) {
      if (host.silent || host.yields) continue
      if (host.load === 0) return host
      if (!best || host.load < best.load) best = host
      answering += 1
      if (answering === threads) return best
    }
    return hosts.length < threads + limits.engine.spareThreads ? open() : best
  }

  const startWaiting = () => {
    if (waiting.length === 0) return
    const requests = waiting
    waiting = []
    for (const request of requests) start(request)
  }

  /** A call that does not return is seen long before the thread does not answer. */
  const look = () => {
    if (waiting.length === 0 && hosts.every((host) => host.load === 0)) {
      if (looks) clearInterval(looks)
      looks = null
      return
    }
    for (const host of [...hosts]) {
      const silence = host.look()
      // Neither blames anybody: on a machine that is overloaded they do no harm.
      if (silence.lastedMs > limits.engine.hostStuckMs && !host.silent) moveAway(host)
      if (silence.lastedMs > limits.engine.hostHeldMs) holdIfSpinning(host, silence)
    }
    // Somebody may have to stand in at any time, and takes a while to start. What has cost the last one may still cost others enough.
    const isCalm = monotonic() - removedAt > limits.engine.spareAfterMs
    if (known.size > 0 && isCalm && hosts.filter(({ yields }) => !yields).length <= threads) openSpare()
  }
  const moveAway = (host: FunctionHost) => {
    for (const request of host.withdraw()) start(request)
  }
  /** Where all are silent it is better to know soon. */
  const holdIfSpinning = (host: FunctionHost, { lastedMs, wantedMs }: Silence) => {
    const spins = wantedMs > lastedMs / 4 && !isFilling && hosts.some(({ silent }) => !silent)
    host.setHeld(spins ? 'spins' : null)
  }

  const endIdleSpares = () => {
    let answering = 0
    for (const host of [...hosts]) {
      if (host.yields) {
        if (host.load > 0 || host.silent) continue
        remove(host)
        void host.close()
        continue
      }
      if (!host.silent) answering += 1
      if (answering <= threads + 1 || host.load > 0) {
        idleSince.delete(host)
        continue
      }
      const since = idleSince.get(host) ?? monotonic()
      idleSince.set(host, since)
      if (monotonic() - since < options.spareIdleMs) continue
      remove(host)
      void host.close()
    }
  }

  if (!options.isLazy) open()

  return {
    start,
    onReturned(functionName) {
      if (known.has(functionName) || known.size >= limits.engine.functionsPrepared) return
      known.add(functionName)
      for (const host of hosts) if (host.load === 0) host.prepare(functionName)
    },
    get waiting() {
      return hosts.reduce((sum, host) => sum + host.waiting, waiting.length)
    },
    cancel(id) {
      for (const host of hosts) host.cancel(id)
      waiting = waiting.filter((request) => request.id !== id)
    },
    check(late) {
      const probes = hosts.map((host) => ({ host, ...host.probe() }))
      isFilling = fillsMemory(probes.every(({ ms }) => ms === 0))
      for (const { host, ...silence } of probes) {
        const { ms: silentMs, ranMs } = silence
        if (late || silentMs === 0) continue
        // A thread takes a while to start: the one that may have to stand in is up by the time that this one counts as silent.
        if (!host.silent && !hosts.some((other) => other !== host && !other.silent && other.load === 0)) openSpare()
        if (silentMs < limits.engine.hostSilentMs) continue
        if (silentMs > blockedMs) host.terminate(notAnswering(blockedMs))
        else if (!host.silent) moveAway(host)
        holdIfSpinning(host, silence)
        if (ranMs > limits.engine.hostYieldsMs && !isFilling) host.yieldToAll()
      }
      startWaiting()
      endIdleSpares()
    },
    onSignOfLife: startWaiting,
    async close() {
      if (looks) clearInterval(looks)
      await Promise.all(hosts.map((host) => host.close()))
    },
  }
}

export function notAnswering(ms: number): string {
  return `it did not answer for ${ms} ms`
}
