import { availableParallelism } from 'node:os'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { Executor, ExecutorEvents, FunctionRequest } from '../ports.ts'
import { createFunctionHost, type FunctionHost } from './function-host.ts'
import type { FromHost } from './messages.ts'
import { createSharedThreads, notAnswering } from './shared-threads.ts'

export interface FunctionExecutorOptions {
  readonly functionsFolders: readonly string[]
  readonly monotonic: () => number
  readonly log: (line: string) => void
  /** Before a suspect is run alone; null when none is any more. */
  readonly onAlone: (request: FunctionRequest | null) => Promise<void>
  readonly onThreadLost?: () => void
  /** Threads for everybody; more are started while some of them do not answer, and one for suspects. */
  readonly threads?: number
  /** After how long a thread is ended that is not needed any more. */
  readonly spareIdleMs?: number
  /** How long a thread may not answer before it is ended: shared, and alone. */
  readonly blockedMs?: { readonly shared: number; readonly alone: number }
}

export interface FunctionExecutor extends Executor<FunctionRequest> {
  /** Attempts that no thread has begun yet. */
  readonly waiting: number
}

/**
 * Runs step functions in host threads. When a thread dies or does not answer for long,
 * the attempts that may be to blame are suspects: each is run again alone, in
 * a thread of its own where it may block longer and harms nobody. At its third
 * interruption an attempt ends as STEP_QUARANTINED. The others are simply
 * started again.
 *
 * So do attempts that were under way when engines died, twice: before one of
 * them is run alone, `onAlone` puts down that it is to blame if this engine dies, too.
 */
export function createFunctionExecutor(options: FunctionExecutorOptions, events: ExecutorEvents): FunctionExecutor {
  const blockedMs = options.blockedMs ?? {
    shared: limits.engine.hostBlockedMs,
    alone: limits.engine.hostBlockedAloneMs,
  }
  const suspects: FunctionRequest[] = []
  /** How often attempts were interrupted, of those that were. */
  const interruptions = new Map<string, number>()
  let cell: FunctionHost | null = null
  /** The suspect that is about to be run. */
  let chosen: FunctionRequest | null = null
  /** Whether somebody is put down as to blame. */
  let blamed = false
  let checkedAt = options.monotonic()
  let closed = false

  const onMessage = (request: FunctionRequest | null, message: FromHost) => {
    if ('log' in message) {
      options.log(request ? `${request.workflow} ${request.runId} ${request.step}: ${message.log}` : message.log)
    } else if (request && 'progress' in message) {
      events.onProgress(request.id, message.progress)
    } else if (request && 'outcome' in message) {
      interruptions.delete(request.id)
      events.onOutcome(request.id, message.outcome)
      runSuspect()
    }
    shared.onSignOfLife()
  }

  const startHost = (onGone: () => void, yielding = false): FunctionHost =>
    createFunctionHost(
      options.functionsFolders,
      {
        onMessage,
        onDeath(guilty, innocent, reason) {
          onGone()
          if (closed) return
          options.onThreadLost?.()
          options.log(`a function thread was lost (${reason}) with ${guilty.length + innocent.length} steps under way`)
          for (const request of innocent) start(request)
          for (const request of guilty) interrupt(request)
          runSuspect()
        },
      },
      options.monotonic,
      { yielding },
    )

  const interrupt = (request: FunctionRequest) => {
    const times = (interruptions.get(request.id) ?? 0) + 1
    interruptions.set(request.id, times)
    if (times < limits.engine.interruptions) {
      suspects.push(request)
      return
    }
    interruptions.delete(request.id)
    events.onOutcome(request.id, quarantined(request))
  }

  /** One suspect at a time, once it is put down who is to blame. */
  const runSuspect = () => {
    if (closed || chosen || (cell && cell.load > 0)) return
    const request = suspects.shift() ?? null
    if (!request && !blamed) return
    blamed = request !== null
    chosen = request
    options
      .onAlone(request)
      .catch((error: unknown) => options.log(`a suspect runs unrecorded: ${String(error)}`))
      .finally(() => {
        if (!request || closed) return
        if (chosen === request) {
          if (cell?.yielding) {
            void cell.close()
            cell = null
          }
          cell ??= startHost(() => {
            cell = null
          }, true)
          cell.start(request)
        }
        chosen = null
        runSuspect()
      })
  }

  const start = (request: FunctionRequest) => {
    if (request.interruptions >= limits.engine.interruptions - 1) {
      suspects.push(request)
      runSuspect()
      return
    }
    shared.start(request)
  }

  const shared = createSharedThreads({
    threads: options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
    blockedMs: blockedMs.shared,
    spareIdleMs: options.spareIdleMs ?? limits.engine.spareIdleMs,
    monotonic: options.monotonic,
    startHost,
  })

  const check = () => {
    const now = options.monotonic()
    // When this thread itself was held up, their answers are still in its queue.
    const late = now - checkedAt > 2 * limits.engine.hostProbeMs
    checkedAt = now
    shared.check(late)
    const silentMs = cell?.probe() ?? 0
    if (silentMs > limits.engine.hostYieldsMs) cell?.yieldToAll()
    if (silentMs > blockedMs.alone && !late) cell?.terminate(notAnswering(blockedMs.alone))
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
      cell?.cancel(id)
      interruptions.delete(id)
      if (chosen?.id === id) chosen = null
      const waiting = suspects.findIndex((request) => request.id === id)
      if (waiting >= 0) suspects.splice(waiting, 1)
    },
    async close() {
      closed = true
      clearInterval(watch)
      await Promise.all([shared.close(), cell?.close()])
    },
  }
}

export function quarantined(request: FunctionRequest): AttemptOutcome {
  const message = `${request.function} ended or blocked what ran it ${limits.engine.interruptions} times; it is not tried again.`
  return { kind: 'failed', error: { code: 'STEP_QUARANTINED', message, step: request.step }, retryable: false }
}
