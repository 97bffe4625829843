import { afterEach, describe, expect, it } from 'vitest'
import { type AnalysisPool, createAnalysisPool } from './analysis-pool.ts'

const script = new URL('./testing/stand-in-worker.ts', import.meta.url)
const neverMs = 3_600_000

let pool: AnalysisPool
const opened = (options: Partial<Parameters<typeof createAnalysisPool>[0]> = {}) => {
  pool = createAnalysisPool({
    ...{ script, threads: 2, deadlineMs: neverMs, waitMs: neverMs, waitingPerOwner: 100 },
    ...options,
  })
  return pool
}
afterEach(() => pool.close())

/** Nobody waits for what never ends. */
const ask = (owner: string, request: string) => {
  const answer = pool.run(owner, request)
  answer.catch(() => undefined)
  return answer
}

describe('threads that read texts', () => {
  it('answer an owner while all that another has asked for goes on for ever', async () => {
    opened()
    for (let each = 0; each < 4; each += 1) void ask('mallory', 'endless')
    expect(await ask('ana', 'a draft')).toBe('read a draft')
    expect(await ask('ben', 'another')).toBe('read another')
    expect(pool.running).toBe(1)
  })

  it('take turns among owners', async () => {
    opened({ threads: 1 })
    const order: string[] = []
    const asked = [
      ...['a1', 'a2', 'a3'].map((request) => ['a', request] as const),
      ...['b1', 'b2'].map((request) => ['b', request] as const),
    ].map(async ([owner, request]) => {
      await ask(owner, request)
      order.push(request)
    })
    await Promise.all(asked)
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('give up what takes too long, and only that: what waits behind it is read by another thread', async () => {
    opened({ threads: 1, deadlineMs: 100 })
    const endless = ask('mallory', 'endless')
    const [mine, other] = [ask('mallory', 'mine'), ask('ana', 'hers')]
    await expect(endless).rejects.toMatchObject({ code: 'TOO_LARGE', field: 'text' })
    expect(await Promise.all([mine, other])).toEqual(['read mine', 'read hers'])
  })

  it('give up what has not ended for a long time, though it had hardly any processor', async () => {
    opened({ threads: 1, deadlineMs: neverMs, waitMs: 1 })
    await expect(ask('mallory', 'endless')).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('fail by a bug in one reading for that one alone', async () => {
    opened({ threads: 1 })
    const broken = ask('ana', 'broken')
    const next = ask('ana', 'next')
    await expect(broken).rejects.toThrow('A bug in the reading.')
    expect(await next).toBe('read next')
  })

  it('refuse an owner who has too much waiting, and nobody else', async () => {
    opened({ waitingPerOwner: 2 })
    for (let each = 0; each < 3; each += 1) void ask('mallory', 'endless')
    await expect(ask('mallory', 'one more')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await ask('ana', 'a draft')).toBe('read a draft')
  })
})
