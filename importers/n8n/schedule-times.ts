import { isJsonList, type Json, objectOf } from '#core/json.ts'
import type { ForeignTime } from '../schedules.ts'
import { kindOf, type N8nNode } from './read-n8n.ts'

/** The times of a trigger of n8n; null for a trigger that is no schedule, or has a time that no schedule here can have. */
export function timesOf(node: N8nNode, timezone: string | undefined): readonly ForeignTime[] | null {
  const kind = kindOf(node)
  if (kind === 'scheduleTrigger') return listOf(objectOf(node.parameters.rule).interval, timeOfRule, timezone)
  if (kind === 'cron') return listOf(objectOf(node.parameters.triggerTimes).item, timeOfItem, timezone)
  return null
}

/** Where the triggers have their lists of times, and the keys of a time that `timesOf` reads. */
export const timePaths = [
  ['rule', 'interval'],
  ['triggerTimes', 'item'],
] as const
export const timeKeys = [
  'field',
  'expression',
  'minutesInterval',
  'hoursInterval',
  'daysInterval',
  'weeksInterval',
  'monthsInterval',
  'triggerAtMinute',
  'triggerAtHour',
  'triggerAtDay',
  'triggerAtDayOfMonth',
  'mode',
  'minute',
  'hour',
  'weekday',
  'dayOfMonth',
  'cronExpression',
] as const

type Read = (rule: Readonly<Record<string, Json>>) => string | number | null

function listOf(list: Json | undefined, read: Read, timezone: string | undefined): readonly ForeignTime[] | null {
  if (!isJsonList(list) || list.length === 0) return null
  const times = list.map((one) => read(objectOf(one))).filter((time) => time !== null)
  if (times.length < list.length) return null
  return times.map((time) =>
    typeof time === 'number' ? { every_seconds: time } : { cron: time, ...(timezone && { timezone }) },
  )
}

const whole = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : otherwise

/** A rule of the schedule trigger: a cron expression, or seconds of an interval. */
function timeOfRule(rule: Readonly<Record<string, Json>>): string | number | null {
  const { field = 'days' } = rule
  const [minute, hour] = [whole(rule.triggerAtMinute, 0), whole(rule.triggerAtHour, 0)]
  switch (field) {
    case 'cronExpression':
      return fiveFields(rule.expression)
    case 'minutes':
      return whole(rule.minutesInterval, 5) * 60
    case 'hours': {
      const hours = whole(rule.hoursInterval, 1)
      return hours === 1 ? `${minute} * * * *` : `${minute} */${hours} * * *`
    }
    case 'days': {
      const days = whole(rule.daysInterval, 1)
      return days === 1 ? `${minute} ${hour} * * *` : null
    }
    case 'weeks': {
      const days = isJsonList(rule.triggerAtDay) && rule.triggerAtDay.length > 0 ? rule.triggerAtDay.join(',') : '0'
      return whole(rule.weeksInterval, 1) === 1 ? `${minute} ${hour} * * ${days}` : null
    }
    case 'months': {
      const day = whole(rule.triggerAtDayOfMonth, 1)
      return whole(rule.monthsInterval, 1) === 1 ? `${minute} ${hour} ${day} * *` : null
    }
    default:
      return null
  }
}

/** An item of the cron node of earlier versions. */
function timeOfItem(item: Readonly<Record<string, Json>>): string | number | null {
  const { mode = 'everyDay' } = item
  const [minute, hour] = [whole(item.minute, 0), whole(item.hour, 14)]
  switch (mode) {
    case 'everyMinute':
      return 60
    case 'everyHour':
      return `${minute} * * * *`
    case 'everyDay':
      return `${minute} ${hour} * * *`
    case 'everyWeek':
      return `${minute} ${hour} * * ${String(item.weekday ?? 1)}`
    case 'everyMonth':
      return `${minute} ${hour} ${whole(item.dayOfMonth, 1)} * *`
    case 'custom':
      return fiveFields(item.cronExpression)
    default:
      return null
  }
}

/** n8n takes seconds as a sixth field in front; a schedule here begins at second 0. */
function fiveFields(text: Json | undefined): string | null {
  if (typeof text !== 'string') return null
  const fields = text.trim().split(/\s+/)
  return fields.length === 6 && fields[0] === '0' ? fields.slice(1).join(' ') : text.trim()
}
