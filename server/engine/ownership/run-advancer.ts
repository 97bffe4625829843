import { messageOf } from '#core/message-of.ts'
import type { ResourceState } from '#core/run/command.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunState } from '#core/run/state.ts'
import type { Append, Appended, Handled } from '../commit/append.ts'
import { buildAppend, childEffects, comparePlans, hasAttempts, planOf } from '../commit/build-append.ts'
import { type ChildStarts, noChildStarts, startChildren } from '../commit/child-starts.ts'
import { type Decided, decideBatch, type PendingCommand } from '../commit/decide-batch.ts'
import type { Descendants } from '../commit/descendants.ts'
import { CommitterClosed, PoisonedItem } from '../commit/group-committer.ts'
import type { PlanChange } from '../commit/plan-change.ts'
import { reach } from '../crash-points.ts'
import type { Definitions } from '../definitions.ts'
import type { Clock, CodeRunner, Ids } from '../ports.ts'
import { kindOfStoreError } from '../store-error.ts'
import { tuning } from '../tuning.ts'
import { type ActiveRun, enter, isGone, isLoss, putBack, takeCommands } from './active-run.ts'
import type { Attempts } from './attempts.ts'
import { pendingPayloadBytes } from './payload-bound.ts'
import { withoutPoison, withoutPoisonedReply } from './poisoned.ts'
import { reachEnvelope } from './reach-envelope.ts'

type CodeTask = Extract<Effect, { kind: 'code_task' }>
type ConditionsEffect = Pick<Extract<Effect, { kind: 'conditions' }>, 'due' | 'resources'>

export interface AdvancerWorld {
  readonly clock: Clock
  readonly ids: Ids
  readonly definitions: Definitions
  readonly descendants: Descendants
  /** Longer values are offloaded from the log; `limits.run.inlineCharacters` when absent. */
  readonly inlineCharacters?: number | undefined
  commit(append: Append): Promise<Appended>
  readonly attempts: Attempts
  /** Answers mail of a run in which nothing changed; false when the run is not this engine's any more. */
  reply(runId: string, handled: readonly Handled[]): Promise<boolean>
  release(runId: string, drained: number): Promise<boolean>
  /** Gives back a run that cannot go on here; the run is tried again later. */
  parkRun(runId: string): Promise<unknown>
  /** Whether the engine drains: it begins no further call, and hands back each run that has none under way. */
  isDraining(): boolean
  /** Puts a run that is no longer held back into the queue. */
  handBack(runId: string): void
  /** The states of resources that the conditions of a run read. */
  readResources(ownerId: string, ids: readonly string[]): Promise<{ readonly [id: string]: ResourceState }>
  /** Runs the code of workflows that are code; without one the engine takes no such runs. */
  readonly code?: CodeRunner
  /** Requests a read of this run's mail. */
  askForMail(runId: string): void
  /** Called after a commit: other runs may have new mail, and there may be new runs. */
  onSent(append: Append): void
  /** A history grew; `settled`: the run has ended, or no step of it is under way. */
  onLogged(settled: boolean): void
  /** A run has settled and was released; its history is about this many characters long. */
  readonly onSettled?: ((state: RunState, characters: number) => void) | undefined
  log(line: string): void
}

/** What the advancer asks of the registry that holds the runs. */
export interface Membership {
  readonly size: number
  drop(run: ActiveRun): void
  setPayloadBytes(run: ActiveRun, bytes: number): void
}

const AGAIN_MS = 200

/**
 * The advancer moves active runs through their activities (active-run.ts): it decides pending commands, commits, and
 * after the acknowledgement starts the effects that are owed.
 *
 * 1. A run has at most one append under way.
 * 2. An attempt starts only after the append that records it was acknowledged.
 * 3. A run is released only when no command is pending, no attempt is owed and no mail is unread.
 * 4. A fenced append drops the run: another engine has it.
 */
export class RunAdvancer {
  readonly #world: AdvancerWorld
  readonly #runs: Membership

  constructor(world: AdvancerWorld, runs: Membership) {
    this.#world = world
    this.#runs = runs
  }

