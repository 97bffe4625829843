import { daysSince1970 } from '../../parse-instant.ts'
import { Duration, Timestamp } from './instants.ts'
import { Failure, type Result, type Value } from './value.ts'

const SECOND = 1_000_000_000n
const DAY = 86_400n * SECOND

const FIRST = BigInt(daysSince1970(1, 1, 1)) * DAY
const LAST = BigInt(daysSince1970(10_000, 1, 1)) * DAY - 1n
/** CEL's bound of a duration: 10,000 years of 365.25 days. */
const LONGEST = 315_576_000_000n * SECOND

function timestamp(nanoseconds: bigint): Result<Timestamp> {
  if (nanoseconds >= FIRST && nanoseconds <= LAST) return new Timestamp(nanoseconds)
  return new Failure('NUMBER_OUT_OF_RANGE', 'This time is outside the years 1 to 9999.')
}

function duration(nanoseconds: bigint): Result<Duration> {
  if (nanoseconds >= -LONGEST && nanoseconds <= LONGEST) return new Duration(nanoseconds)
  return new Failure('NUMBER_OUT_OF_RANGE', 'This duration is longer than 10,000 years.')
}

/** Arithmetic of times; undefined if the operands are not times. */
export function addTimes(left: Value, right: Value): Result | undefined {
  if (left instanceof Duration && right instanceof Duration) return duration(left.nanoseconds + right.nanoseconds)
  if (left instanceof Timestamp && right instanceof Duration) return timestamp(left.nanoseconds + right.nanoseconds)
  if (left instanceof Duration && right instanceof Timestamp) return timestamp(left.nanoseconds + right.nanoseconds)
  return undefined
}

export function subtractTimes(left: Value, right: Value): Result | undefined {
  if (left instanceof Timestamp && right instanceof Timestamp) return duration(left.nanoseconds - right.nanoseconds)
  if (left instanceof Duration && right instanceof Duration) return duration(left.nanoseconds - right.nanoseconds)
  if (left instanceof Timestamp && right instanceof Duration) return timestamp(left.nanoseconds - right.nanoseconds)
  return undefined
}

