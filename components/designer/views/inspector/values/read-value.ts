import { readJsonText } from '#components/ui/json/read-json-text.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import type { Meaning } from '../use-draft.ts'
import { durationWords, parseDuration } from './duration-words.ts'

interface Bounds {
  readonly min?: number
  readonly max?: number
}

export function readNumber(text: string, integer: boolean, bounds: Bounds): Meaning {
  const trimmed = text.trim()
  if (trimmed === '') return { value: undefined }
  const number = Number(trimmed)
  if (!Number.isFinite(number)) return { error: 'Enter a number.' }
  if (integer && !Number.isInteger(number)) return { error: 'Enter a whole number.' }
  return within(number, bounds, String)
}

/** The seconds of a typed duration; where the key allows an expression, a text in double braces stays as it is. */
export function readDuration(text: string, templated: boolean, bounds: Bounds): Meaning {
  if (text.trim() === '') return { value: undefined }
  if (templated && text.includes('{{')) return { value: text }
  const seconds = parseDuration(text)
  if (seconds === null) return { error: 'Enter a duration such as “1 day” or “2 hours 30 minutes”.' }
  return within(seconds, bounds, durationWords)
}

function within(value: number, { min, max }: Bounds, words: (value: number) => string): Meaning {
  if (min !== undefined && value < min) return { error: `Enter at least ${words(min)}.` }
  if (max !== undefined && value > max) return { error: `Enter at most ${words(max)}.` }
  return { value }
}

export function showDuration(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? durationWords(value) : String(value)
}

export function readJson(text: string): Meaning {
  if (text.trim() === '') return { value: undefined }
  const read = readJsonText(text)
  return read.ok ? { value: read.value } : { error: read.message }
}

export function readJsonObject(text: string): Meaning {
  const meaning = readJson(text)
  if ('error' in meaning || meaning.value === undefined || isJsonObject(meaning.value)) return meaning
  return { error: 'Enter an object: { … }.' }
}

export const showJson = (value: Json | undefined): string => (value === undefined ? '' : JSON.stringify(value, null, 2))
