import { availableParallelism } from 'node:os'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { environmentSource, noSecrets, type SecretSource } from '../../secrets.ts'
import type { Executor, ExecutorEvents, FunctionRequest } from '../ports.ts'
import { type LastCalls, openLastCalls } from './quarantine/last-calls.ts'
import { Quarantine } from './quarantine/quarantine.ts'
import { secretForFunction } from './secrets/function-secrets.ts'
import { createMessageRedaction, type MessageRedaction } from './secrets/message-redaction.ts'
import { redactAll } from './secrets/owner-redactor.ts'
import { FunctionHost } from './threads/function-host.ts'
import { tookMemory } from './threads/memory-bound.ts'
import type { FromHost } from './threads/messages.ts'
import { SharedThreads } from './threads/shared-threads.ts'
import { tuning } from './tuning.ts'

export interface FunctionExecutorOptions {
  readonly functionsFolders: readonly string[]
  /** What `context.secret(name)` reads; none when left out. */
  readonly secrets?: SecretSource
  readonly monotonic: () => number
  readonly log: (line: string) => void
  readonly onThreadLost?: () => void
  /** Number of shared threads; more are started while some of them do not answer. */
  readonly threads?: number
  /** No thread is started before there is something to call. */
  readonly isLazy?: boolean
  /** Idle time after which a spare thread, or the shared process of the quarantine, is ended. */
  readonly spareIdleMs?: number
  /** How long a thread may be unresponsive before it is ended: a shared thread, and the thread of a lone attempt. */
  readonly blockedMs?: { readonly shared: number; readonly alone: number }
  /** Back-off before an attempt that ended its thread or process is called again, and before its last call. */
  readonly backOffMs?: { readonly first: number; readonly last: number }
  /** The files of this user and machine, when absent. */
  readonly lastCalls?: LastCalls
}

export interface FunctionExecutor extends Executor<FunctionRequest> {
  /** Attempts that no thread has begun yet. */
  readonly waiting: number
}

export function createFunctionExecutor(options: FunctionExecutorOptions, events: ExecutorEvents): FunctionExecutor {
  return new ThreadedExecutor(options, events)
}

/**
 * The function executor runs step functions in host threads. When a thread dies or is unresponsive for long, the attempts
 * that may be to blame are isolated: the quarantine calls them again in other processes, where they may block longer
 * without harm to other attempts. In the end each of them has a process of its own, so that only this attempt can be the
 * cause; after several such interruptions the attempt fails with STEP_QUARANTINED. The innocent attempts are simply
 * started again.
 *
 * Attempts that were under way when engines died are isolated too: after two deaths, or after one if the attempt was
 * called last. A kill from outside hits any attempts under way, time and again; so the death of an engine isolates an
 * attempt, and never more.
 */
class ThreadedExecutor implements FunctionExecutor {
  private readonly options: FunctionExecutorOptions
  private readonly events: ExecutorEvents
  private readonly lastCalls: LastCalls
  private readonly secrets: SecretSource
  private readonly redaction: MessageRedaction
  private readonly shared: SharedThreads
  private readonly quarantine: Quarantine
  private readonly probing: NodeJS.Timeout
  /** By attempt id, the number of interruptions; no entry means none. */
  private readonly interruptions = new Map<string, number>()
  private checkedAt: number
  private isClosed = false

  constructor(given: FunctionExecutorOptions, events: ExecutorEvents) {
    const { secrets = environmentSource(noSecrets) } = given
    // The reason why a thread ended may be a text of a function, which may contain a secret of any owner.
    const redact = redactAll(secrets)
    const options = { ...given, secrets, log: (line: string) => given.log(redact(line)) }
    const { monotonic, spareIdleMs = tuning.spareIdleMs } = options
    const { hostBlockedMs, hostBlockedAloneMs, quarantineBackOffMs } = limits.engine
    const blockedMs = options.blockedMs ?? { shared: hostBlockedMs, alone: hostBlockedAloneMs }
    this.options = options
    this.events = events
    this.checkedAt = monotonic()
    this.lastCalls = options.lastCalls ?? openLastCalls(monotonic)
    this.secrets = secrets
    this.redaction = createMessageRedaction(this.secrets, options.log)
    this.quarantine = new Quarantine({
      functionsFolders: options.functionsFolders,
      blockedMs,
      idleMs: spareIdleMs,
      backOffMs: options.backOffMs ?? quarantineBackOffMs,
      log: options.log,
      onMessage: (request, message) => this.receive(request, message),
      onSecret: (request, name) => secretForFunction(this.secrets, request, name),
      onBackOff: (request, ms) => events.onProgress(request.id, { note: backOffNote(ms) }),
      onConfirmed: (request, reason) => this.noteProcessLost(request, reason),
    })
    this.shared = new SharedThreads({
      threads: options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
      blockedMs: blockedMs.shared,
      spareIdleMs,
      monotonic,
      isLazy: options.isLazy,
      startHost: (onGone) => this.startHost(onGone),
    })
    this.probing = setInterval(() => this.check(), tuning.probeEveryMs).unref()
  }