/** Order of two times: negative, zero or positive; undefined unless both are of one kind. */
export function compareTimes(left: Value, right: Value): number | undefined {
  const instants = left instanceof Timestamp && right instanceof Timestamp
  if (!instants && !(left instanceof Duration && right instanceof Duration)) return undefined
  const difference = left.nanoseconds - (right as Timestamp | Duration).nanoseconds
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** RFC 3339, the form of every `…At` of Heddle. */
export function parseTimestamp(text: string): Result<Timestamp> {
  const parts = INSTANT.exec(text)
  if (!parts) return invalid('2026-01-31T09:30:00Z', 'an instant')
  const field = (index: number): number => Number(parts[index] ?? 0)
  const [year, month, day, hours, minutes, seconds] = [1, 2, 3, 4, 5, 6].map(field) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const days = BigInt(daysSince1970(year, month, day))
  const written = civil(days)
  if (
    written.month !== month ||
    written.day !== day ||
    hours > 23 ||
    minutes > 59 ||
    seconds > 59 ||
    field(9) > 23 ||
    field(10) > 59
  ) {
    return invalid('2026-01-31T09:30:00Z', 'an instant')
  }
  const offset = (field(9) * 60 + field(10)) * (parts[8] === '-' ? -1 : 1)
  const wholeSeconds = days * 86_400n + BigInt(hours * 3600 + (minutes - offset) * 60 + seconds)
  return timestamp(wholeSeconds * SECOND + BigInt((parts[7] ?? '').padEnd(9, '0')))
}

const PART = /(\d{1,12})(?:\.(\d{1,9}))?(ms|us|ns|h|m|s)/y
const units: Readonly<Record<string, bigint>> = {
  h: 3600n * SECOND,
  m: 60n * SECOND,
  s: SECOND,
  ms: 1_000_000n,
  us: 1_000n,
  ns: 1n,
}

/** `1h30m`, `-2.5s`, `500ms`. */
export function parseDuration(text: string): Result<Duration> {
  const negative = text.startsWith('-')
  let at = negative ? 1 : 0
  let nanoseconds = 0n
  do {
    PART.lastIndex = at
    const part = PART.exec(text)
    if (!part) return invalid('1h30m', 'a duration')
    const unit = units[part[3] as string] as bigint
    nanoseconds += BigInt(part[1] as string) * unit + (BigInt((part[2] ?? '').padEnd(9, '0')) * unit) / SECOND
    at = PART.lastIndex
  } while (at < text.length)
  return duration(negative ? -nanoseconds : nanoseconds)
}

function invalid(example: string, what: string): Failure {
  return new Failure('INVALID_VALUE', `This text is not ${what}. Write it as "${example}".`)
}

export function printTimestamp(value: Timestamp): string {
  const { year, month, day, nanoseconds } = civilOf(value.nanoseconds)
  const seconds = Number(nanoseconds / SECOND)
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => padded(Math.floor(part), 2)).join(':')
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T${clock}${fraction(nanoseconds % SECOND)}Z`
}

export function printDuration(value: Duration): string {
  const sign = value.nanoseconds < 0n ? '-' : ''
  const length = value.nanoseconds < 0n ? -value.nanoseconds : value.nanoseconds
  return `${sign}${length / SECOND}${fraction(length % SECOND)}s`
}

function fraction(nanoseconds: bigint): string {
  return nanoseconds === 0n ? '' : `.${nanoseconds.toString().padStart(9, '0').replace(/0+$/, '')}`
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0')
}

/** A part of an instant at a fixed offset of UTC, as CEL's getters count: months, days of the year and the week from 0. */
export function partOfTimestamp(name: string, value: Timestamp, zone: string): Result<bigint> {
  const offset = /^(?:UTC|([+-]?)(\d\d):(\d\d))$/.exec(zone)
  if (!offset) return invalid('+02:00', 'a fixed offset; named time zones are not supported')
  const minutes = (Number(offset[2] ?? 0) * 60 + Number(offset[3] ?? 0)) * (offset[1] === '-' ? -1 : 1)
  const local = value.nanoseconds + BigInt(minutes) * 60n * SECOND
  const { year, month, day, days, nanoseconds } = civilOf(local)
  switch (name) {
    case 'getFullYear':
      return BigInt(year)
    case 'getMonth':
      return BigInt(month - 1)
    case 'getDate':
      return BigInt(day)
    case 'getDayOfMonth':
      return BigInt(day - 1)
    case 'getDayOfYear':
      return days - BigInt(daysSince1970(year, 1, 1))
    case 'getDayOfWeek':
      // 1970-01-01 was a Thursday; the week begins on Sunday.
      return (((days + 4n) % 7n) + 7n) % 7n
    case 'getHours':
      return nanoseconds / (3600n * SECOND)
    case 'getMinutes':
      return (nanoseconds / (60n * SECOND)) % 60n
    case 'getSeconds':
      return (nanoseconds / SECOND) % 60n
    default:
      return (nanoseconds / 1_000_000n) % 1000n
  }
}

/** The whole of a duration in hours, minutes, seconds or milliseconds, without the fraction. */
export function partOfDuration(name: string, value: Duration): Result<bigint> {
  const unit = { getHours: 'h', getMinutes: 'm', getSeconds: 's', getMilliseconds: 'ms' }[name]
  if (unit === undefined) return new Failure('WRONG_TYPE', `\`${name}\` needs a time, but this is a duration.`)
  return value.nanoseconds / (units[unit] as bigint)
}

interface CivilTime {
  readonly year: number
  readonly month: number
  readonly day: number
}

function civilOf(instant: bigint): CivilTime & { days: bigint; nanoseconds: bigint } {
  const nanoseconds = ((instant % DAY) + DAY) % DAY
  const days = (instant - nanoseconds) / DAY
  return { ...civil(days), days, nanoseconds }
}

/** The date of a day since 1970-01-01 (`civil_from_days`). */
function civil(days: bigint): CivilTime {
  const shifted = Number(days) + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1,
  }
}
