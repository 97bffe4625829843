import { expect, it } from 'vitest'
import { createRecently } from './recently.ts'

it('knows how long something was under way in this stretch and the one before, once where it was so several times', () => {
  let now = 1_000
  const recently = createRecently(100, () => now)
  expect(recently.ms()).toBe(0)
  now = 1_030
  recently.add(1_010)
  recently.add(1_005)
  expect(recently.ms()).toBe(20)
  now = 1_090
  recently.add(1_080)
  expect(recently.ms()).toBe(30)
  now = 1_150
  expect(recently.ms()).toBe(30)
  now = 1_251
  expect(recently.ms()).toBe(0)
})

it('forgets at once what was long ago', () => {
  let now = 10
  const recently = createRecently(100, () => now)
  recently.add(0)
  now = 300
  expect(recently.ms()).toBe(0)
})
