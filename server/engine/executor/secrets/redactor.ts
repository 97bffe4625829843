import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { type Secrets, valuesOf } from '../../../secrets.ts'
import { needleFinder } from './find-needles.ts'
import { codesOf, decodeEscapes, type PlacedCodes } from './placed-codes.ts'
import { reduceText } from './reduced-codes.ts'
import { formsOf, type SecretForm, SHORTEST_FORM } from './secret-forms.ts'

/** The same value, with a mark such as `[secret NAME]` in place of each secret. A value without secrets is returned as it is. */
export interface Redactor {
  /** There are no secrets. */
  readonly isEmpty: boolean
  text(text: string): string
  json(value: Json): Json
}

interface Range {
  readonly start: number
  readonly end: number
  readonly mark: string
}

/** Escapes within escapes: percent-encoded JSON within JSON is found, deeper nesting is not. */
const LEVELS = 3

/** From this length on, a text is copied before it is searched: reading the copy is faster. */
const LONG = 1_024

/** Redacts all secrets of the environment, for the log of a process. */
export function createRedactor(secrets: Secrets): Redactor {
  return redactorOf(valuesOf(secrets))
}

/** `values`: names and values; a name may have several. */
export function redactorOf(values: Iterable<readonly [name: string, value: string]>): Redactor {
  const given = [...values].filter(([, value]) => value !== '')
  if (given.length === 0) return { isEmpty: true, text: (text) => text, json: (value) => value }
  const forms = given.flatMap(([name, value]) => formsOf(name, value))
  const { find, mayContain } = needleFinder(forms)
  const short = given.flatMap(([name, value]) => shortForms(name, value))
  const shortest = Math.min(...forms.map(({ text }) => text.length), ...short.map(({ least }) => least))
  const isNumeric = [...forms.map(({ text }) => text), ...given.map(([, value]) => value)].some((text) =>
    /^\d+$/.test(text),
  )

  const rangesIn = (text: string): readonly Range[] => {
    const ranges: Range[] = []
    for (const { pattern, mark } of short) {
      for (const { 0: found, index } of text.matchAll(pattern)) {
        ranges.push({ start: index, end: index + found.length, mark })
      }
    }
    let level: PlacedCodes | null = codesOf(text)
    for (let depth = 0; depth <= LEVELS && level !== null; depth += 1) {
      const current: PlacedCodes = level
      find(current, (form, from, to) => ranges.push(placeOf(form, current, from, to)))
      level = decodeEscapes(current, depth)
    }
    return ranges
  }
  const inText = (text: string): string => {
    if (text.length < shortest) return text
    if (short.length === 0 && text.length < LONG && !mayContain(text)) return text
    const ranges = rangesIn(text)
    return ranges.length === 0 ? text : replaced(text, ranges)
  }
  const inJson = (value: Json): Json => {
    if (typeof value === 'string') return inText(value)
    if (typeof value === 'number') return isNumeric ? inNumber(value) : value
    if (isJsonList(value)) return inList(value)
    return isJsonObject(value) ? inObject(value) : value
  }
  const inNumber = (value: number): Json => {
    const text = String(value)
    const redacted = inText(text)
    return redacted === text ? value : redacted
  }
  const inList = (list: readonly Json[]): Json => {
    let items: Json[] | null = null
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index] as Json
      const redacted = typeof item === 'number' && !isNumeric ? item : inJson(item)
      if (redacted !== item) items ??= list.slice(0, index)
      items?.push(redacted)
    }
    return items ?? list
  }
  const inObject = (object: { readonly [key: string]: Json }): Json => {
    const keys = Object.keys(object)
    let entries: [string, Json][] | null = null
    for (const [index, key] of keys.entries()) {
      const value = object[key] as Json
      const [redactedKey, redacted] = [inText(key), inJson(value)]
      if (redactedKey !== key || redacted !== value)
        entries ??= keys.slice(0, index).map((one) => [one, object[one] as Json])
      entries?.push([redactedKey, redacted])
    }
    return entries === null ? object : Object.fromEntries(entries)
  }
  return { isEmpty: false, text: inText, json: inJson }
}

/** A secret that is too short for reduced text, as it is written and as it is encoded in addresses and JSON. */
function shortForms(name: string, value: string) {
  if (reduceText(value).length >= SHORTEST_FORM) return []
  const forms = [
    value,
    encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')),
    JSON.stringify(value).slice(1, -1),
  ]
  const inOrder = forms.toSorted((a, b) => b.length - a.length)
  const pattern = inOrder.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  return [{ pattern: new RegExp(pattern, 'gi'), mark: `[secret ${name}]`, least: inOrder.at(-1)?.length ?? 0 }]
}

/** With the separators at its ends, and with characters that it shares with its neighbours. */
function placeOf(form: SecretForm, level: PlacedCodes, from: number, to: number): Range {
  const { before, behind, mark } = form
  const start = isAt(before, level, from - before.length) ? from - before.length : from
  const end = isAt(behind, level, to) ? to + behind.length : to
  return {
    start: level.startOf(form.sharesBefore && isBase64(level, start - 1) ? start - 1 : start),
    end: level.endOf(behindBase64(form, level, end) - 1),
    mark,
  }
}

/** A form of a web page has `+` for a blank. */
function isAt(text: string, { codes, length }: PlacedCodes, at: number): boolean {
  if (at < 0 || at + text.length > length) return false
  for (let index = 0; index < text.length; index += 1) {
    const written = text.charCodeAt(index)
    const found = codes[at + index]
    if (found !== written && !(written === 0x20 && found === 0x2b)) return false
  }
  return true
}

function behindBase64(form: SecretForm, level: PlacedCodes, end: number): number {
  if (!form.sharesBehind || !isBase64(level, end)) return end
  let padded = end + 1
  while (padded < level.length && padded < end + 3 && level.codes[padded] === 0x3d) padded += 1
  return padded
}

function isBase64({ codes, length }: PlacedCodes, at: number): boolean {
  return at >= 0 && at < length && /[\w+/-]/.test(String.fromCharCode(codes[at] ?? 0))
}

/** Overlapping places become one, under the mark of the longest. */
function replaced(text: string, ranges: readonly Range[]): string {
  const parts: string[] = []
  let at = 0
  let open: Range | null = null
  const close = (range: Range) => {
    parts.push(text.slice(at, range.start), range.mark)
    at = range.end
  }
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (open === null || range.start >= open.end) {
      if (open) close(open)
      open = range
    } else {
      const longest: Range = range.end - range.start > open.end - open.start ? range : open
      open = { start: open.start, end: Math.max(open.end, range.end), mark: longest.mark }
    }
  }
  if (open) close(open)
  return parts.join('') + text.slice(at)
}
