import { availableParallelism } from 'node:os'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { noSecrets, type Secrets } from '../../secrets.ts'
import type { Executor, ExecutorEvents, FunctionRequest } from '../ports.ts'
import { createFunctionHost, type FunctionHost } from './function-host.ts'
import { type LastCalls, openLastCalls } from './last-calls.ts'
import { tookMemory } from './memory-bound.ts'
import type { FromHost } from './messages.ts'
import { functionSecrets } from './secrets/function-secrets.ts'
import { createSharedThreads } from './shared-threads.ts'
import { createSuspects } from './suspects.ts'

export interface FunctionExecutorOptions {
  readonly functionsFolders: readonly string[]
  /** What `context.secret(name)` reads; none when left out. */
  readonly secrets?: Secrets
  readonly monotonic: () => number
  readonly log: (line: string) => void
  readonly onThreadLost?: () => void
  /** Number of shared threads; more are started while some of them do not answer. */
  readonly threads?: number
  /** No thread is started before there is something to call. */
  readonly isLazy?: boolean
  /** Idle time after which a spare thread, or the process for suspects, is ended. */
  readonly spareIdleMs?: number
  /** How long a thread may not answer before it is ended: for a shared thread, and for a suspect. */
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

/**
 * The function executor runs step functions in host threads. When a thread dies or does not answer for long, the
 * attempts that may be to blame become suspects. Suspects run again in other processes, where they may block longer
 * without harm to other attempts. In the end each suspect has a process of its own, so that only the suspect can be the
 * reason if that process is interrupted too. At its third interruption an attempt goes into quarantine: it ends as
 * STEP_QUARANTINED. The innocent attempts are simply started again.
 *
 * Attempts that were under way when engines died become suspects too: after two deaths, or after one if the attempt was
 * called last. A kill from outside hits any attempts under way, time and again; so the death of an engine makes an
 * attempt a suspect, and never more.
 */
export function createFunctionExecutor(options: FunctionExecutorOptions, events: ExecutorEvents): FunctionExecutor {
  const blockedMs = options.blockedMs ?? {
    shared: limits.engine.hostBlockedMs,
    alone: limits.engine.hostBlockedAloneMs,
  }
  /** By attempt id, the number of interruptions; no entry means none. */
  const interruptions = new Map<string, number>()
  const spareIdleMs = options.spareIdleMs ?? limits.engine.spareIdleMs
  let checkedAt = options.monotonic()
  const lastCalls = options.lastCalls ?? openLastCalls(options.monotonic)
  const secrets = functionSecrets(options.secrets ?? noSecrets)
  let closed = false

  const onMessage = (request: FunctionRequest | null, message: FromHost) => {
    if ('log' in message) {
      options.log(request ? `${request.workflow} ${request.runId} ${request.step}: ${message.log}` : message.log)
    } else if (request && 'progress' in message) {
      events.onProgress(request.id, message.progress)
    } else if (request && 'outcome' in message) {
      interruptions.delete(request.id)
      events.onOutcome(request.id, message.outcome)
    }
  }

  const startHost = (onGone: () => void): FunctionHost => {
    const note = lastCalls.open()
    return createFunctionHost(
      options.functionsFolders,
      {
        isIdle: () => events.isIdle?.() ?? false,
        onMessage(request, message) {
          onMessage(request, message)
          if (request && 'outcome' in message) shared.onReturned(request.function)
          shared.onSignOfLife()
        },
        onDeath(guilty, innocent, reason) {
          onGone()
          if (closed) return
          options.onThreadLost?.()
          options.log(`a function thread was lost (${reason}) with ${guilty.length + innocent.length} steps under way`)
          for (const request of innocent) start(request)
          // A single guilty attempt is the one whose function the thread was calling.
          for (const request of guilty) interrupt(request, guilty.length === 1, reason)
        },
      },
      options.monotonic,
      {
        secrets,
        yielding: false,
        ...(note && { callNote: { fd: note.fd, first: limits.engine.callsNoted }, onEnded: note.close }),
      },
    )
  }

  const interrupt = (request: FunctionRequest, isStrong: boolean, reason: string) => {
    const times = interruptionsOf(request) + 1
    interruptions.set(request.id, times)
    if (times < limits.engine.interruptions) {
      suspects.start(request, { isStrong, isPatient: times === limits.engine.interruptions - 1 })
      return
    }
    interruptions.delete(request.id)
    events.onOutcome(request.id, quarantined(request, reason))
  }
  /** Engine deaths count, but are never enough for quarantine by themselves. */
  const interruptionsOf = (request: FunctionRequest) =>
    interruptions.get(request.id) ?? Math.min(request.interruptions, limits.engine.interruptions - 1)

  const suspects = createSuspects({
    functionsFolders: options.functionsFolders,
    secrets,
    blockedMs,
    idleMs: spareIdleMs,
    backOffMs: options.backOffMs ?? limits.engine.suspectBackOffMs,
    log: options.log,
    onMessage,
    onBackOff: (request, ms) => events.onProgress(request.id, { note: backOffNote(ms) }),
    onGuilty(request, reason) {
      options.onThreadLost?.()
      options.log(`${request.function} of run ${request.runId} has ended the process in which it was alone: ${reason}`)
      interrupt(request, true, reason)
    },
  })

  const start = (request: FunctionRequest) => {
    if (request.interruptions >= limits.engine.interruptions - 1)
      suspects.start(request, { isStrong: false, isPatient: true })
    else if (request.interruptions > 0 && lastCalls.names(request.id)) {
      options.log(
        `${request.function} of run ${request.runId} was called last by an engine that died: it is called elsewhere`,
      )
      suspects.start(request, { isStrong: false, isPatient: false })
    } else shared.start(request)
  }

  const shared = createSharedThreads({
    threads: options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
    blockedMs: blockedMs.shared,
    spareIdleMs,
    monotonic: options.monotonic,
    isLazy: options.isLazy,
    startHost,
  })

  const check = () => {
    const now = options.monotonic()
    // When this thread itself was blocked, the answers of the hosts are still in its queue.
    const late = now - checkedAt > 2 * limits.engine.hostProbeMs
    checkedAt = now
    shared.check(late)
  }
  const watch = setInterval(check, limits.engine.hostProbeMs)
  watch.unref()

  return {
    start,
    get waiting() {
      return shared.waiting
    },
    cancel(id) {
      shared.cancel(id)
      suspects.cancel(id)
      interruptions.delete(id)
    },
    async close() {
      closed = true
      clearInterval(watch)
      await Promise.all([shared.close(), suspects.close()])
    },
  }
}

/** Progress note of the step during the back-off. */
const backOffNote = (ms: number) =>
  `Interrupted, as it ended or blocked what ran it: called again, alone, after ${ms / 1000} s.`

export function quarantined(request: FunctionRequest, reason: string): AttemptOutcome {
  const why = Object.values<string>(tookMemory).includes(reason) ? `, the last time because ${reason}` : ''
  const message = `${request.function} ended or blocked what ran it ${limits.engine.interruptions} times${why}; it is not tried again.`
  return { kind: 'failed', error: { code: 'STEP_QUARANTINED', message, step: request.step }, retryable: false }
}
