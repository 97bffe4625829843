const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):(\d\d))?)?$/

/**
 * RFC 3339 (`2026-01-31T09:00:00+01:00`, or a date: its midnight in UTC) to milliseconds since 1970; null for any other
 * text. The core has no Date, whose parser would also depend on the local time zone.
 */
export function parseInstant(text: string): number | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const part = (index: number) => Number(match[index] ?? 0)
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return null
  if (hour > 23 || minute > 59 || second > 59 || part(10) > 23 || part(11) > 59) return null
  const fraction = Math.floor(Number(`0.${match[7] ?? 0}`) * 1_000)
  const offsetMinutes = (part(10) * 60 + part(11)) * (match[9] === '-' ? -1 : 1)
  const minutes = (daysSince1970(year, month, day) * 24 + hour) * 60 + minute - offsetMinutes
  return (minutes * 60 + second) * 1_000 + fraction
}

/** Is a time written as a number or a date? Otherwise it is a text with `{{ }}` or an expression. */
export function isWrittenTime(text: string): boolean {
  return /^\s*[\d.]+\s*$/.test(text) || (/^\d{4}-\d\d-\d\d/.test(text) && !text.includes('{{'))
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** Days of the civil calendar, counted in eras of 400 years that begin in March (Hinnant, days_from_civil). */
export function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
