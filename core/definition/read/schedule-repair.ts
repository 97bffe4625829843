import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { QuickFix } from '../problem.ts'
import { readCron } from '../triggers/cron.ts'
import type { SourceLocation } from './source-location.ts'

/** The keys that have the time in a `trigger` of public Ruvon files, and its time zone. */
const timeKeys = ['cron_expression', 'cron', 'schedule'] as const

/**
 * The repair of a workflow's schedule that is written as public Ruvon files have it: `triggers` in its place. Undefined where there
 * are triggers already, or where the time is none.
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
  const { timezone, ...keys } = value
  const cron = timeKeys.map((one) => keys[one]).find((one) => typeof one === 'string')
  return { ...(cron !== undefined && { cron }), ...(typeof timezone === 'string' && { timezone }) }
}
