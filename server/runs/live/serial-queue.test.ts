import { expect, it } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

it('begins with the next when the one before has ended, well or not', async () => {
  const inTurn = createSerialQueue()
  const said: string[] = []
  const act = (name: string) => async () => {
    said.push(`${name} begins`)
    await new Promise(setImmediate)
    said.push(`${name} ends`)
    if (name === 'b') throw new Error(name)
    return name
  }
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(act(name))))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