  /** Begins the next activity of an idle run; nothing for a run in another activity. */
  advance(run: ActiveRun): void {
    if (run.activity !== 'idle') return
    if (run.pending.length > 0) this.#decide(run)
    else if (!hasAttempts(run.plan)) this.#release(run)
    else if (run.calls === 0 && (run.leaves || this.#world.isDraining())) this.handBack(run)
  }

  /** Hands back an idle run: its history says all that is known of it, and another engine goes on. */
  handBack(run: ActiveRun): void {
    this.#runs.drop(run)
    this.#world.handBack(run.runId)
  }

  /** Reports a settled run, except one with large values: they are whole in memory, so a scan of it would be slow. */
  reportSettled({ offloaded, state, pace }: ActiveRun): void {
    if (offloaded.isEmpty) this.#world.onSettled?.(state, pace.last + pace.logged)
  }

  #decide(run: ActiveRun): void {
    enter(run, 'deciding')
    const most = this.#runs.size > 1 ? tuning.commandsBesideOthers : Number.POSITIVE_INFINITY
    const commands = takeCommands(run, most)
    const { decider } = run.definition
    let decided: Decided
    let change: PlanChange
    try {
      decided = decideBatch(decider, run.state, commands, this.#world)
      change = comparePlans(run.plan, planOf(decider, decided.after))
    } catch (error) {
      this.#park(run, error)
      return
    }
    if (decided.events.length === 0) {
      this.#answer(run, decided.handled)
      return
    }
    const children = childEffects(change, decided.events)
    if (children.length === 0) {
      this.#commit(run, commands, decided, change, noChildStarts)
      return
    }
    enter(run, 'pinning')
    startChildren(decided.after, children, this.#world).then(
      (starts) => this.#commit(run, commands, decided, change, starts),
      (error: unknown) =>
        this.#backOff(run, error, () => {
          enter(run, 'idle')
          putBack(run, commands)
          this.advance(run)
        }),
    )
  }

