import type { FunctionRequest } from '../../ports.ts'
import { type Transitions, transition } from '../../transition.ts'
import { tuning } from '../tuning.ts'
import type { FunctionHost } from './function-host.ts'
import { watchMemoryGrowth } from './memory-growth.ts'
import type { Unresponsiveness } from './unresponsiveness.ts'

export interface SharedThreadsOptions {
  readonly threads: number
  /** How long a thread may be unresponsive before it is ended. */
  readonly blockedMs: number
  readonly spareIdleMs: number
  readonly monotonic: () => number
  /** The first thread is started with the first attempt, which waits for the thread; else at once. */
  readonly isLazy?: boolean | undefined
  readonly startHost: (onGone: () => void) => FunctionHost
}

/**
 * The modes of the shared threads:
 *
 * - `resting`: no attempt is under way, and nothing looks for blocked calls. Leaves to `watching` with the first attempt.
 * - `watching`: attempts are under way. Every `lookEveryMs` the calls of all threads are looked at. Leaves to `saturated`
 *   when an attempt finds no thread that is available, and to `resting` when a look finds no attempt under way.
 * - `saturated`: attempts wait, because no thread is available and all spare threads are in use. They are started again
 *   with the next message of a thread and with every check. Leaves to `watching` when no attempt waits any more.
 * - `closed`: all threads end. New attempts are dropped. No mode follows.
 */
export type SharedThreadsMode = 'resting' | 'watching' | 'saturated' | 'closed'

export const sharedThreadsTransitions: Transitions<SharedThreadsMode> = {
  resting: ['watching', 'closed'],
  watching: ['resting', 'saturated', 'closed'],
  saturated: ['watching', 'closed'],
  closed: [],
}

/**
 * Shared threads call the attempts of all runs. A function that does not return blocks its thread, and nothing else: as
 * soon as a thread is unresponsive, its attempts that have not begun and all new attempts go to other threads. A spare
 * thread, which is up and has loaded the functions already, replaces the unresponsive thread. When that thread answers
 * again, or has been ended, the surplus thread gets no new attempts and ends. An unresponsive thread that keeps a
 * processor busy is throttled, and after a while runs at idle priority for good. Such a thread gets no new attempts, even
 * when it answers again, and ends with its last attempt (`host-state.ts`).
 */
export class SharedThreads {
  private readonly options: SharedThreadsOptions
  /** The oldest first. */
  private readonly hosts: FunctionHost[] = []
  private readonly idleSince = new Map<FunctionHost, number>()
  private readonly fillsMemory = watchMemoryGrowth()
  /** Attempts for which no thread is available. */
  private queue: FunctionRequest[] = []
  /** Functions of which a call has returned. */
  private readonly known = new Set<string>()
  private isFilling = false
  private removedAt = Number.NEGATIVE_INFINITY
  private looks: NodeJS.Timeout | null = null
  private current: SharedThreadsMode = 'resting'

  constructor(options: SharedThreadsOptions) {
    this.options = options
    if (!options.isLazy) this.open()
  }

  get mode(): SharedThreadsMode {
    return this.current
  }

  /** Number of attempts that no thread has begun yet. */
  get waiting(): number {
    return this.hosts.reduce((sum, host) => sum + host.waiting, this.queue.length)
  }

  start(request: FunctionRequest): void {
    if (this.current === 'closed') return
    if (this.current === 'resting') this.watch()
    const host = this.choose()
    if (host) host.start(request)
    else this.enqueue(request)
  }

  cancel(id: string): void {
    for (const host of this.hosts) host.cancel(id)
    if (this.current !== 'saturated') return
    this.queue = this.queue.filter((request) => request.id !== id)
    if (this.queue.length === 0) this.enter('watching')
  }

  /** A call of this function has returned: spare threads can load the function. */
  noteReturned(functionName: string): void {
    if (this.known.has(functionName) || this.known.size >= tuning.preparedFunctions) return
    this.known.add(functionName)
    for (const host of this.hosts) if (host.load === 0) host.prepare(functionName)
  }

  /** A thread has sent a message: queued attempts may start. */
  noteMessage(): void {
    if (this.current === 'saturated') this.startQueued()
  }

  /** Probes all threads. `late`: the calling thread was blocked itself, so no thread is judged. */
  check(late: boolean): void {
    if (this.current === 'closed') return
    const probes = this.hosts.map((host) => ({ host, probe: host.probe() }))
    this.isFilling = this.fillsMemory(probes.every(({ probe }) => probe.ms === 0))
    if (!late) for (const { host, probe } of probes) if (probe.ms > 0) this.judge(host, probe)
    if (this.current === 'saturated') this.startQueued()
    this.endIdleSpares()
  }

  async close(): Promise<void> {
    if (this.current !== 'closed') this.enter('closed')
    this.endLooks()
    await Promise.all(this.hosts.map((host) => host.close()))
  }

