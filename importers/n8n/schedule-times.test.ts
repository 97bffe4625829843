import { expect, test } from 'vitest'
import { timesOf } from './schedule-times.ts'

const node = (type: string, parameters: object) =>
  ({ name: 'T', type: `n8n-nodes-base.${type}`, parameters, index: 0 }) as unknown as Parameters<typeof timesOf>[0]
const rule = (interval: object, zone?: string) =>
  timesOf(node('scheduleTrigger', { rule: { interval: [interval] } }), zone)

test.each([
  [{}, [{ cron: '0 0 * * *' }]],
  [{ triggerAtHour: 6, triggerAtMinute: 30 }, [{ cron: '30 6 * * *' }]],
  [{ field: 'minutes' }, [{ every_seconds: 300 }]],
  [{ field: 'hours', hoursInterval: 1, triggerAtMinute: 7 }, [{ cron: '7 * * * *' }]],
  [{ field: 'hours', hoursInterval: 4 }, [{ cron: '0 */4 * * *' }]],
  [{ field: 'weeks', triggerAtDay: [1, 3], triggerAtHour: 8 }, [{ cron: '0 8 * * 1,3' }]],
  [{ field: 'months', triggerAtDayOfMonth: 5 }, [{ cron: '0 0 5 * *' }]],
  [{ field: 'cronExpression', expression: '0 30 6 * * 1' }, [{ cron: '30 6 * * 1' }]],
  [{ field: 'weeks' }, [{ cron: '0 0 * * 0' }]],
  [{ field: 'weeks', triggerAtDay: [] }, [{ cron: '0 0 * * 0' }]],
  [{ field: 'days', daysInterval: 3 }, null],
  [{ field: 'weeks', weeksInterval: 2 }, null],
  [{ field: 'months', monthsInterval: 3 }, null],
  [{ field: 'cronExpression' }, null],
  [{ field: 'seconds', secondsInterval: 30 }, null],
])('the rule %j is %j', (interval, times) => {
  expect(rule(interval)).toEqual(times)
})

test('the time zone of the file is that of its times', () => {
  expect(rule({ triggerAtHour: 6 }, 'Europe/Rome')).toEqual([{ cron: '0 6 * * *', timezone: 'Europe/Rome' }])
})

test('the cron node of earlier versions, and triggers that are no schedule', () => {
  const cron = node('cron', { triggerTimes: { item: [{ mode: 'everyDay', hour: 3 }, { mode: 'everyMinute' }] } })
  expect(timesOf(cron, undefined)).toEqual([{ cron: '0 3 * * *' }, { every_seconds: 60 }])
  expect(timesOf(node('webhook', {}), undefined)).toBeNull()
  expect(timesOf(node('scheduleTrigger', {}), undefined)).toBeNull()
})

test.each([
  [{}, [{ cron: '0 14 * * *' }]],
  [{ mode: 'everyHour', minute: 15 }, [{ cron: '15 * * * *' }]],
  [{ mode: 'everyWeek', hour: 9 }, [{ cron: '0 9 * * 1' }]],
  [{ mode: 'everyWeek', hour: 9, weekday: '5' }, [{ cron: '0 9 * * 5' }]],
  [{ mode: 'everyMonth', hour: 9, dayOfMonth: 20 }, [{ cron: '0 9 20 * *' }]],
  [{ mode: 'custom', cronExpression: ' 5 4 * * * ' }, [{ cron: '5 4 * * *' }]],
  [{ mode: 'custom', cronExpression: '30 5 4 * * *' }, [{ cron: '30 5 4 * * *' }]],
  [{ mode: 'everyX', value: 2, unit: 'hours' }, null],
])('the item %j of the cron node is %j', (item, times) => {
  expect(timesOf(node('cron', { triggerTimes: { item: [item] } }), undefined)).toEqual(times)
})

test('a list with one time that no schedule can have has no times', () => {
  const interval = [{ field: 'hours' }, { field: 'seconds' }]
  expect(timesOf(node('scheduleTrigger', { rule: { interval } }), undefined)).toBeNull()
})
