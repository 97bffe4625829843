import { describeSeconds } from '../catalogue/describe-seconds.ts'
import { type ScheduleTrigger, scheduleDefaults } from '../trigger.ts'

/** A plan in the terms of a form. `day`: of the week from 0, Sunday, or of the month from 1. */
export type SchedulePreset =
  | { readonly kind: 'interval'; readonly seconds: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily' | 'weekdays'; readonly minute: number; readonly hour: number }
  | { readonly kind: 'weekly' | 'monthly'; readonly minute: number; readonly hour: number; readonly day: number }
  | { readonly kind: 'cron'; readonly cron: string }

export const presetKinds = ['interval', 'hourly', 'daily', 'weekdays', 'weekly', 'monthly', 'cron'] as const
export type PresetKind = (typeof presetKinds)[number]

type Plan = Pick<ScheduleTrigger, 'cron' | 'every_seconds'>

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const short = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const

/** The preset that a plan is, or its cron expression. */
export function presetOf({ cron, every_seconds: seconds }: Plan): SchedulePreset {
  if (seconds !== undefined) return { kind: 'interval', seconds }
  const written = (cron ?? '').trim()
  const [m = '', h = '', dom = '', month = '', dow = '', ...more] = written.toUpperCase().split(/\s+/)
  const other = { kind: 'cron', cron: written } as const
  const minute = numberIn(m, 0, 59)
  if (minute === null || month !== '*' || more.length > 0) return other
  if (h === '*') return dom === '*' && dow === '*' ? { kind: 'hourly', minute } : other
  const hour = numberIn(h, 0, 23)
  if (hour === null) return other
  if (dom === '*' && dow === '*') return { kind: 'daily', minute, hour }
  if (dom === '*' && (dow === 'MON-FRI' || dow === '1-5')) return { kind: 'weekdays', minute, hour }
  const day = dom === '*' ? weekday(dow) : dow === '*' ? numberIn(dom, 1, 31) : null
  return day === null ? other : { kind: dom === '*' ? 'weekly' : 'monthly', minute, hour, day }
}

/** The plan of a preset, as the definition has it. */
export function planOfPreset(preset: SchedulePreset): Plan {
  switch (preset.kind) {
    case 'interval':
      return { every_seconds: preset.seconds }
    case 'hourly':
      return { cron: `${preset.minute} * * * *` }
    case 'daily':
      return { cron: `${preset.minute} ${preset.hour} * * *` }
    case 'weekdays':
      return { cron: `${preset.minute} ${preset.hour} * * MON-FRI` }
    case 'weekly':
      return { cron: `${preset.minute} ${preset.hour} * * ${short[preset.day]}` }
    case 'monthly':
      return { cron: `${preset.minute} ${preset.hour} ${preset.day} * *` }
    case 'cron':
      return { cron: preset.cron }
  }
}

/** The preset of another kind that keeps the time of the one before where it has one. */
export function presetAs(kind: PresetKind, before: SchedulePreset): SchedulePreset {
  const minute = 'minute' in before ? before.minute : 0
  const hour = 'hour' in before ? before.hour : 6
  switch (kind) {
    case 'interval':
      return { kind, seconds: 900 }
    case 'hourly':
      return { kind, minute }
    case 'daily':
    case 'weekdays':
      return { kind, minute, hour }
    case 'weekly':
    case 'monthly':
      return { kind, minute, hour, day: 1 }
    case 'cron':
      return { kind, cron: planOfPreset(before).cron ?? '0 6 * * *' }
  }
}

/** A schedule in words, such as `Every day at 06:00, Europe/Berlin`. */
export function scheduleWords({
  timezone = scheduleDefaults.timezone,
  ...plan
}: Omit<ScheduleTrigger, 'type'>): string {
  const preset = presetOf(plan)
  const words = presetWords(preset)
  return preset.kind === 'interval' ? words : `${words}, ${timezone}`
}

function presetWords(preset: SchedulePreset): string {
  switch (preset.kind) {
    case 'interval':
      return `Every ${describeSeconds(preset.seconds).replace(/^1 (?=\w+$)/, '')}`
    case 'hourly':
      return preset.minute === 0 ? 'Every hour' : `Every hour at minute ${preset.minute}`
    case 'daily':
      return `Every day at ${clock(preset)}`
    case 'weekdays':
      return `Monday to Friday at ${clock(preset)}`
    case 'weekly':
      return `Every ${weekdays[preset.day]} at ${clock(preset)}`
    case 'monthly':
      return `On day ${preset.day} of every month at ${clock(preset)}`
    case 'cron':
      return preset.cron === '' ? 'No time yet' : preset.cron
  }
}

export const weekdayNames: readonly string[] = weekdays

const clock = ({ hour, minute }: { readonly hour: number; readonly minute: number }) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

function numberIn(text: string, least: number, most: number): number | null {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

/** 7 is Sunday too. */
function weekday(text: string): number | null {
  const named = short.indexOf(text as (typeof short)[number])
  if (named !== -1) return named
  const number = numberIn(text, 0, 7)
  return number === null ? null : number % 7
}
