import { isTimeZone, readCron } from '#core/definition/triggers/cron.ts'
import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { ImportNote } from './import-note.ts'

/** The time of a schedule as another system has it: cron with five fields, or an interval in seconds. */
export type ForeignTime =
  | { readonly cron: string; readonly timezone?: string | undefined }
  | { readonly every_seconds: number }

export interface ImportedSchedules {
  readonly triggers: readonly JsonObject[]
  readonly notes: readonly ImportNote[]
}

/**
 * The schedules of a file as triggers, each with a note. A time that no schedule here can have is lost and named. `taken`:
 * triggers of the file that there are already.
 */
export function schedulesOf(part: string, times: readonly ForeignTime[], taken = 0): ImportedSchedules {
  const triggers: JsonObject[] = []
  const notes = times.map((time): ImportNote => {
    const said = 'cron' in time ? `\`${time.cron}\`` : `every ${time.every_seconds} s`
    const wrong = problemOf(time, taken + triggers.length)
    if (wrong !== null) return { part, fate: 'lost', message: `Schedule ${said}: ${wrong}` }
    const place = taken + triggers.length + 1
    const zone = 'cron' in time && time.timezone !== undefined ? { timezone: time.timezone } : {}
    const plan = 'cron' in time ? { cron: time.cron.trim() } : { every_seconds: time.every_seconds }
    triggers.push({ type: 'schedule', ...(place > 1 && { name: `schedule ${place}` }), ...plan, ...zone })
    const message = `Schedule ${said}: starts runs once the workflow is published.`
    return { part, fate: 'understood', message }
  })
  return { triggers, notes }
}

function problemOf(time: ForeignTime, count: number): string | null {
  const { perWorkflow, leastIntervalMs, mostIntervalMs } = limits.triggers
  if (count >= perWorkflow) return `a workflow can have up to ${perWorkflow} triggers.`
  if (!('cron' in time)) {
    const ms = time.every_seconds * 1000
    return ms >= leastIntervalMs && ms <= mostIntervalMs ? null : 'a schedule here repeats every minute at most.'
  }
  const { cron, timezone = 'UTC' } = time
  if (!isTimeZone(timezone)) return `there is no time zone ${timezone}.`
  const read = readCron(cron, timezone)
  return read.ok ? null : read.message
}
