import { limits } from '#core/limits.ts'
import type { AttemptOutcome, Command } from '#core/run/command.ts'
import { reachCall } from '../crash-points.ts'
import { type PollingLoop, startPolling } from '../polling.ts'
import type { Executor, ExecutorEvents, FunctionRequest, LocalClock, WakeUp } from '../ports.ts'
import { type Transitions, transition } from '../transition.ts'
import { tuning } from '../tuning.ts'
import { workAgain, workLost } from './lose-work.ts'
import type { TakenWork, WorkProgress, WorkStore } from './ports.ts'
import { workerTuning } from './tuning.ts'

export interface WorkerSettings {
  /** Queues from which the worker takes tasks. */
  readonly queues: readonly string[]
  /** The maximum number of concurrent tasks. */
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

/**
 * The states of a worker:
 *
 * - `working`: the worker takes tasks. Leaves to `stopping` when it is asked to stop.
 * - `stopping`: the worker takes no more tasks, and waits for up to `stopGraceMs` for the tasks in hand, with heartbeats.
 *   Leaves to `returning` when no task is in hand, or after that time.
 * - `returning`: the tasks in hand are given back to their queue, or reported as lost. Leaves to `stopped`.
 * - `stopped`: the worker has no task, and its executor is closed.
 */
export type WorkerState = 'working' | 'stopping' | 'returning' | 'stopped'

export const workerTransitions: Transitions<WorkerState> = {
  working: ['stopping'],
  stopping: ['returning'],
  returning: ['stopped'],
  stopped: [],
}

interface InHand extends TakenWork {
  progressAt: number
  /** The function has ended; its outcome is on the way to the database. */
  ended: boolean
}

export function runWorker(world: WorkerWorld): Worker & { readonly state: WorkerState } {
  return new QueueWorker(world)
}

/**
 * A worker runs the functions of ASYNC steps. It knows no runs: it takes tasks from a table under a token, sends
 * heartbeats, and reports the outcome to the run's mailbox. A task that is no longer in the table under its token was
 * cancelled or given to another worker: its function gets the abort signal.
 */
class QueueWorker implements Worker {
  readonly id: string
  private readonly world: WorkerWorld
  private readonly inHand = new Map<string, InHand>()
  private readonly polling: PollingLoop
  private readonly heart: PollingLoop
  private readonly endListening: () => void
  private executor: Executor<FunctionRequest> | null = null
  private nextBeatInMs: number
  private current: WorkerState = 'working'
  private onEmpty: () => void = () => undefined
  private stopped: Promise<void> | null = null

  constructor(world: WorkerWorld) {
    const { clock, heartbeatMs, log } = world
    this.id = world.id
    this.world = world
    this.nextBeatInMs = heartbeatMs
    this.polling = startPolling({
      after: clock.after,
      busyMs: tuning.pollBusyMs,
      idleMs: workerTuning.pollIdleMs,
      work: () => this.poll(),
      onError: (error) => log(`work cannot be read: ${String(error)}`),
    })
    this.heart = startPolling({
      after: clock.after,
      busyMs: heartbeatMs,
      idleMs: heartbeatMs,
      work: () => this.beat(),
      onError: this.noteMissedBeat,
    })
    this.endListening = world.wakeUp.listen('work', () => this.polling.poke())
  }

  get state(): WorkerState {
    return this.current
  }

  get load(): number {
    return this.inHand.size
  }

  stop(): Promise<void> {
    this.stopped ??= this.end()
    return this.stopped
  }

  private async end(): Promise<void> {
    const { clock, wakeUp, log } = this.world
    this.enter('stopping')
    this.endListening()
    await this.polling.stop()
    if (this.inHand.size > 0) {
      await new Promise<void>((resolve) => {
        this.onEmpty = resolve
        clock.after(limits.worker.stopGraceMs, resolve)
      })
    }
    await this.heart.stop()
    this.enter('returning')
    const left = [...this.inHand.values()]
    this.inHand.clear()
    await Promise.all(left.map((work) => this.giveBack(work))).catch((error: unknown) =>
      log(`work is left to the scan: ${String(error)}`),
    )
    wakeUp.wake('engine')
    await this.executor?.close()
    this.enter('stopped')
  }

  private enter(next: WorkerState): void {
    this.current = transition('worker', workerTransitions, this.current, next)
  }

