import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../ports.ts'
import type { FunctionHost } from './function-host.ts'
import { watchMemory } from './memory-watch.ts'
import type { Silence } from './silence.ts'

/** Shared threads call the attempts of all runs. */
export interface SharedThreads {
  start(request: FunctionRequest): void
  /** A call of this function has returned: spare threads can load the function. */
  onReturned(functionName: string): void
  cancel(id: string): void
  /** Attempts that no thread has begun yet. */
  readonly waiting: number
  /** Asks all threads for a sign of life. `late`: the calling thread was blocked itself, so no thread is judged. */
  check(late: boolean): void
  /** A thread has sent a message: waiting attempts may start. */
  onSignOfLife(): void
  close(): Promise<void>
}

export interface SharedThreadsOptions {
  readonly threads: number
  /** How long a thread may be silent before it is ended. */
  readonly blockedMs: number
  readonly spareIdleMs: number
  readonly monotonic: () => number
  /** The first thread is started with the first attempt, which waits for the thread; else at once. */
  readonly isLazy?: boolean | undefined
  readonly startHost: (onGone: () => void) => FunctionHost
}

/**
 * A function that does not return blocks its thread, and nothing else. As soon as a thread is silent, its attempts that
 * have not begun and all new attempts go to other threads. A spare thread, which is up and has loaded the functions
 * already, stands in for the silent thread. When the silent thread answers again, or has been ended, the surplus thread
 * gets no new attempts and ends. A silent thread that keeps a processor busy is held back, and after a while runs at
 * idle priority for good. Such a thread gets no new attempts, even when it answers again, and ends with its last
 * attempt.
 */
export function createSharedThreads(options: SharedThreadsOptions): SharedThreads {
  const { threads, blockedMs, monotonic } = options
  /** The oldest first. */
  const hosts: FunctionHost[] = []
  const idleSince = new Map<FunctionHost, number>()
  const fillsMemory = watchMemory()
  /** Attempts for which there is no thread that answers. */
  let waiting: FunctionRequest[] = []
  /** Functions of which a call has returned. */
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

  /** Of the threads that answer: an idle one, a new one, or the one with the lowest load. */
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

  /** A look notices a call that does not return, long before the thread counts as silent. */
  const look = () => {
    if (waiting.length === 0 && hosts.every((host) => host.load === 0)) {
      if (looks) clearInterval(looks)
      looks = null
      return
    }
    for (const host of [...hosts]) {
      const silence = host.look()
      // Neither measure counts as an interruption of an attempt, so both are harmless on an overloaded machine.
      if (silence.lastedMs > limits.engine.hostStuckMs && !host.silent) moveAway(host)
      if (silence.lastedMs > limits.engine.hostHeldMs) holdIfSpinning(host, silence)
    }
    // A spare thread may be needed at any time, and takes a while to start. Right after the removal of a thread none is
    // started: the cause of the removal may still be costly.
    const isCalm = monotonic() - removedAt > limits.engine.spareAfterMs
    if (known.size > 0 && isCalm && hosts.filter(({ yields }) => !yields).length <= threads) openSpare()
  }
  const moveAway = (host: FunctionHost) => {
    for (const request of host.withdraw()) start(request)
  }
  /** Holds a spinning thread back, unless all threads are silent: then the verdict must come soon. */
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
        // A thread takes a while to start: the spare is up by the time that this thread counts as silent.
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
