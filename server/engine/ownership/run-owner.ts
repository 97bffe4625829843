import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { RunState } from '#core/run/state.ts'
import type { Append, Appended, Handled } from '../commit/append.ts'
import { buildAppend, childEffects, comparePlans, hasAttempts, planOf } from '../commit/build-append.ts'
import { type ChildStarts, noChildStarts, startChildren } from '../commit/child-starts.ts'
import { type Decided, decideBatch, type Letter } from '../commit/decide-batch.ts'
import type { Descendants } from '../commit/descendants.ts'
import { CommitterClosed, PoisonedItem } from '../commit/group-committer.ts'
import type { PlanChange } from '../commit/plan-change.ts'
import type { SnapshotPace } from '../commit/snapshot-pace.ts'
import type { Definitions } from '../definitions.ts'
import type { Clock, DrainedMail, Ids } from '../ports.ts'
import { kindOfStoreError } from '../store-error.ts'
import type { Attempts } from './attempts.ts'
import { createChurnMap } from './churn-map.ts'
import { bytesComing, withinBound } from './kept-apart.ts'
import type { OwnedRun } from './owned-run.ts'
import { withoutPoison, withoutPoisonedReply } from './poisoned.ts'

/**
 * The run owner holds the runs of this engine, and advances them: it reads the inbox, decides, appends, and after the
 * acknowledgement starts the effects that are owed.
 *
 * 1. A run has at most one append under way; letters that come in between wait in its inbox.
 * 2. An attempt starts only after the append that records it was acknowledged.
 * 3. A run is released only when its inbox is empty, no attempt is owed and no mail is unread.
 * 4. A fenced append drops the run: another engine has it.
 */
export interface RunOwner {
  readonly size: number
  /** Bytes of the large values in the runs that are held. */
  readonly keptBytes: number
  holds(runId: string): boolean
  adopt(run: OwnedRun, answer: Appended, interruptions: ReadonlyMap<string, number>): void
  deliver(run: OwnedRun, letter: Letter): void
  /**
   * Delivers drained mail; true when some of it was new. `asked`: the runs whose mail was read, null for all. An asked
   * run that is not in the answer is not this engine's any more.
   */
  deliverMail(drained: DrainedMail, asked: readonly string[] | null, held?: ReadonlySet<OwnedRun>): boolean
  /**
   * The runs held at the time of a read, to pass with its answer: the answer says nothing about a run taken again
   * later.
   */
  heldNow(): ReadonlySet<OwnedRun>
  heldByOwner(): ReadonlyMap<string, number>
  /** Whether this owner has fewer than half of the runs of an equal share. */
  isOneOfFew(ownerId: string): boolean
  dropAll(): void
}

export interface RunOwnerWorld {
  readonly clock: Clock
  readonly ids: Ids
  readonly definitions: Definitions
  readonly descendants: Descendants
  /** Longer values are stored apart from the log; `limits.run.inlineCharacters` when absent. */
  readonly inlineCharacters?: number | undefined
  commit(append: Append): Promise<Appended>
  readonly attempts: Attempts
  /** Answers mail of a run in which nothing changed; false when the run is not this engine's any more. */
  reply(runId: string, handled: readonly Handled[]): Promise<boolean>
  release(runId: string, drained: number): Promise<boolean>
  /** Gives back a run that cannot go on here; the run is tried again later. */
  putAside(runId: string): Promise<unknown>
  /** Requests a read of this run's mail. */
  askForMail(runId: string): void
  /** Called after a commit: other runs may have new mail, and there may be new runs. */
  onSent(appended: Append): void
  /** A history grew; `settled`: the run has ended, or no step of it is under way. */
  onLogged(settled: boolean): void
  /** A run rests and was released; its history is about this many characters long. */
  readonly onRest?: ((state: RunState, characters: number) => void) | undefined
  /** Called when a run is no longer held. */
  onDropped(): void
  log(line: string): void
}

const AGAIN_MS = 200

