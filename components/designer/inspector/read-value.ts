import { isJsonObject, type Json } from '#core/json.ts'
import { durationWords, parseDuration } from './duration-words.ts'
import type { Meaning } from './use-draft.ts'

export function readNumber(text: string, integer: boolean, bounds: { min?: number; max?: number }): Meaning {
  const trimmed = text.trim()
  if (trimmed === '') return { value: undefined }
  const number = Number(trimmed)
  if (!Number.isFinite(number)) return { error: 'This must be a number.' }
  if (integer && !Number.isInteger(number)) return { error: 'This must be a whole number.' }
  if (bounds.min !== undefined && number < bounds.min) return { error: `This must be at least ${bounds.min}.` }
  if (bounds.max !== undefined && number > bounds.max) return { error: `This must be at most ${bounds.max}.` }
  return { value: number }
}

/** Seconds from words; what is in double braces is an expression and stays as it is. */
export function readDuration(text: string): Meaning {
  if (text.trim() === '') return { value: undefined }
  if (text.includes('{{')) return { value: text }
  const seconds = parseDuration(text)
  return seconds === null ? { error: 'Say it like “1 day” or “2 hours 30 minutes”.' } : { value: seconds }
}

export function showDuration(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? durationWords(value) : String(value)
}

export function readJson(text: string): Meaning {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { error: `This is not JSON yet: ${error instanceof Error ? error.message : ''}` }
  }
}

export function readJsonObject(text: string): Meaning {
  const meaning = readJson(text)
  if ('error' in meaning || meaning.value === undefined || isJsonObject(meaning.value)) return meaning
  return { error: 'This must be an object: { … }.' }
}

export const showJson = (value: Json | undefined): string => (value === undefined ? '' : JSON.stringify(value, null, 2))
