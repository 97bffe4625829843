import { uiTexts } from '../texts/ui.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A time span in the fewest words that are precise enough: `42 ms`, `1.2 s`, `18 min`, `2 h 4 min`, `3 days`. */
export function formatDuration(ms: number): string {
  const span = Math.max(0, ms)
  if (span < secondMs) return uiTexts.ms(Math.round(span))
  if (span < 10 * secondMs) return `${trimZero((span / secondMs).toFixed(1))} s`
  if (span < minuteMs) return `${Math.floor(span / secondMs)} s`
  if (span < hourMs) return uiTexts.min(Math.floor(span / minuteMs))
  if (span < dayMs) return withRest(Math.floor(span / hourMs), 'h', Math.floor((span % hourMs) / minuteMs), 'min')
  const days = Math.floor(span / dayMs)
  return days === 1 ? uiTexts.oneDay : uiTexts.days(days)
}

const trimZero = (text: string) => text.replace(/\.0$/, '')
const withRest = (whole: number, unit: string, rest: number, restUnit: string) =>
  rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`

/** A growing time span in whole seconds, since it is drawn again once a second. */
export function formatGrowing(ms: number): string {
  return ms < minuteMs ? `${Math.floor(Math.max(0, ms) / secondMs)} s` : formatDuration(ms)
}

/** The largest unit alone, for dense lists: `2 h`, `18 min`. */
export function formatAge(ms: number): string {
  if (ms < hourMs || ms >= dayMs) return formatGrowing(ms)
  return `${Math.floor(ms / hourMs)} h`
}

export type Urgency = 'none' | 'soon' | 'overdue'

/** A due date in words, and its urgency. */
export function formatDue(dueAt: number, now: number): { readonly text: string; readonly urgency: Urgency } {
  const left = dueAt - now
  if (left < 0 && left > -minuteMs) return { text: uiTexts.dueNow, urgency: 'overdue' }
  if (left < 0) return { text: uiTexts.overdueBy(formatAge(-left)), urgency: 'overdue' }
  return { text: uiTexts.in(formatAge(left)), urgency: left < 4 * hourMs ? 'soon' : 'none' }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const twoDigits = (value: number) => String(value).padStart(2, '0')

/*
 * By hand: the browser's own formatter takes as long to come up as a small page, and nearly every page shows an instant.
 * All in the reader's time zone.
 */
const minute = (at: Date) => `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
const clock = (at: Date) => `${minute(at)}:${twoDigits(at.getSeconds())}`
const day = (at: Date) => `${at.getDate()} ${months[at.getMonth()]}`
const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

/** `UTC`, `UTC+1`, `UTC−3:30`: the offset of the reader's time zone. */
function zone(at: Date): string {
  const ahead = -at.getTimezoneOffset()
  if (ahead === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `UTC${ahead < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`
}

/** `14:02:11` today, `12 Mar 14:02:11` on another day. */
export function formatInstant(at: number, now: number): string {
  const date = new Date(at)
  return isSameDay(date, new Date(now)) ? clock(date) : `${day(date)} ${clock(date)}`
}

/** The time with milliseconds, for histories. */
export function formatClock(at: number): string {
  return `${clock(new Date(at))}.${String(at % secondMs).padStart(3, '0')}`
}

/** `12 Mar 2026, 14:02:11 UTC+1`. */
export function formatFull(at: number): string {
  const date = new Date(at)
  return `${day(date)} ${date.getFullYear()}, ${clock(date)} ${zone(date)}`
}

/** `12 Mar 2026, 14:02`. */
export function formatDate(at: number): string {
  const date = new Date(at)
  return `${day(date)} ${date.getFullYear()}, ${minute(date)}`
}

/** The range between two instants, either of which may be open: `12 Mar, 14:00 – 14:30`. */
export function formatSpan(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)]
  if (Number.isNaN(start.getTime()))
    return Number.isNaN(end.getTime()) ? uiTexts.atAnyTime : uiTexts.before(dayAndMinute(end))
  if (Number.isNaN(end.getTime())) return uiTexts.from(dayAndMinute(start))
  return `${dayAndMinute(start)} – ${isSameDay(start, end) ? minute(end) : dayAndMinute(end)}`
}

const dayAndMinute = (at: Date) => `${day(at)}, ${minute(at)}`

/** The words for the beginning and end of a range: by the day, or by the clock, with the day where it differs. */
export function formatEdges(from: string, to: string, byDay: boolean): readonly [from: string, to: string] {
  const [start, end] = [new Date(from), new Date(to)]
  if (byDay) return [day(start), day(end)]
  return [isSameDay(start, end) ? minute(start) : `${day(start)} ${minute(start)}`, minute(end)]
}