export function createRunOwner(world: RunOwnerWorld): RunOwner {
  const runs = createChurnMap<string, OwnedRun>()
  /** Number of held runs of each owner. */
  const held = new Map<string, number>()
  let keptBytes = 0

  const drop = (run: OwnedRun) => {
    run.gone = true
    if (runs.get(run.runId) === run) {
      runs.delete(run.runId)
      keptBytes -= run.keptBytes
      const ownerId = run.state.header.owner_id
      const left = (held.get(ownerId) ?? 0) - 1
      if (left > 0) held.set(ownerId, left)
      else held.delete(ownerId)
    }
    for (const effect of run.plan.values()) if (effect.kind === 'attempt') world.attempts.cancel(run, effect)
    world.onDropped()
  }

  /** Puts a letter into the inbox of a held run. */
  const receive = (run: OwnedRun, letter: Letter): void => {
    const bound = { keptBytes: run.keptBytes }
    run.inbox.push({ ...letter, command: withinBound(bound, letter.command) })
    count(run, bound.keptBytes)
  }

  /** Reports a resting run, except one with large values: they are whole in memory, so a scan of it would be slow. */
  const onRest = (run: OwnedRun): void => {
    if (run.kept.isEmpty) world.onRest?.(run.state, charactersOf(run.pace))
  }

  const count = (run: OwnedRun, bytes: number): void => {
    keptBytes += bytes - run.keptBytes
    run.keptBytes = bytes
  }

  const advance = (run: OwnedRun): void => {
    if (run.busy || run.gone) return
    if (run.inbox.length === 0) {
      if (!hasAttempts(run.plan)) letGo(run)
      return
    }
    const letters = takeLetters(run, runs.size > 1 ? limits.engine.lettersBesideOthers : Number.POSITIVE_INFINITY)
    let decided: Decided
    let change: PlanChange
    try {
      decided = decideBatch(run.definition.executable, run.state, letters, world)
      change = comparePlans(run.plan, planOf(run.definition.executable, decided.after))
    } catch (error) {
      park(run, error)
      return
    }
    run.busy = true
    if (decided.events.length === 0) {
      answerOnly(run, decided.handled)
      return
    }
    const children = childEffects(change, decided.events)
    if (children.length === 0) {
      commit(run, letters, decided, change, noChildStarts)
      return
    }
    startChildren(decided.after, children, world).then(
      (starts) => commit(run, letters, decided, change, starts),
      (error: unknown) =>
        later(run, error, () => {
          run.busy = false
          run.inbox = [...letters, ...run.inbox]
          advance(run)
        }),
    )
  }

  const commit = (
    run: OwnedRun,
    letters: readonly Letter[],
    decided: Decided,
    change: PlanChange,
    children: ChildStarts,
  ): void => {
    const { append, projection, pace, kept } = buildAppend(decided, change, children, {
      appendId: world.ids.uuid(),
      claim: false,
      releaseAt: run.inbox.length === 0 && run.drained >= 0 ? run.drained : null,
      projectionBefore: run.projection,
      paceBefore: run.pace,
      mailSeq: run.drained >= 0 ? run.drained : undefined,
      kept: run.kept,
      inlineCharacters: world.inlineCharacters,
    })
    const giveBack = () => world.descendants.giveBack(run.state.header, children.runs.length)
    world.commit(append).then(
      (answer) => {
        run.busy = false
        if (run.gone) return
        if (answer.kind === 'fenced') {
          giveBack()
          drop(run)
          return
        }
        run.state = decided.after
        run.projection = projection
        run.pace = pace
        run.kept = kept
        count(run, kept.bytes + bytesComing(run.inbox))
        settle(run, change, answer.owned)
        if (!answer.owned) onRest(run)
        world.onSent(append)
        world.onLogged(run.gone || !hasAttempts(run.plan))
        if (run.gone) return
        if (answer.mailSeq > run.drained) world.askForMail(run.runId)
        advance(run)
      },
      (error: unknown) => {
        giveBack()
        run.busy = false
        if (error instanceof PoisonedItem) heal(run, letters, error)
        // A closed committer means that this session has ended, so the run needs no treatment.
        else if (!(error instanceof CommitterClosed) && kindOfStoreError(error) !== 'transient') park(run, error)
      },
    )
  }

  /** Applies a change of the plan: cancels attempts that are no longer awaited, and starts new attempts. */
  const settle = (run: OwnedRun, change: PlanChange, owned: boolean) => {
    for (const effect of change.gone) if (effect.kind === 'attempt') world.attempts.cancel(run, effect)
    run.plan = change.after
    if (!owned) {
      drop(run)
      return
    }
    for (const effect of change.appeared) if (effect.kind === 'attempt') world.attempts.start(run, effect, 0)
  }

  const answerOnly = (run: OwnedRun, handled: readonly Handled[]): void => {
    const answered = handled.length > 0 ? world.reply(run.runId, handled) : Promise.resolve(true)
    answered.then(
      (held) => {
        run.busy = false
        // The bytes of a late result, which was refused and not stored, are taken off the count.
        if (!run.gone) count(run, run.kept.bytes + bytesComing(run.inbox))
        if (!held) drop(run)
        advance(run)
      },
      (error: unknown) => {
        if (kindOfStoreError(error) === 'poisoned') answerOnly(run, handled.map(withoutPoisonedReply))
        else later(run, error, () => answerOnly(run, handled))
      },
    )
  }

  const letGo = (run: OwnedRun): void => {
    if (run.drained < 0) {
      world.askForMail(run.runId)
      return
    }
    run.busy = true
    world.release(run.runId, run.drained).then(
      (released) => {
        run.busy = false
        if (released) {
          drop(run)
          onRest(run)
        } else world.askForMail(run.runId)
        if (run.inbox.length > 0) advance(run)
      },
      (error: unknown) =>
        later(run, error, () => {
          // Mail may have come in between, and count as read.
          run.busy = false
          advance(run)
        }),
    )
  }

  /** Retries letters that could not be stored: several letters one by one, a single letter in a storable form. */
  const heal = (run: OwnedRun, letters: readonly Letter[], error: PoisonedItem) => {
    if (run.gone) return
    world.log(`an append of run ${run.runId} cannot be stored: ${error.message}`)
    if (letters.length > 1) {
      run.inbox = [...letters, ...run.inbox]
      run.oneByOne = letters.length
      advance(run)
      return
    }
    const [letter] = letters
    const healed = letter && withoutPoison(letter)
    if (!healed) {
      park(run, error)
    } else if ('handled' in healed) {
      run.busy = true
      answerOnly(run, [healed.handled])
    } else {
      run.inbox = [healed.letter, ...run.inbox]
      run.oneByOne = Math.max(run.oneByOne, 1)
      advance(run)
    }
  }

  /** Repeats a request after a transient error of the database; parks the run after a bug. */
  const later = (run: OwnedRun, error: unknown, again: () => void): void => {
    if (kindOfStoreError(error) !== 'transient') {
      park(run, error)
      return
    }
    world.log(`run ${run.runId} waits for the database: ${messageOf(error)}`)
    world.clock.after(AGAIN_MS, () => {
      if (!run.gone) again()
    })
  }

  /**
   * Parks a run after a bug: the run stays unchanged in the database and is tried again now and then; other runs go on.
   */
  const park = (run: OwnedRun, error: unknown) => {
    world.log(
      `run ${run.runId} is put aside: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    drop(run)
    putAside(run.runId)
  }

  const putAside = (runId: string): void => {
    world.putAside(runId).catch((error: unknown) => {
      world.log(`run ${runId} could not be put aside: ${messageOf(error)}`)
      if (kindOfStoreError(error) === 'transient') world.clock.after(AGAIN_MS, () => putAside(runId))
    })
  }

  return {
    get size() {
      return runs.size
    },
    get keptBytes() {
      return keptBytes
    },
    holds: (runId) => runs.has(runId),
    adopt(run, answer, interruptions) {
      if (answer.kind === 'fenced') return
      if (!answer.owned) {
        onRest(run)
        return
      }
      const stale = runs.get(run.runId)
      if (stale) drop(stale)
      runs.set(run.runId, run)
      keptBytes += run.keptBytes
      const ownerId = run.state.header.owner_id
      held.set(ownerId, (held.get(ownerId) ?? 0) + 1)
      for (const effect of run.plan.values()) {
        if (effect.kind === 'attempt') world.attempts.start(run, effect, interruptions.get(effect.id) ?? 0)
      }
      if (answer.mailSeq > run.drained) world.askForMail(run.runId)
      advance(run)
    },
    deliver(run, letter) {
      if (run.gone) return
      receive(run, letter)
      if (run.plan.size < 2) advance(run)
      else if (run.inbox.length === 1) queueMicrotask(() => advance(run))
    },
    heldNow: () => new Set(runs.values()),
    deliverMail({ mail, mailSeqs }, asked, heldWhenAsked = new Set(runs.values())) {
      let isNew = false
      const heldThen = (runId: string): OwnedRun | null => {
        const run = runs.get(runId)
        return run && heldWhenAsked.has(run) ? run : null
      }
      for (const runId of asked ?? []) {
        const run = heldThen(runId)
        if (run && !mailSeqs.has(runId)) drop(run)
      }
      for (const message of mail) {
        const run = heldThen(message.runId)
        if (!run || run.seenMail.has(message.id)) continue
        run.seenMail.add(message.id)
        isNew = true
        receive(run, { command: message.command, mail: message })
      }
      for (const [runId, mailSeq] of mailSeqs) {
        const run = heldThen(runId)
        if (!run) continue
        run.drained = mailSeq
        advance(run)
      }
      return isNew
    },
    heldByOwner: () => held,
    isOneOfFew: (ownerId) => held.size > 1 && 2 * held.size * (held.get(ownerId) ?? 0) < runs.size,
    dropAll() {
      for (const run of [...runs.values()]) drop(run)
    },
  }
}

/** Takes the letters for the next decision from the inbox. */
function takeLetters(run: OwnedRun, most: number): readonly Letter[] {
  const count = run.oneByOne > 0 ? 1 : most
  run.oneByOne = Math.max(0, run.oneByOne - 1)
  const { inbox } = run
  run.inbox = inbox.length > count ? inbox.slice(count) : []
  return inbox.length > count ? inbox.slice(0, count) : inbox
}

function charactersOf({ last, logged }: SnapshotPace): number {
  return last + logged
}
