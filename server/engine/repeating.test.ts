import { expect, it } from 'vitest'
import { Repeating } from './repeating.ts'

/** A loop in a time that the test moves; its work ends when the test says so. */
function repeated(firstMs?: number) {
  let now = 0
  let timers: { readonly at: number; readonly call: () => void }[] = []
  const log: string[] = []
  const ends: { resolve(ms: number | null): void; reject(error: unknown): void }[] = []
  const loop = new Repeating(
    {
      after(ms, call) {
        const timer = { at: now + ms, call }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      everyMs: 100,
      onTurn: () => void log.push(`turn at ${now}`),
      work() {
        log.push(`work at ${now}`)
        const { promise, resolve, reject } = Promise.withResolvers<number | null>()
        ends.push({ resolve, reject })
        return promise
      },
      onError(error) {
        log.push(String(error))
        return 10
      },
    },
    firstMs,
  )
  const passTo = (instant: number) => {
    for (;;) {
      const [next] = timers.toSorted((a, b) => a.at - b.at)
      if (!next || next.at > instant) break
      now = next.at
      timers = timers.filter((timer) => timer !== next)
      next.call()
    }
    now = instant
  }
  return { loop, log, ends, passTo, timers: () => timers.length }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('does its work at each turn, and not twice at once', async () => {
  const { loop, log, ends, passTo } = repeated()
  expect(loop.state).toBe('waiting')
  passTo(100)
  expect(loop.state).toBe('working')
  passTo(200)
  ends[0]?.resolve(null)
  await settled()
  expect(loop.state).toBe('waiting')
  passTo(300)
  expect(log).toEqual(['turn at 100', 'work at 100', 'turn at 200', 'turn at 300', 'work at 300'])
})

it('begins at once where it is told so, and sooner than usual where the work or its error says so', async () => {
  const { log, ends, passTo } = repeated(0)
  ends[0]?.resolve(20)
  await settled()
  passTo(20)
  ends[1]?.reject('no answer')
  await settled()
  passTo(50)
  expect(log).toEqual(['turn at 0', 'work at 0', 'turn at 20', 'work at 20', 'no answer', 'turn at 30', 'work at 30'])
})

it('has no more turns when it is stopped, and is stopped when its work has ended', async () => {
  const { loop, log, ends, passTo, timers } = repeated(0)
  let isStopped = false
  const stopped = loop.stop().then(() => {
    isStopped = true
  })
  await settled()
  expect(isStopped).toBe(false)
  ends[0]?.resolve(5)
  await stopped
  loop.nextIn(1)
  expect(timers()).toBe(0)
  passTo(1_000)
  expect(loop.state).toBe('stopped')
  expect(log).toEqual(['turn at 0', 'work at 0'])
})