  #commit(
    run: ActiveRun,
    commands: readonly PendingCommand[],
    decided: Decided,
    change: PlanChange,
    children: ChildStarts,
  ): void {
    // A run that was lost while its children were pinned still commits: the append is fenced, or it was not lost.
    if (!isGone(run)) enter(run, 'committing')
    const { drained } = run
    const built = buildAppend(decided, change, children, {
      appendId: this.#world.ids.uuid(),
      decider: run.definition.decider,
      claim: false,
      releaseAt: run.pending.length === 0 && drained >= 0 ? drained : null,
      projectionBefore: run.projection,
      paceBefore: run.pace,
      mailSeq: drained >= 0 ? drained : undefined,
      offloaded: run.offloaded,
      inlineCharacters: this.#world.inlineCharacters,
    })
    reachEnvelope(decided, built.append)
    this.#world.commit(built.append).then(
      (answer) => {
        if (answer.kind === 'committed') this.#onCommitted(run, decided.after, change, built, answer)
        else this.#onRefused(run, commands, answer, children.runs.length)
      },
      (error: unknown) => {
        this.#world.descendants.giveBack(run.state.header, children.runs.length)
        this.#onUncommitted(run, commands, error)
      },
    )
  }

  #onCommitted(
    run: ActiveRun,
    after: RunState,
    change: PlanChange,
    { append, projection, pace, offloaded }: ReturnType<typeof buildAppend>,
    answer: Extract<Appended, { kind: 'committed' }>,
  ): void {
    if (isGone(run)) return
    enter(run, 'idle')
    run.state = after
    run.projection = projection
    run.pace = pace
    run.offloaded = offloaded
    this.#runs.setPayloadBytes(run, offloaded.bytes + pendingPayloadBytes(run.pending))
    this.#applyPlan(run, change, answer.owned)
    if (!answer.owned) this.reportSettled(run)
    this.#world.onSent(append)
    this.#world.onLogged(isGone(run) || !hasAttempts(run.plan))
    if (isGone(run)) return
    if (answer.mailSeq > run.drained) this.#world.askForMail(run.runId)
    this.advance(run)
  }

  /** Drops a run that another engine has; a run that has lost a lock reads its mail, where that is written. */
  #onRefused(
    run: ActiveRun,
    commands: readonly PendingCommand[],
    { kind }: Exclude<Appended, { kind: 'committed' }>,
    children: number,
  ): void {
    if (isGone(run)) return
    this.#world.descendants.giveBack(run.state.header, children)
    if (kind === 'fenced') {
      this.#runs.drop(run)
      return
    }
    enter(run, 'idle')
    putBack(run, commands)
    if (run.pending.some(isLoss)) this.advance(run)
    else this.#world.askForMail(run.runId)
  }

  /** Cancels attempts that are no longer awaited, and starts new ones; drops a run that the append has released. */
  #applyPlan(run: ActiveRun, { gone, appeared, after }: PlanChange, owned: boolean): void {
    const { attempts } = this.#world
    for (const effect of gone) if (effect.kind === 'attempt') attempts.cancel(run, effect)
    run.plan = after
    if (!owned) {
      this.#runs.drop(run)
      return
    }
    const begins = !this.#world.isDraining() && !(run.leaves && run.calls === 0)
    for (const effect of appeared) {
      if (effect.kind === 'attempt' && begins) attempts.start(run, effect, 0)
      if (effect.kind === 'conditions') this.readFor(run, effect)
      if (effect.kind === 'code_task') this.runCode(run, effect)
    }
  }

  /** Shows the code of the run its news. The answer counts as long as the delivery is owed: the decider refuses others. */
  runCode(run: ActiveRun, effect: CodeTask): void {
    const { definition, hash } = run.definition
    const { code } = this.#world
    if (code === undefined) throw new TypeError(`Run ${run.runId} is one of code, and this engine runs no code.`)
    code.deliver({ header: run.state.header, definition, hash, effect }).then(
      (command) => {
        if (isGone(run)) return
        run.pending.push({ command })
        this.advance(run)
      },
      (error: unknown) => {
        this.#world.log(`run ${run.runId} cannot run its code: ${messageOf(error)}`)
        this.#world.clock.after(AGAIN_MS, () => {
          if (!isGone(run) && run.plan.has(effect.id)) this.runCode(run, effect)
        })
      },
    )
  }

  /** Reads the resources that the conditions of the run need, and lets it evaluate them. */
  readFor(run: ActiveRun, { due, resources }: ConditionsEffect): void {
    const { clock, readResources } = this.#world
    reach('conditions.before')
    readResources(run.state.header.owner_id, resources).then(
      (found) => {
        if (isGone(run)) return
        run.pending.push({ command: { type: 'conditions_checked', due, resources: found } })
        this.advance(run)
      },
      (error: unknown) => {
        this.#world.log(`run ${run.runId} cannot read its resources: ${messageOf(error)}`)
        const isOwed = () => !isGone(run) && run.state.envelope?.due === due
        clock.after(AGAIN_MS, () => {
          if (isOwed()) this.readFor(run, { due, resources })
        })
      },
    )
  }

  #onUncommitted(run: ActiveRun, commands: readonly PendingCommand[], error: unknown): void {
    if (isGone(run)) return
    if (error instanceof PoisonedItem) this.#heal(run, commands, error)
    // A closed committer means that this session has ended, so the run needs no treatment.
    else if (error instanceof CommitterClosed || kindOfStoreError(error) === 'transient') enter(run, 'idle')
    else this.#park(run, error)
  }

  /** Retries commands that could not be stored: several of them one by one, a single one in a storable form. */
  #heal(run: ActiveRun, commands: readonly PendingCommand[], error: PoisonedItem): void {
    this.#world.log(`an append of run ${run.runId} cannot be stored: ${error.message}`)
    if (commands.length > 1) {
      this.#decideAgain(run, commands, commands.length)
      return
    }
    const [command] = commands
    const healed = command && withoutPoison(command)
    if (!healed) this.#park(run, error)
    else if ('handled' in healed) this.#answer(run, [healed.handled])
    else this.#decideAgain(run, [healed.pending], Math.max(run.oneByOne, 1))
  }

  #decideAgain(run: ActiveRun, commands: readonly PendingCommand[], oneByOne: number): void {
    enter(run, 'idle')
    putBack(run, commands)
    run.oneByOne = oneByOne
    this.advance(run)
  }

  #answer(run: ActiveRun, handled: readonly Handled[]): void {
    enter(run, 'answering')
    const answered = handled.length > 0 ? this.#world.reply(run.runId, handled) : Promise.resolve(true)
    answered.then(
      (held) => {
        if (isGone(run)) return
        enter(run, 'idle')
        // The bytes of a late result, which was refused and not stored, are taken off the count.
        this.#runs.setPayloadBytes(run, run.offloaded.bytes + pendingPayloadBytes(run.pending))
        if (held) this.advance(run)
        else this.#runs.drop(run)
      },
      (error: unknown) => {
        if (isGone(run)) return
        if (kindOfStoreError(error) === 'poisoned') this.#answer(run, handled.map(withoutPoisonedReply))
        else this.#backOff(run, error, () => this.#answer(run, handled))
      },
    )
  }

  #release(run: ActiveRun): void {
    if (run.drained < 0) {
      this.#world.askForMail(run.runId)
      return
    }
    enter(run, 'releasing')
    this.#world.release(run.runId, run.drained).then(
      (released) => {
        if (released) {
          this.#runs.drop(run)
          this.reportSettled(run)
        } else if (!isGone(run)) {
          enter(run, 'idle')
          this.#world.askForMail(run.runId)
          if (run.pending.length > 0) this.advance(run)
        }
      },
      (error: unknown) =>
        this.#backOff(run, error, () => {
          // Mail may have come in between, and count as read.
          enter(run, 'idle')
          this.advance(run)
        }),
    )
  }

  /** Repeats a request after a transient error of the database; parks the run after a bug. */
  #backOff(run: ActiveRun, error: unknown, again: () => void): void {
    if (isGone(run)) return
    if (kindOfStoreError(error) !== 'transient') {
      this.#park(run, error)
      return
    }
    enter(run, 'backing_off')
    this.#world.log(`run ${run.runId} waits for the database: ${messageOf(error)}`)
    this.#world.clock.after(AGAIN_MS, () => {
      if (!isGone(run)) again()
    })
  }

  /** Parks a run after a bug: it stays unchanged in the database and is tried again later; other runs go on. */
  #park(run: ActiveRun, error: unknown): void {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#world.log(`run ${run.runId} is parked: ${why}`)
    this.#runs.drop(run)
    this.#parkInStore(run.runId)
  }

  #parkInStore(runId: string): void {
    this.#world.parkRun(runId).catch((error: unknown) => {
      this.#world.log(`run ${runId} could not be parked: ${messageOf(error)}`)
      if (kindOfStoreError(error) === 'transient') this.#world.clock.after(AGAIN_MS, () => this.#parkInStore(runId))
    })
  }
}
