import { expect, it } from 'vitest'
import { bodyOf } from './body-of.ts'
import { resumed } from './resumed.ts'

it('the body of a reader that goes before the first text ends what the texts are made of', async () => {
  let isOver = false
  async function* numbers() {
    try {
      for (let number = 0; ; number += 1) yield number
    } finally {
      isOver = true
    }
  }
  async function* texts(all: AsyncIterable<number>) {
    for await (const number of all) yield String(number)
  }
  const source = numbers()
  const body = bodyOf(texts(resumed(await source.next(), source)), source, () => undefined)
  await body.cancel()
  expect(isOver).toBe(true)
})
