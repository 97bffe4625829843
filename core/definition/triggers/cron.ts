import { Cron } from 'croner'

/** A cron expression that was read, or a sentence about what is wrong with it. */
export type ReadCron = { readonly ok: true; readonly cron: Cron } | { readonly ok: false; readonly message: string }

const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

const FIELDS = 'minute, hour, day of the month, month, day of the week'

/**
 * Reads a cron expression of five fields. Jobs at fixed times run once on a day whose local time jumps: after a gap, and
 * at the first of two equal times; other jobs follow the clock (`fixedTimeRule` of croner).
 */
export function readCron(text: string, timezone: string): ReadCron {
  const message = wrongShape(text)
  if (message !== null) return { ok: false, message }
  try {
    const cron = new Cron(text.trim(), {
      timezone,
      mode: '5-part',
      paused: true,
      fixedTimeRule: 'no-wildcard',
    })
    return { ok: true, cron }
  } catch (error) {
    return { ok: false, message: explain(String((error as Error).message)) }
  }
}

/** The five fields that a nickname such as @daily stands for. */
export function fieldsOfNickname(text: string): string | undefined {
  const nickname = text.trim().toLowerCase()
  return Object.hasOwn(nicknames, nickname) ? nicknames[nickname] : undefined
}

function wrongShape(text: string): string | null {
  const fields = text.trim().split(/\s+/)
  if (fields[0]?.startsWith('@')) return `Write out the five fields: ${FIELDS}.`
  if (fields.length === 6 || fields.length === 7) {
    return `This has ${fields.length} fields. A schedule has five, without seconds and years: ${FIELDS}.`
  }
  if (fields.length !== 5) return `A cron expression has five fields: ${FIELDS}.`
  if (text.includes('?')) return 'Write * instead of ?.'
  return null
}

/** croner's message without its class name. */
function explain(message: string): string {
  const said = message.replace(/^CronPattern: /, '')
  return said.endsWith('.') ? said : `${said}.`
}

const zones = new Map<string, boolean>()
const MOST_ZONES = 1_000

/** Is it a time zone of the zone database? Offsets such as +02:00 are none: they know no daylight saving time. */
export function isTimeZone(name: string): boolean {
  const known = zones.get(name)
  if (known !== undefined) return known
  let found = /^[A-Za-z]/.test(name)
  try {
    if (found) new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    found = false
  }
  if (zones.size >= MOST_ZONES) zones.clear()
  zones.set(name, found)
  return found
}
