import type { Cron } from 'croner'
import { Timestamp } from '../../expression/evaluate/instants.ts'
import { printTimestamp } from '../../expression/evaluate/time.ts'
import { type ScheduleTrigger, scheduleDefaults } from '../trigger.ts'
import { readCron } from './cron.ts'

/** The part of a schedule that decides its instants. */
export type Plan = Pick<ScheduleTrigger, 'cron' | 'every_seconds' | 'timezone'>

/** Milliseconds since 1970 as RFC 3339 in UTC, such as `2026-01-31T06:00:00Z`. */
export function instantText(ms: number): string {
  return printTimestamp(new Timestamp(BigInt(Math.round(ms)) * 1_000_000n))
}

/**
 * The first planned instant after `afterMs` (milliseconds since 1970, as the result); null where there is none, as for
 * 30 February, or where the plan is not valid.
 */
export function nextInstant(plan: Plan, afterMs: number): number | null {
  if (plan.every_seconds !== undefined) {
    const everyMs = plan.every_seconds * 1000
    return everyMs > 0 ? (Math.floor(afterMs / everyMs) + 1) * everyMs : null
  }
  const cron = cronOf(plan)
  // croner cuts fractions of a second off, so its answer lies behind the instant in any case.
  return cron?.nextRun(instantText(Math.floor(afterMs / 1000) * 1000))?.getTime() ?? null
}

/** At most `most` planned instants after `afterMs`, up to `untilMs` (included) where it is given. */
export function plannedInstants(
  plan: Plan,
  { afterMs, untilMs = Number.POSITIVE_INFINITY, most }: PlannedRange,
): readonly number[] {
  const found: number[] = []
  let after = afterMs
  while (found.length < most) {
    const next = nextInstant(plan, after)
    if (next === null || next > untilMs) break
    found.push(next)
    after = next
  }
  return found
}

export interface PlannedRange {
  readonly afterMs: number
  readonly untilMs?: number
  readonly most: number
}

/** Read expressions by zone and text: reading one costs more than the next instant. */
const read = new Map<string, Cron | null>()
const MOST_READ = 2_000

function cronOf({ cron, timezone = scheduleDefaults.timezone }: Plan): Cron | null {
  if (cron === undefined) return null
  const key = `${timezone} ${cron}`
  const known = read.get(key)
  if (known !== undefined) return known
  const result = readCron(cron, timezone)
  const made = result.ok ? result.cron : null
  if (read.size >= MOST_READ) read.clear()
  read.set(key, made)
  return made
}
