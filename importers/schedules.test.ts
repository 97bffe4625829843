import { expect, test } from 'vitest'
import { schedulesOf } from './schedules.ts'

test('times become triggers, and those that no schedule can have are lost', () => {
  const { triggers, notes } = schedulesOf('on', [
    { cron: '0 3 * * *' },
    { cron: ' 0 6 * * 1-5', timezone: 'Europe/Rome' },
    { every_seconds: 900 },
    { every_seconds: 5 },
    { cron: '0 0 3 * * *' },
    { cron: '0 3 * * *', timezone: 'Mars/Base' },
  ])
  expect(triggers).toEqual([
    { type: 'schedule', cron: '0 3 * * *' },
    { type: 'schedule', name: 'schedule 2', cron: '0 6 * * 1-5', timezone: 'Europe/Rome' },
    { type: 'schedule', name: 'schedule 3', every_seconds: 900 },
  ])
  expect(notes.map(({ fate }) => fate)).toEqual(['understood', 'understood', 'understood', 'lost', 'lost', 'lost'])
  expect(notes.at(-1)?.message).toBe('Schedule `0 3 * * *`: there is no time zone Mars/Base.')
})

test('a schedule beyond the most triggers of a workflow is lost', () => {
  const { triggers, notes } = schedulesOf('on', [{ every_seconds: 60 }, { every_seconds: 90 }], 19)
  expect(triggers).toEqual([{ type: 'schedule', name: 'schedule 20', every_seconds: 60 }])
  expect(notes[1]).toEqual({
    part: 'on',
    fate: 'lost',
    message: 'Schedule every 90 s: a workflow can have up to 20 triggers.',
  })
})