  /** Takes tasks as long as there is room. */
  private async poll(): Promise<boolean> {
    const { id, store, queues, tasks } = this.world
    const asked = [...this.inHand.keys()]
    if (asked.length > 0) this.dropUnwanted(await store.stillWanted(asked), asked)
    const room = this.current === 'working' ? tasks - this.inHand.size : 0
    if (room <= 0) return false
    const found = await store.take(id, queues, room)
    for (const work of found) this.start(work)
    if (this.beatEveryMs() < this.nextBeatInMs) this.heart.poke()
    return found.length > 0
  }

  private async beat(): Promise<number> {
    const asked = [...this.inHand.keys()]
    // After a missed heartbeat the next one comes no later than usual: the heartbeat timeout runs.
    if (asked.length > 0)
      await this.world.store.beat(asked).then((wanted) => this.dropUnwanted(wanted, asked), this.noteMissedBeat)
    this.nextBeatInMs = this.beatEveryMs()
    return this.nextBeatInMs
  }

  private readonly noteMissedBeat = (error: unknown): void => {
    this.world.log(`a heartbeat was missed: ${String(error)}`)
  }

  /** Interval between heartbeats: the heartbeat timeout of a step may be shorter than the usual interval. */
  private beatEveryMs(): number {
    const timeouts = [...this.inHand.values()].map(
      ({ heartbeatTimeoutMs }) => heartbeatTimeoutMs ?? Number.POSITIVE_INFINITY,
    )
    return Math.min(this.world.heartbeatMs, Math.min(...timeouts) / limits.worker.beatsMissed)
  }

  private start(work: TakenWork): void {
    reachCall('work', 'starting')
    this.inHand.set(work.token, { ...work, progressAt: Number.NEGATIVE_INFINITY, ended: false })
    this.openExecutor().start({
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

  private openExecutor(): Executor<FunctionRequest> {
    this.executor ??= this.world.createExecutor({
      onOutcome: (token, outcome) => void this.finish(token, outcome),
      onProgress: (token, progress) => this.reportProgress(token, progress),
    })
    return this.executor
  }

  private reportProgress(token: string, progress: WorkProgress): void {
    const { store, clock, wakeUp, log } = this.world
    const work = this.inHand.get(token)
    const now = clock.monotonic()
    if (!work || work.ended || now - work.progressAt < limits.worker.progressEveryMs) return
    work.progressAt = now
    if (progress.fraction === undefined && progress.note === undefined) {
      store.beat([token]).catch(this.noteMissedBeat)
      return
    }
    const { step, iteration, attempt } = work.request
    store.progress(token, progress, { type: 'progress', step, iteration, attempt, ...progress }).then(
      () => wakeUp.wake('engine'),
      (error: unknown) => log(`progress is not told: ${String(error)}`),
    )
  }

  /** Reports an outcome until the database accepts it: until then the task stays in hand, and its heartbeats go on. */
  private async finish(token: string, outcome: AttemptOutcome): Promise<void> {
    const { store, clock, wakeUp, log } = this.world
    const work = this.inHand.get(token)
    if (!work) return
    work.ended = true
    reachCall('work', 'ended')
    const { step, iteration, attempt } = work.request
    const command: Command = { type: 'attempt_ended', step, iteration, attempt, outcome }
    while (this.inHand.has(token)) {
      try {
        const accepted = await store.finish(token, command)
        if (!accepted) log(`${work.workflow} ${work.runId} ${step}: the run no longer waits for this result`)
        wakeUp.wake('engine')
        break
      } catch (error) {
        log(`a result waits for the database: ${String(error)}`)
        await new Promise<void>((resolve) => clock.after(workerTuning.retryMs, resolve))
      }
    }
    this.drop(token)
    this.polling.poke()
  }

  private drop(token: string): void {
    this.inHand.delete(token)
    if (this.inHand.size === 0) this.onEmpty()
  }

  private dropUnwanted(wanted: ReadonlySet<string>, asked: readonly string[]): void {
    for (const token of asked) {
      const work = this.inHand.get(token)
      if (wanted.has(token) || !work || work.ended) continue
      this.world.log(`${work.workflow} ${work.runId} ${work.request.step}: cancelled`)
      this.executor?.cancel(token)
      this.drop(token)
    }
  }

  private async giveBack({ token, request }: InHand): Promise<void> {
    const { store } = this.world
    this.executor?.cancel(token)
    const offered =
      request.idempotent && (await store.offerAgain(token, false, workAgain(request, 'Its worker was stopped.')))
    if (!offered) await store.finish(token, workLost(request, 'was stopped'))
  }
}
