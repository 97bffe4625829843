import type { Appended } from '../commit/append.ts'
import type { PendingCommand } from '../commit/decide-batch.ts'
import type { DrainedMail } from '../ports.ts'
import { type ActiveRun, enter, isGone } from './active-run.ts'
import { withinBound } from './payload-bound.ts'
import { type AdvancerWorld, RunAdvancer } from './run-advancer.ts'
import { createSelfCompactingMap } from './self-compacting-map.ts'

export interface RunRegistryWorld extends AdvancerWorld {
  /** Called when a run is no longer held. */
  onDropped(): void
}

/**
 * The registry holds the active runs of this engine, brings them commands and mail, and lets the advancer move them:
 *
 * - session to registry: `adopt` a run that was claimed, `deliver` the outcome of an attempt, `deliverMail`, `dropAll`;
 * - registry to advancer: `advance` a run that has got a command, or whose mail was read;
 * - advancer to registry: `drop` a run that was released, parked or lost.
 */
export class RunRegistry {
  readonly #world: RunRegistryWorld
  readonly #advancer: RunAdvancer
  readonly #runs = createSelfCompactingMap<string, ActiveRun>()
  /** Number of held runs by owner. */
  readonly #byOwner = new Map<string, number>()
  #payloadBytes = 0

  constructor(world: RunRegistryWorld) {
    this.#world = world
    this.#advancer = new RunAdvancer(world, this)
  }

  get size(): number {
    return this.#runs.size
  }

  /** Bytes of the large values in the runs that are held. */
  get payloadBytes(): number {
    return this.#payloadBytes
  }

  holds(runId: string): boolean {
    return this.#runs.has(runId)
  }

  /** Holds a run that was claimed, if `answer` says that it is this engine's, and starts its attempts. */
  adopt(run: ActiveRun, answer: Appended, interruptions: ReadonlyMap<string, number>): void {
    if (answer.kind !== 'committed') return
    if (!answer.owned) {
      enter(run, 'gone')
      this.#advancer.reportSettled(run)
      return
    }
    const stale = this.#runs.get(run.runId)
    if (stale) this.drop(stale)
    this.#runs.set(run.runId, run)
    this.#payloadBytes += run.payloadBytes
    const ownerId = run.state.header.owner_id
    this.#byOwner.set(ownerId, (this.#byOwner.get(ownerId) ?? 0) + 1)
    for (const effect of run.plan.values()) {
      if (effect.kind === 'attempt' && !this.#world.isDraining())
        this.#world.attempts.start(run, effect, interruptions.get(effect.id) ?? 0)
      if (effect.kind === 'conditions') this.#advancer.readFor(run, effect)
      if (effect.kind === 'code_task') this.#advancer.runCode(run, effect)
    }
    if (answer.mailSeq > run.drained) this.#world.askForMail(run.runId)
    this.#advancer.advance(run)
  }

  /** Delivers a command to a run. The commands that a turn brings to a run with several effects are decided together. */
  deliver(run: ActiveRun, command: PendingCommand): void {
    if (isGone(run)) return
    this.#receive(run, command)
    if (run.plan.size < 2) this.#advancer.advance(run)
    else if (run.pending.length === 1) queueMicrotask(() => this.#advancer.advance(run))
  }

  /**
   * The runs held at the time of a read, to pass with its answer: the answer says nothing about a run that was taken
   * again later.
   */
  heldNow(): ReadonlySet<ActiveRun> {
    return new Set(this.#runs.values())
  }

  /**
   * Delivers drained mail; true when some of it was new. `asked`: the runs whose mail was read, null for all. An asked
   * run that is not in the answer is not this engine's any more.
   */
  deliverMail(
    { mail, mailSeqs }: DrainedMail,
    asked: readonly string[] | null,
    heldWhenAsked: ReadonlySet<ActiveRun> = this.heldNow(),
  ): boolean {
    let isNew = false
    const find = (runId: string): ActiveRun | null => {
      const run = this.#runs.get(runId)
      return run && heldWhenAsked.has(run) ? run : null
    }
    for (const runId of asked ?? []) {
      const run = find(runId)
      if (run && !mailSeqs.has(runId)) this.drop(run)
    }
    for (const message of mail) {
      const run = find(message.runId)
      if (!run || run.seenMail.has(message.id)) continue
      run.seenMail.add(message.id)
      isNew = true
      this.#receive(run, { command: message.command, mail: message })
    }
    for (const [runId, mailSeq] of mailSeqs) {
      const run = find(runId)
      if (!run) continue
      run.drained = mailSeq
      this.#advancer.advance(run)
    }
    return isNew
  }

  runsByOwner(): ReadonlyMap<string, number> {
    return this.#byOwner
  }

  /** True for an owner who has fewer than half of the runs of an equal share. */
  usesFairLane(ownerId: string): boolean {
    const owners = this.#byOwner.size
    return owners > 1 && 2 * owners * (this.#byOwner.get(ownerId) ?? 0) < this.#runs.size
  }

  /** The engine drains from now on: hands back all runs that have no call under way. */
  drain(): void {
    for (const run of [...this.#runs.values()]) this.#advancer.advance(run)
  }

  /**
   * Lets a share of the runs leave, each as soon as no call of it is under way: those whose histories are the shortest,
   * since another engine loads them. Returns their ids. `mayLeave`: whether a run has not been moved lately.
   */
  letLeave(share: number, mayLeave: (runId: string) => boolean): readonly string[] {
    const runs = [...this.#runs.values()].filter(({ runId }) => mayLeave(runId))
    const leaving = runs
      .sort((a, b) => a.pace.last + a.pace.logged - (b.pace.last + b.pace.logged))
      .slice(0, Math.ceil(this.size * share))
    for (const run of leaving) {
      run.leaves = true
      this.#advancer.advance(run)
    }
    return leaving.map(({ runId }) => runId)
  }

  /** Runs that have not left stay. */
  keepAll(): void {
    for (const run of this.#runs.values()) run.leaves = false
  }

  dropAll(): void {
    for (const run of [...this.#runs.values()]) this.drop(run)
  }

  /** Holds a run no longer, and cancels its attempts. */
  drop(run: ActiveRun): void {
    if (isGone(run)) return
    enter(run, 'gone')
    if (this.#runs.get(run.runId) === run) this.#remove(run)
    for (const effect of run.plan.values()) if (effect.kind === 'attempt') this.#world.attempts.cancel(run, effect)
    this.#world.onDropped()
  }

  setPayloadBytes(run: ActiveRun, bytes: number): void {
    this.#payloadBytes += bytes - run.payloadBytes
    run.payloadBytes = bytes
  }

  #remove(run: ActiveRun): void {
    this.#runs.delete(run.runId)
    this.#payloadBytes -= run.payloadBytes
    const ownerId = run.state.header.owner_id
    const left = (this.#byOwner.get(ownerId) ?? 0) - 1
    if (left > 0) this.#byOwner.set(ownerId, left)
    else this.#byOwner.delete(ownerId)
  }

  #receive(run: ActiveRun, pending: PendingCommand): void {
    const bound = { payloadBytes: run.payloadBytes }
    const command = withinBound(bound, pending.command)
    run.pending.push(command === pending.command ? pending : { ...pending, command })
    this.setPayloadBytes(run, bound.payloadBytes)
  }
}
