import { limits } from '#core/limits.ts'
import { counted } from '../catalogue/describe-seconds.ts'
import { type Overlap, type ScheduleTrigger, scheduleDefaults } from '../trigger.ts'
import { nextInstant, type Plan, type PlannedRange, plannedInstants } from './planned-instants.ts'

/** A planned instant that has come: its run is started, or the reason says why not. Instants in milliseconds since 1970. */
export interface DueFiring {
  readonly plannedAt: number
  readonly cause: 'planned' | 'caught_up'
  readonly overlap: Overlap
  readonly skipped?: string
}

export interface DueFirings {
  readonly firings: readonly DueFiring[]
  /** The first instant after `now`; null where there is none. */
  readonly nextAt: number | null
}

/** An instant that is longer ago was missed: no engine ran. Below it, an engine that took over was merely late. */
const LATE_MS = limits.triggers.lateMs

/**
 * The firings of a schedule for the instants after `handledUntil`, up to `now` by the database's clock. Instants that
 * were missed are made up for as the schedule says; those that are left out share one firing with the reason.
 */
export function dueFirings(
  trigger: ScheduleTrigger,
  { handledUntil, now }: { readonly handledUntil: number; readonly now: number },
): DueFirings {
  const { overlap = scheduleDefaults.overlap, catch_up: catchUp = scheduleDefaults.catch_up } = trigger
  const late = now - LATE_MS
  const onTime = plannedInstants(trigger, {
    afterMs: Math.max(handledUntil, late),
    untilMs: now,
    most: limits.triggers.caughtUp,
  })
  const most = limits.triggers.caughtUp
  const missed = latestInstants(trigger, { afterMs: handledUntil, untilMs: late, most: most + 1 })
  const count = catchUp === 'all' ? most : catchUp === 'last' && onTime.length === 0 ? 1 : 0
  const made = count === 0 ? [] : missed.instants.slice(-count)
  const left = missed.instants.slice(0, missed.instants.length - made.length)
  return {
    firings: [
      ...leftOut(left, missed.more, overlap),
      ...made.map((plannedAt) => ({ plannedAt, cause: 'caught_up', overlap: inTurn(overlap) }) as const),
      ...onTime.map((plannedAt) => ({ plannedAt, cause: 'planned', overlap }) as const),
    ],
    nextAt: nextInstant(trigger, now),
  }
}

/** Runs that are made up for come one after the other where the schedule does not allow several at once. */
export function inTurn(overlap: Overlap): Overlap {
  return overlap === 'skip' ? 'queue' : overlap
}

function leftOut(instants: readonly number[], more: boolean, overlap: Overlap): readonly DueFiring[] {
  const plannedAt = instants.at(-1)
  if (plannedAt === undefined) return []
  const before = instants.length - 1
  const earlier = more ? 'many earlier times' : counted(before, 'earlier time')
  const also = before === 0 && !more ? '' : ` The same holds for ${earlier}.`
  return [{ plannedAt, cause: 'caught_up', overlap, skipped: `No engine was running at this time.${also}` }]
}

/**
 * The last `most` planned instants of a range, and whether there are more before them. The range is searched from its end,
 * in growing pieces, so that the cost does not depend on its length.
 */
export function latestInstants(
  plan: Plan,
  { afterMs, untilMs = 0, most }: PlannedRange,
): { readonly instants: readonly number[]; readonly more: boolean } {
  if (untilMs <= afterMs) return { instants: [], more: false }
  for (let length = limits.triggers.leastIntervalMs * most; ; length *= 4) {
    const from = Math.max(afterMs, untilMs - length)
    const found = plannedInstants(plan, { afterMs: from, untilMs, most: Number.POSITIVE_INFINITY })
    if (found.length >= most || from === afterMs) {
      return { instants: found.slice(-most), more: found.length > most || (from > afterMs && found.length === most) }
    }
  }
}
