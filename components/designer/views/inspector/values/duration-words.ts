import { viewsInspectorTexts } from '../../../texts/views-inspector.ts'

/**
 * Durations as people say them: `1 day` for 86400 seconds and back. Seconds are
 * the unit of the YAML; the words are only how a field shows and reads them.
 */
const units = [
  { name: 'week', seconds: 604_800, short: 'w' },
  { name: 'day', seconds: 86_400, short: 'd' },
  { name: 'hour', seconds: 3_600, short: 'h' },
  { name: 'minute', seconds: 60, short: 'm' },
  { name: 'second', seconds: 1, short: 's' },
] as const

const secondsByWord = new Map<string, number>()
for (const unit of units) {
  for (const word of [unit.name, `${unit.name}s`, unit.short]) secondsByWord.set(word, unit.seconds)
}
for (const word of ['hr', 'hrs']) secondsByWord.set(word, 3_600)
for (const word of ['min', 'mins']) secondsByWord.set(word, 60)
for (const word of ['sec', 'secs']) secondsByWord.set(word, 1)

/** `90061` → `1 day 1 hour 1 minute 1 second`; weeks only when nothing else is left over. */
export function durationWords(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return String(seconds)
  if (seconds === 0) return viewsInspectorTexts.n0Seconds
  const words: string[] = []
  let rest = seconds
  for (const unit of units) {
    if (unit.name === 'week' && seconds % unit.seconds !== 0) continue
    const count = unit.name === 'second' ? rest : Math.floor(rest / unit.seconds)
    if (count === 0) continue
    words.push(`${Number(count.toFixed(3))} ${unit.name}${count === 1 ? '' : 's'}`)
    rest -= count * unit.seconds
  }
  return words.join(' ')
}

/** Reads `1 day`, `2h 30m`, `1.5 hours`, or a bare number of seconds; null when it is none of these. */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === '') return null
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed)
  let total = 0
  let rest = trimmed
  while (rest !== '') {
    const part = /^(\d+(?:\.\d+)?)\s*([a-z]+)(?:\s*(?:,|and)?\s*)/.exec(rest)
    const seconds = part?.[2] === undefined ? undefined : secondsByWord.get(part[2])
    if (part === null || seconds === undefined) return null
    total += Number(part[1]) * seconds
    rest = rest.slice(part[0].length)
  }
  return Number(total.toFixed(3))
}
