import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../../ports.ts'
import { type Transitions, transition } from '../../transition.ts'
import type { SecretAnswer } from '../secrets/function-secrets.ts'
import type { FromHost } from '../threads/messages.ts'
import { tuning } from '../tuning.ts'
import type { IsolationSettings } from './isolated-messages.ts'
import { IsolatedProcess, type Lost } from './isolated-process.ts'

/** How an attempt is called in isolation. */
export interface QuarantineEntry {
  /** The attempt was being called when its thread was lost: after a back-off it gets a process to itself. */
  readonly isAlone: boolean
  /** The attempt may block for the longest allowed time: after one more interruption it is not tried again. */
  readonly isLastTry: boolean
}

/** Attempts that are called in a fresh process. */
interface Group {
  readonly requests: readonly FunctionRequest[]
  readonly isLastTry: boolean
  /** The process counts against `exclusiveProcesses`, so the group may have to wait. */
  readonly isExclusive: boolean
}

/**
 * The roles of an isolated process:
 *
 * - `shared`: the process calls all attempts that need no process of their own, and there is one such process at most.
 *   Leaves to `draining` when its thread blocks, and to `ending` when the process has been idle for long.
 * - `draining`: a former shared process that gets no new attempts. Leaves to `ending` with its last attempt.
 * - `group`: the process calls one half of the attempts of a lost process. Leaves to `ending` with its last attempt.
 * - `exclusive`: the process calls one attempt, and counts against `exclusiveProcesses`. Leaves to `ending` with it.
 * - `ending`: the process has no attempt any more and is killed: at once, or after some grace where a function
 *   may go on without its attempt.
 *
 * A process can be lost in any role.
 */
export type ProcessRole = 'shared' | 'draining' | 'group' | 'exclusive' | 'ending'

export const roleTransitions: Transitions<ProcessRole> = {
  shared: ['draining', 'ending'],
  draining: ['ending'],
  group: ['ending'],
  exclusive: ['ending'],
  ending: [],
}

export interface QuarantineOptions extends IsolationSettings {
  /** Idle time after which the shared process is ended. */
  readonly idleMs: number
  /** Back-off before an attempt is called alone: `last` where no further try follows. */
  readonly backOffMs: { readonly first: number; readonly last: number }
  onMessage(request: FunctionRequest | null, message: FromHost): void
  onSecret(request: FunctionRequest, name: string): Promise<SecretAnswer>
  /** The attempt has ended or blocked its thread or process, and is called alone after `ms`. */
  onBackOff(request: FunctionRequest, ms: number): void
  /** The attempt has ended or blocked a process that it had to itself. */
  onConfirmed(request: FunctionRequest, reason: string): void
  log(line: string): void
}

/**
 * The quarantine calls attempts that may have ended or blocked their thread or engine, in isolated processes: the engine
 * survives their effects and sees them. Most of these attempts are innocent, and may wait for other systems for hours:
 * they share one process. If the shared process is lost during the call of one function, that attempt is called alone, and
 * the others go on together. Where the call is unknown, the cause is found by bisection: the attempts are called again by
 * halves, so that in a few steps only one is left. An attempt that is called alone gets a fresh process to itself: then it
 * alone is to blame. It is called after a back-off, so that replacing the processes that it ends does not take all the
 * time of the engine.
 *
 * An isolated attempt backs off (`backingOff`), waits for a process (`queue`), or is being called (`roles`). An attempt
 * that ends its own process too often is reported by `onConfirmed`, and fails as STEP_QUARANTINED.
 */
export class Quarantine {
  private readonly options: QuarantineOptions
  /** All living processes. */
  private readonly roles = new Map<IsolatedProcess, ProcessRole>()
  private shared: IsolatedProcess | null = null
  private sharedIdle: NodeJS.Timeout | undefined
  /** Groups that wait for a process. */
  private queue: Group[] = []
  /** Back-off timers, by attempt id. */
  private readonly backingOff = new Map<string, NodeJS.Timeout>()
  private isClosed = false

  constructor(options: QuarantineOptions) {
    this.options = options
  }

  start(request: FunctionRequest, { isAlone, isLastTry }: QuarantineEntry): void {
    const { first, last } = this.options.backOffMs
    if (isAlone) this.callAlone(request, isLastTry, isLastTry ? last : first)
    else this.callShared(request, isLastTry)
  }

  cancel(id: string): void {
    clearTimeout(this.backingOff.get(id))
    this.backingOff.delete(id)
    this.queue = this.queue.map((group) => ({
      ...group,
      requests: group.requests.filter((request) => request.id !== id),
    }))
    for (const process of [...this.roles.keys()]) {
      if (!process.cancel(id) || process === this.shared || process.load > 0) continue
      // The function may go on in spite of its abort signal.
      this.end(process, limits.engine.cancelGraceMs)
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.sharedIdle)
    for (const timer of this.backingOff.values()) clearTimeout(timer)
    await Promise.all([...this.roles.keys()].map((process) => process.kill()))
  }

