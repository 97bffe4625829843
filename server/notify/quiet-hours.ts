/** Hours of the day in which nothing is sent, and whole days of the week, in one time zone. */
export interface QuietHours {
  /** `HH:MM`; with `from` after `to` the hours go over midnight, and equal ones are none. */
  readonly from: string
  readonly to: string
  /** Whole quiet days, 0 (Sunday) to 6. */
  readonly days: readonly number[]
}

const MINUTE = 60_000
/** Steps of the search for the end; time zones change at quarters of an hour at the finest. */
const STEP_MINUTES = 15
const LONGEST_SEARCH_MS = 8 * 24 * 3_600_000

/**
 * The end of the quiet hours that contain an instant; the instant itself when it is not quiet. The clock of the time zone
 * decides, so the hours follow its changes to and from summer time.
 */
export function quietUntil(now: number, quiet: QuietHours | null, timeZone: string): number {
  if (quiet === null) return now
  const clock = clockOf(timeZone)
  if (!isQuiet(clock(now), quiet)) return now
  // From here on every instant is a whole minute, which the ends of quiet hours are, too.
  let at = Math.floor(now / MINUTE) * MINUTE + MINUTE
  const last = now + LONGEST_SEARCH_MS
  while (at < last) {
    const time = clock(at)
    if (!isQuiet(time, quiet)) return at
    const toNextStep = STEP_MINUTES - (time.minute % STEP_MINUTES)
    const toEnd = minutesUntil(time.minute, minutesOf(quiet.to))
    at += Math.max(1, Math.min(toNextStep, toEnd)) * MINUTE
  }
  // Every day is quiet: mail waits in the outbox, and the person sees it in the inbox.
  return at
}

interface ClockTime {
  /** Of the day. */
  readonly minute: number
  /** Of the week, from Sunday. */
  readonly day: number
}

function isQuiet({ minute, day }: ClockTime, { from, to, days }: QuietHours): boolean {
  if (days.includes(day)) return true
  const [first, end] = [minutesOf(from), minutesOf(to)]
  if (first === end) return false
  return first < end ? minute >= first && minute < end : minute >= first || minute < end
}

function minutesUntil(minute: number, end: number): number {
  return (end - minute + 24 * 60) % (24 * 60)
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function clockOf(timeZone: string): (instant: number) => ClockTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    return {
      minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
      day: dayNames.indexOf(parts.get('weekday') ?? ''),
    }
  }
}

/** Whether this machine knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
