import { limits } from '#core/limits.ts'
import type { AttemptOutcome, Command } from '#core/run/command.ts'
import { reachCall } from '../crash-points.ts'
import { startPolling } from '../polling.ts'
import type { Executor, ExecutorEvents, FunctionRequest, LocalClock, WakeUp } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { workAgain, workLost } from './lose-work.ts'
import type { TakenWork, WorkStore } from './ports.ts'

export interface WorkerSettings {
  /** Queues from which the worker takes tasks. */
  readonly queues: readonly string[]
  /** Most tasks at once. */
  readonly tasks: number
  /** Longest interval between heartbeats. */
  readonly heartbeatMs: number
  readonly log: (line: string) => void
}

/** The world of a worker. */
export interface WorkerWorld extends WorkerSettings {
  readonly id: string
  readonly store: WorkStore
  readonly clock: LocalClock
  readonly wakeUp: Pick<WakeUp, 'wake' | 'listen' | 'close'>
  createExecutor(events: ExecutorEvents): Executor<FunctionRequest>
}

export interface Worker {
  readonly id: string
  /** Tasks in hand. */
  readonly load: number
  /** Takes no more tasks, gives tasks in hand a moment to end, and gives the other ones back. */
  stop(): Promise<void>
}

interface InHand extends TakenWork {
  progressAt: number
  /** The function has ended; its outcome is on the way to the database. */
  ended: boolean
}

/**
 * A worker runs the functions of ASYNC steps. It knows no runs: it takes tasks from a table under a token, sends
 * heartbeats, and reports the outcome to the run's mailbox. A task that is no longer in the table under its token was
 * cancelled or given to another worker: its function gets the abort signal.
 */
export function runWorker(world: WorkerWorld): Worker {
  const { id, store, clock, wakeUp, queues, log } = world
  const inHand = new Map<string, InHand>()
  let stopping = false
  let nextBeatInMs = world.heartbeatMs
  let executor: Executor<FunctionRequest> | null = null
  let onEmpty: () => void = () => undefined

  const onMissed = (error: unknown) => log(`a heartbeat was missed: ${String(error)}`)

  /** Interval between heartbeats: a step may allow less silence than the usual interval. */
  const beatEveryMs = () => {
    const allowed = [...inHand.values()].map(({ silenceMs }) => silenceMs ?? Number.POSITIVE_INFINITY)
    return Math.min(world.heartbeatMs, Math.min(...allowed) / limits.worker.beatsMissed)
  }

  const getExecutor = () => {
    executor ??= world.createExecutor({
      onOutcome: (token, outcome) => void finish(token, outcome),
      onProgress(token, progress) {
        const work = inHand.get(token)
        const now = clock.monotonic()
        if (!work || work.ended || now - work.progressAt < limits.worker.progressEveryMs) return
        work.progressAt = now
        if (progress.fraction === undefined && progress.note === undefined) {
          store.beat([token]).catch(onMissed)
          return
        }
        const { step, iteration, attempt } = work.request
        send(store.progress(token, progress, { type: 'progress', step, iteration, attempt, ...progress }))
      },
    })
    return executor
  }

  const start = (work: TakenWork) => {
    reachCall('work', 'starting')
    inHand.set(work.token, { ...work, progressAt: Number.NEGATIVE_INFINITY, ended: false })
    getExecutor().start({
      ...work.request,
      id: work.token,
      runId: work.runId,
      ownerId: work.ownerId,
      workflow: work.workflow,
      undo: false,
      byWorker: true,
      interruptions: 0,
    })
  }

  /** Reports an outcome until the database accepts it: until then the task stays in hand, and its heartbeats go on. */
  const finish = async (token: string, outcome: AttemptOutcome): Promise<void> => {
    const work = inHand.get(token)
    if (!work) return
    work.ended = true
    reachCall('work', 'ended')
    const { step, iteration, attempt } = work.request
    const command: Command = { type: 'attempt_ended', step, iteration, attempt, outcome }
    while (inHand.has(token)) {
      try {
        const accepted = await store.finish(token, command)
        if (!accepted) log(`${work.workflow} ${work.runId} ${step}: nobody waits for this result any more`)
        wakeUp.wake('engine')
        break
      } catch (error) {
        log(`a result waits for the database: ${String(error)}`)
        await new Promise<void>((resolve) => clock.after(limits.worker.againMs, resolve))
      }
    }
    drop(token)
    polling.poke()
  }

  const drop = (token: string) => {
    inHand.delete(token)
    if (inHand.size === 0) onEmpty()
  }

  const send = (sent: Promise<boolean>) => {
    sent.then(
      () => wakeUp.wake('engine'),
      (error: unknown) => log(`progress is not told: ${String(error)}`),
    )
  }

  const dropUnwanted = (wanted: ReadonlySet<string>, asked: readonly string[]) => {
    for (const token of asked) {
      const work = inHand.get(token)
      if (wanted.has(token) || !work || work.ended) continue
      log(`${work.workflow} ${work.runId} ${work.request.step}: cancelled`)
      executor?.cancel(token)
      drop(token)
    }
  }

  const polling = startPolling({
    after: clock.after,
    busyMs: tuning.pollBusyMs,
    idleMs: limits.worker.pollIdleMs,
    async work() {
      const asked = [...inHand.keys()]
      if (asked.length > 0) dropUnwanted(await store.stillWanted(asked), asked)
      const room = stopping ? 0 : world.tasks - inHand.size
      if (room <= 0) return false
      const found = await store.take(id, queues, room)
      for (const work of found) start(work)
      if (beatEveryMs() < nextBeatInMs) heart.poke()
      return found.length > 0
    },
    onError: (error) => log(`work cannot be read: ${String(error)}`),
  })
  const heart = startPolling({
    after: clock.after,
    busyMs: world.heartbeatMs,
    idleMs: world.heartbeatMs,
    async work() {
      const asked = [...inHand.keys()]
      // After a missed heartbeat the next one comes no later than usual: the silence has begun.
      if (asked.length > 0) await store.beat(asked).then((wanted) => dropUnwanted(wanted, asked), onMissed)
      nextBeatInMs = beatEveryMs()
      return nextBeatInMs
    },
    onError: onMissed,
  })
  const endListening = wakeUp.listen('work', () => polling.poke())

  const giveBack = async ({ token, request }: InHand): Promise<void> => {
    executor?.cancel(token)
    const offered =
      request.idempotent && (await store.offerAgain(token, false, workAgain(request, 'Its worker was stopped.')))
    if (!offered) await store.finish(token, workLost(request, 'was stopped'))
  }

  return {
    id,
    get load() {
      return inHand.size
    },
    async stop() {
      stopping = true
      endListening()
      await polling.stop()
      if (inHand.size > 0) {
        await new Promise<void>((resolve) => {
          onEmpty = resolve
          clock.after(limits.worker.stopGraceMs, resolve)
        })
      }
      await heart.stop()
      const left = [...inHand.values()]
      inHand.clear()
      await Promise.all(left.map(giveBack)).catch((error: unknown) => log(`work is left to the scan: ${String(error)}`))
      wakeUp.wake('engine')
      await executor?.close()
    },
  }
}
