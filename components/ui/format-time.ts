const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A span in the fewest words that still say enough: `42 ms`, `1.2 s`, `18 min`, `2 h 4 min`, `3 days`. */
export function formatDuration(ms: number): string {
  const span = Math.max(0, ms)
  if (span < secondMs) return `${Math.round(span)} ms`
  if (span < 10 * secondMs) return `${trimZero((span / secondMs).toFixed(1))} s`
  if (span < minuteMs) return `${Math.floor(span / secondMs)} s`
  if (span < hourMs) return `${Math.floor(span / minuteMs)} min`
  if (span < dayMs) return withRest(Math.floor(span / hourMs), 'h', Math.floor((span % hourMs) / minuteMs), 'min')
  const days = Math.floor(span / dayMs)
  return days === 1 ? '1 day' : `${days} days`
}

const trimZero = (text: string) => text.replace(/\.0$/, '')
const withRest = (whole: number, unit: string, rest: number, restUnit: string) =>
  rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`

/** A span that still grows, in whole seconds: it is drawn again once a second. */
export function formatGrowing(ms: number): string {
  return ms < minuteMs ? `${Math.floor(Math.max(0, ms) / secondMs)} s` : formatDuration(ms)
}

/** The biggest unit alone, for dense lists: `2 h`, `18 min`. */
export function formatAge(ms: number): string {
  if (ms < hourMs || ms >= dayMs) return formatGrowing(ms)
  return `${Math.floor(ms / hourMs)} h`
}

export type Urgency = 'none' | 'soon' | 'overdue'

/** How a due date stands: in words, and whether it presses. */
export function formatDue(dueAt: number, now: number): { readonly text: string; readonly urgency: Urgency } {
  const left = dueAt - now
  if (left < 0) return { text: `overdue by ${formatAge(-left)}`, urgency: 'overdue' }
  return { text: `in ${formatAge(left)}`, urgency: left < 4 * hourMs ? 'soon' : 'none' }
}

/** Made when it is first used: making one costs milliseconds that no page has while it opens. */
function formatter(options: Intl.DateTimeFormatOptions): (at: number | Date) => string {
  let made: Intl.DateTimeFormat | null = null
  return (at) => {
    made ??= new Intl.DateTimeFormat('en-GB', options)
    return made.format(at)
  }
}

const clock = formatter({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = formatter({ day: 'numeric', month: 'short' })
const full = formatter({ dateStyle: 'medium', timeStyle: 'long' })

/** `14:02:11` today, `12 Mar 14:02:11` on another day; the reader's time zone. */
export function formatInstant(at: number, now: number): string {
  const date = new Date(at)
  const time = clock(date)
  return date.toDateString() === new Date(now).toDateString() ? time : `${day(date)} ${time}`
}

/** With milliseconds, for histories. */
export function formatClock(at: number): string {
  return `${clock(at)}.${String(at % secondMs).padStart(3, '0')}`
}

const minutes = formatter({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const minute = formatter({ hour: '2-digit', minute: '2-digit' })

/** Between two instants, either of which may be open: `12 Mar, 14:00 – 14:30`; the reader's time zone. */
export function formatSpan(from: string, to: string): string {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(start)) return Number.isNaN(end) ? 'at any time' : `before ${minutes(end)}`
  if (Number.isNaN(end)) return `from ${minutes(start)}`
  const isOneDay = new Date(start).toDateString() === new Date(end).toDateString()
  return `${minutes(start)} – ${(isOneDay ? minute : minutes)(end)}`
}

export const formatFull = (at: number) => full(at)