  private setRole(process: IsolatedProcess, role: ProcessRole): void {
    const before = this.roles.get(process)
    if (before) this.roles.set(process, transition('process of the quarantine', roleTransitions, before, role))
  }

  private open(role: ProcessRole, onLost: (lost: Lost) => void): IsolatedProcess {
    const { functionsFolders, blockedMs, onMessage, onSecret } = this.options
    const process = new IsolatedProcess(
      { functionsFolders, blockedMs },
      {
        onSecret,
        onMessage: (request, message) => {
          onMessage(request, message)
          if (request && 'outcome' in message && process.load === 0) this.noteEmpty(process)
        },
        onDraining: () => this.drain(process),
        onGone: (lost) => this.noteGone(process, lost, onLost),
      },
    )
    this.roles.set(process, role)
    return process
  }

  private drain(process: IsolatedProcess): void {
    if (process !== this.shared) return
    this.shared = null
    this.setRole(process, 'draining')
    if (process.load === 0) this.end(process, this.options.idleMs)
  }

  private noteEmpty(process: IsolatedProcess): void {
    if (process !== this.shared) this.end(process)
    else this.sharedIdle = setTimeout(() => this.endShared(), this.options.idleMs).unref()
  }

  private endShared(): void {
    const process = this.shared
    this.shared = null
    if (process) this.end(process)
  }

  private end(process: IsolatedProcess, graceMs = 0): void {
    this.setRole(process, 'ending')
    if (graceMs === 0) void process.kill()
    else setTimeout(() => void process.kill(), graceMs).unref()
    this.runQueue()
  }

  private noteGone(process: IsolatedProcess, lost: Lost, onLost: (lost: Lost) => void): void {
    const isExclusive = this.roles.get(process) === 'exclusive'
    this.roles.delete(process)
    if (this.shared === process) this.shared = null
    if (this.isClosed) return
    this.runQueue()
    if (lost.left.length === 0) return
    if (lost.wasUp) {
      onLost(lost)
      return
    }
    this.options.log(`an isolated process could not be started: ${lost.reason}`)
    this.queue.push({ requests: lost.left, isLastTry: true, isExclusive })
    setTimeout(() => this.runQueue(), tuning.processRetryMs).unref()
  }

  private callShared(request: FunctionRequest, isLastTry: boolean): void {
    clearTimeout(this.sharedIdle)
    this.shared ??= this.open('shared', (lost) => this.bisect(lost))
    this.shared.start(request, isLastTry)
  }

  /** Narrows a lost process with several attempts down to the attempt that is the cause. */
  private bisect({ left, called, reason }: Lost): void {
    const { log, backOffMs } = this.options
    const what = `an isolated process with ${left.length} attempts was lost (${reason})`
    if (called) {
      log(`${what} while ${called.function} was being called: that attempt is called alone`)
      this.callAlone(called, true, backOffMs.first)
      for (const request of left) if (request !== called) this.callShared(request, true)
    } else {
      log(`${what}: the attempts are called again by halves`)
      const middle = Math.ceil(left.length / 2)
      for (const requests of [left.slice(0, middle), left.slice(middle)])
        this.callGroup({ requests, isLastTry: true, isExclusive: false })
    }
  }

  private callGroup({ requests, isLastTry, isExclusive }: Group): void {
    if (this.isClosed || requests.length === 0) return
    const process = this.open(isExclusive ? 'exclusive' : 'group', (lost) => {
      // With several attempts, one that has returned already may have left the cause behind.
      if (requests.length > 1) this.bisect(lost)
      else for (const request of lost.left) this.options.onConfirmed(request, lost.reason)
    })
    for (const request of requests) process.start(request, isLastTry)
  }

  private callAlone(request: FunctionRequest, isLastTry: boolean, backOffMs: number): void {
    const begin = () => {
      this.backingOff.delete(request.id)
      this.queue.push({ requests: [request], isLastTry, isExclusive: true })
      this.runQueue()
    }
    this.backingOff.set(request.id, setTimeout(begin, backOffMs))
    this.options.onBackOff(request, backOffMs)
  }

  private runQueue(): void {
    while (this.countExclusive() < tuning.exclusiveProcesses) {
      const group = this.queue.shift()
      if (!group) return
      this.callGroup(group)
    }
  }

  private countExclusive(): number {
    let count = 0
    for (const role of this.roles.values()) if (role === 'exclusive') count += 1
    return count
  }
}
