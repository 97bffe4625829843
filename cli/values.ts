import { readFile } from 'node:fs/promises'
import { isKeptExactly } from '#core/exact-number.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { parseStrictJson } from '#core/strict-json.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'

/** JSON as a text, `@file`, or `-` for the standard input. */
export async function readJson(terminal: Terminal, given: string): Promise<Json> {
  const text = given === '-' ? await terminal.input() : given.startsWith('@') ? await readText(given.slice(1)) : given
  try {
    JSON.parse(text)
  } catch (error) {
    throw usage(`Not valid JSON: ${(error as Error).message}. Use JSON, @file.json, or - for standard input.`)
  }
  return strictly(text)
}

/** Parses as strictly as the API does: otherwise a number that is too long would change before it is sent. */
function strictly(text: string): Json {
  const parsed = parseStrictJson(text)
  if (parsed.ok) return parsed.value
  throw usage(parsed.field ? `${parsed.field}: ${parsed.message}` : parsed.message)
}

/**
 * `amount=24000 customer=Weaver` merged over an object; a value that is not JSON is a text. Undefined without input.
 */
export async function readValues(
  terminal: Terminal,
  pairs: readonly string[],
  given: string | undefined,
): Promise<Json | undefined> {
  const whole = given === undefined ? undefined : await readJson(terminal, given)
  if (pairs.length === 0) return whole
  if (whole !== undefined && !isJsonObject(whole)) {
    throw usage('key=value needs an object, but the given input is not one.')
  }
  return { ...whole, ...Object.fromEntries(pairs.map(readPair)) }
}

function readPair(pair: string): readonly [key: string, value: Json] {
  const at = pair.indexOf('=')
  if (at < 1) throw usage(`${pair} is not key=value. Use amount=24000, or pass JSON with --input.`)
  return [pair.slice(0, at), readValue(pair.slice(at + 1))]
}

/** A value that is not JSON is a text, and a number with more digits than a double keeps stays a text. */
function readValue(text: string): Json {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  if (typeof value === 'number' && (!isKeptExactly(text.trim()) || isBeyondSafe(text, value))) return text
  return strictly(text)
}

const isBeyondSafe = (text: string, value: number) => /^-?\d+$/.test(text) && !Number.isSafeInteger(value)

/** A file, or the standard input for `-`. */
export async function readSource(terminal: Terminal, file: string): Promise<string> {
  return file === '-' ? terminal.input() : readText(file)
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw usage(`Cannot read ${file}: ${(error as Error).message}.`)
  }
}

/** Whole numbers from 1, for commander. */
export function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usage(`${text} is not a positive whole number.`)
  return Number(text)
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** An instant: `2h` ago, `3d` ago, or `2026-11-21T08:00Z`. */
export function readInstant(text: string, now: number): string {
  const ms = lengthOf(text)
  const at = ms === null ? Date.parse(text) : now - ms
  if (Number.isNaN(at))
    throw usage(`${text} is not a time. Use 30min, 2h or 3d for how long ago, or 2026-11-21T08:00Z.`)
  return new Date(at).toISOString()
}

/** A duration in milliseconds: `500ms`, `90s`, `2h`. */
export function readDuration(text: string): number {
  const ms = lengthOf(text)
  if (ms === null) throw usage(`${text} is not a duration. Use 500ms, 90s, 30min, 2h or 3d.`)
  return ms
}

function lengthOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,6})\s*(ms|s|min|m|h|d)$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * (units[unit ?? ''] ?? 0)
}

export function usage(message: string): CommandError {
  return new CommandError(message, { exitCode: 2, code: 'USAGE' })
}
