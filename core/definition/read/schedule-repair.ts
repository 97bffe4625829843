import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { QuickFix } from '../problem.ts'
import { readCron } from '../triggers/cron.ts'
import type { SourceLocation } from './source-location.ts'

/** The keys that have the time in a `trigger` of public Ruvon files, and its time zone. */
const timeKeys: ReadonlySet<string> = new Set(['cron_expression', 'cron', 'schedule'])

const scheduleTypes: readonly (Json | undefined)[] = [undefined, 'cron', 'schedule']

/**
 * The repair of a workflow's schedule that is written as public Ruvon files have it: `triggers` in its place. Undefined where there
 * are triggers already, where the time is none, or where there is more than a time: a repair loses nothing.
 */
export function scheduleRepair(key: string, map: JsonObject, location: SourceLocation): QuickFix | undefined {
  const node = location.child(key).node
  if (location.path.length > 0 || Object.hasOwn(map, 'triggers') || node?.keyRange === undefined) return undefined
  const { cron, timezone } = timeOf(key, map[key] as Json)
  if (cron === undefined || !readCron(cron, timezone ?? 'UTC').ok) return undefined
  const zone = timezone === undefined ? '' : `, timezone: ${JSON.stringify(timezone)}`
  const text = `triggers: [{ type: schedule, cron: ${JSON.stringify(cron)}${zone} }]`
  const written = location.reading.text.slice(node.keyRange.start, node.range.end).trimEnd()
  const range = { start: node.keyRange.start, end: node.keyRange.start + written.length }
  return { title: 'Change to triggers', range, text }
}

function timeOf(key: string, value: Json): { readonly cron?: string; readonly timezone?: string } {
  if (typeof value === 'string') return key === 'trigger' ? {} : { cron: value }
  if (!isJsonObject(value)) return {}
  const { type, timezone, ...keys } = value
  const [time, ...others] = Object.entries(keys)
  if (time === undefined || others.length > 0 || !timeKeys.has(time[0])) return {}
  const [, cron] = time
  if (typeof cron !== 'string' || !scheduleTypes.includes(type)) return {}
  if (timezone === undefined) return { cron }
  return typeof timezone === 'string' ? { cron, timezone } : {}
}