  get waiting(): number {
    return this.shared.waiting
  }

  start(request: FunctionRequest): void {
    this.redaction.prepare(request.ownerId)
    if (request.interruptions >= limits.engine.interruptions - 1)
      this.quarantine.start(request, { isAlone: false, isLastTry: true })
    else if (request.interruptions > 0 && this.lastCalls.names(request.id)) {
      this.options.log(
        `${request.function} of run ${request.runId} was called last by an engine that died: it is called elsewhere`,
      )
      this.quarantine.start(request, { isAlone: false, isLastTry: false })
    } else this.shared.start(request)
  }

  cancel(id: string): void {
    this.shared.cancel(id)
    this.quarantine.cancel(id)
    this.interruptions.delete(id)
    this.redaction.drop(id)
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.redaction.close()
    clearInterval(this.probing)
    await Promise.all([this.shared.close(), this.quarantine.close()])
  }

  private startHost(onGone: () => void): FunctionHost {
    const { functionsFolders, monotonic } = this.options
    const note = this.lastCalls.open()
    return new FunctionHost(
      {
        isIdle: () => this.events.isIdle?.() ?? false,
        onMessage: (request, message) => {
          this.receive(request, message)
          if (request && 'outcome' in message) this.shared.noteReturned(request.function)
          this.shared.noteMessage()
        },
        onSecret: (request, name) => secretForFunction(this.secrets, request, name),
        onDeath: (culprits, bystanders, reason) => {
          onGone()
          this.noteThreadLost(culprits, bystanders, reason)
        },
      },
      {
        functionsFolders,
        lowPriority: false,
        monotonic,
        ...(note && { callNote: { fd: note.fd, first: tuning.recordedCalls }, onEnded: note.close }),
      },
    )
  }

  private receive(request: FunctionRequest | null, message: FromHost): void {
    if (request) this.redaction.pass(request, message, (redacted) => this.deliver(request, redacted))
    else this.deliver(null, message)
  }

  private deliver(request: FunctionRequest | null, message: FromHost): void {
    if ('log' in message) {
      this.options.log(request ? `${request.workflow} ${request.runId} ${request.step}: ${message.log}` : message.log)
    } else if (request && 'progress' in message) {
      this.events.onProgress(request.id, message.progress)
    } else if (request && 'outcome' in message) {
      this.interruptions.delete(request.id)
      this.events.onOutcome(request.id, message.outcome)
    }
  }

  private check(): void {
    const now = this.options.monotonic()
    // When this thread itself was blocked, the answers of the hosts are still in its queue.
    const late = now - this.checkedAt > 2 * tuning.probeEveryMs
    this.checkedAt = now
    this.shared.check(late)
  }

  private noteThreadLost(
    culprits: readonly FunctionRequest[],
    bystanders: readonly FunctionRequest[],
    reason: string,
  ): void {
    if (this.isClosed) return
    const attempts = culprits.length + bystanders.length
    this.options.onThreadLost?.()
    this.options.log(`a function thread was lost (${reason}) with ${attempts} steps under way`)
    for (const request of bystanders) this.start(request)
    // A single culprit is the attempt whose function the thread was calling.
    for (const request of culprits) this.interrupt(request, culprits.length === 1, reason)
  }

  private noteProcessLost(request: FunctionRequest, reason: string): void {
    this.options.onThreadLost?.()
    this.options.log(
      `${request.function} of run ${request.runId} has ended the process in which it was alone: ${reason}`,
    )
    this.interrupt(request, true, reason)
  }

  private interrupt(request: FunctionRequest, isAlone: boolean, reason: string): void {
    const times = this.interruptionsOf(request) + 1
    this.interruptions.set(request.id, times)
    if (times < limits.engine.interruptions) {
      this.quarantine.start(request, { isAlone, isLastTry: times === limits.engine.interruptions - 1 })
      return
    }
    this.interruptions.delete(request.id)
    this.events.onOutcome(request.id, quarantined(request, reason))
  }

  /** Engine deaths count, but are never enough for STEP_QUARANTINED by themselves. */
  private interruptionsOf(request: FunctionRequest): number {
    return this.interruptions.get(request.id) ?? Math.min(request.interruptions, limits.engine.interruptions - 1)
  }
}

/** Progress note of the step during the back-off. */
const backOffNote = (ms: number) =>
  `Interrupted because it crashed or blocked its process. Retrying in an isolated process after ${ms / 1000} s.`

export function quarantined(request: FunctionRequest, reason: string): AttemptOutcome {
  const why = Object.values<string>(tookMemory).includes(reason) ? `, the last time because ${reason}` : ''
  const message = `${request.function} crashed or blocked its process ${limits.engine.interruptions} times${why}. It is not retried.`
  return { kind: 'failed', error: { code: 'STEP_QUARANTINED', message, step: request.step }, retryable: false }
}