  private enter(next: SharedThreadsMode): void {
    this.current = transition('shared threads', sharedThreadsTransitions, this.current, next)
  }

  private watch(): void {
    this.enter('watching')
    this.looks = setInterval(this.look, tuning.lookEveryMs).unref()
  }

  private endLooks(): void {
    if (this.looks) clearInterval(this.looks)
    this.looks = null
  }

  private enqueue(request: FunctionRequest): void {
    if (this.current === 'watching') this.enter('saturated')
    this.queue.push(request)
  }

  private startQueued(): void {
    const requests = this.queue
    this.queue = []
    this.enter('watching')
    for (const request of requests) this.start(request)
  }

  /** Of the available threads: an idle one, a new one, or the one with the lowest load. */
  private choose(): FunctionHost | null {
    const { threads } = this.options
    let available = 0
    let best: FunctionHost | null = null
    for (const host of this.hosts) {
      if (!host.isAvailable) continue
      if (host.load === 0) return host
      if (!best || host.load < best.load) best = host
      available += 1
      if (available === threads) return best
    }
    return this.hosts.length < threads + tuning.spareThreads ? this.open() : best
  }

  private open(): FunctionHost {
    const host = this.options.startHost(() => this.remove(host))
    this.hosts.push(host)
    for (const name of this.known) host.prepare(name)
    return host
  }

  private openSpare(): void {
    if (this.hosts.length < this.options.threads + tuning.spareThreads) this.open()
  }

  private remove(host: FunctionHost): void {
    this.hosts.splice(this.hosts.indexOf(host), 1)
    this.idleSince.delete(host)
    this.removedAt = this.options.monotonic()
  }

  /** Notices calls that do not return, long before their thread counts as unresponsive. */
  private readonly look = (): void => {
    if (this.queue.length === 0 && this.hosts.every((host) => host.load === 0)) {
      this.endLooks()
      this.enter('resting')
      return
    }
    for (const host of [...this.hosts]) {
      const call = host.lookAtCall()
      // Neither measure counts as an interruption of an attempt, so both are harmless on an overloaded machine.
      if (call.lastedMs > tuning.stuckAfterMs && host.canWithdraw) this.moveAttempts(host)
      if (call.lastedMs > tuning.throttleAfterMs) this.throttleIfSpinning(host, call)
    }
    // A spare thread may be needed at any time, and takes a while to start. Right after the removal of a thread none is
    // started: the cause of the removal may still be costly.
    const isCalm = this.options.monotonic() - this.removedAt > tuning.spareAfterMs
    if (this.known.size > 0 && isCalm && this.hosts.filter(isKept).length <= this.options.threads) this.openSpare()
  }

  /** Measures against a thread that has not answered its probe. */
  private judge(host: FunctionHost, probe: Unresponsiveness): void {
    const { blockedMs } = this.options
    // A thread takes a while to start: the spare is up by the time that this thread counts as unresponsive.
    if (host.isAnswering && !this.hosts.some((other) => other !== host && other.isAnswering && other.load === 0))
      this.openSpare()
    if (probe.ms < tuning.unresponsiveAfterMs) return
    if (probe.ms > blockedMs) host.terminate(notAnswering(blockedMs))
    else if (host.canWithdraw) this.moveAttempts(host)
    this.throttleIfSpinning(host, probe)
    if (probe.ranMs > tuning.idlePriorityAfterMs && !this.isFilling) host.yieldToAll()
  }

  private moveAttempts(host: FunctionHost): void {
    for (const request of host.withdraw()) this.start(request)
  }

  /** Throttles a spinning thread, unless no thread answers: then the verdict must come soon. */
  private throttleIfSpinning(host: FunctionHost, { lastedMs, wantedMs }: Unresponsiveness): void {
    const spins = wantedMs > lastedMs / 4 && !this.isFilling && this.hosts.some(({ isAnswering }) => isAnswering)
    host.setThrottle(spins ? 'spins' : null)
  }

  private endIdleSpares(): void {
    const now = this.options.monotonic()
    let answering = 0
    for (const host of [...this.hosts]) {
      if (!isKept(host)) {
        if (host.state === 'draining' && host.load === 0) this.closeHost(host)
        continue
      }
      if (host.isAnswering) answering += 1
      if (answering <= this.options.threads + 1 || host.load > 0) {
        this.idleSince.delete(host)
        continue
      }
      const since = this.idleSince.get(host) ?? now
      this.idleSince.set(host, since)
      if (now - since >= this.options.spareIdleMs) this.closeHost(host)
    }
  }

  private closeHost(host: FunctionHost): void {
    this.remove(host)
    void host.close()
  }
}

/** Whether a thread may get attempts again some day: a thread at idle priority does not. */
function isKept({ state }: FunctionHost): boolean {
  return state !== 'yielding' && state !== 'draining'
}

export function notAnswering(ms: number): string {
  return `it did not answer for ${ms} ms`
}
