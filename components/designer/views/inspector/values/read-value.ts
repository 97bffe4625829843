import { readJsonText } from '#components/ui/json/read-json-text.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { viewsInspectorTexts } from '../../../texts/views-inspector.ts'
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
  if (!Number.isFinite(number)) return { error: viewsInspectorTexts.enterNumber }
  if (integer && !Number.isInteger(number)) return { error: viewsInspectorTexts.enterWholeNumber }
  return within(number, bounds, String)
}

/** The seconds of a typed duration; where the key allows an expression, a text in double braces stays as it is. */
export function readDuration(text: string, templated: boolean, bounds: Bounds): Meaning {
  if (text.trim() === '') return { value: undefined }
  if (templated && text.includes('{{')) return { value: text }
  const seconds = parseDuration(text)
  if (seconds === null) return { error: viewsInspectorTexts.enterDurationSuchAs1 }
  return within(seconds, bounds, durationWords)
}

function within(value: number, { min, max }: Bounds, words: (value: number) => string): Meaning {
  if (min !== undefined && value < min) return { error: viewsInspectorTexts.enterAtLeast(words(min)) }
  if (max !== undefined && value > max) return { error: viewsInspectorTexts.enterAtMost(words(max)) }
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
  return { error: viewsInspectorTexts.enterObject }
}

export const showJson = (value: Json | undefined): string => (value === undefined ? '' : JSON.stringify(value, null, 2))
