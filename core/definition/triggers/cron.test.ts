import { expect, test } from 'vitest'
import { isTimeZone } from './cron.ts'

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Base', false],
  ['+02:00', false],
  ['', false],
])('is %j a time zone? %s', (name, is) => {
  expect([isTimeZone(name), isTimeZone(name)]).toEqual([is, is])
})

test('the answers stay right however many names are asked for', () => {
  for (let index = 0; index < 1_100; index += 1) expect(isTimeZone(`+${index}`)).toBe(false)
  expect([isTimeZone('Europe/Berlin'), isTimeZone('Mars/Base')]).toEqual([true, false])
})
