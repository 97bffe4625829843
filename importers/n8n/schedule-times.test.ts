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
  [{ field: 'days', daysInterval: 3 }, null],
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
