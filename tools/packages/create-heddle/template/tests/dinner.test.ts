import { TestRun } from 'heddle/testing'
import { expect, it } from 'vitest'
import dinner, { arrived } from '../functions/dinner.ts'

const activities = { book: async (guests: number) => ({ table: `T${guests}` }) }

it('begins when all guests have arrived', async () => {
  const run = await TestRun.start(dinner, { input: { guests: 2 }, activities })
  await run.signal(arrived, 'Ada')
  await run.signal(arrived, 'Grace')
  expect(await run.result()).toEqual({ table: 'T2', here: ['Ada', 'Grace'], isComplete: true })
})

it('begins after an hour without those who are late', async () => {
  const run = await TestRun.start(dinner, { input: { guests: 2 }, activities })
  await run.signal(arrived, 'Ada')
  await run.advance(3_600_000)
  expect(await run.result()).toEqual({ table: 'T2', here: ['Ada'], isComplete: false })
})
