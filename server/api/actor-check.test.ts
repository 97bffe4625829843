import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { type ActorNow, whileSameActor } from './actor-check.ts'

const ana: Actor = { ...localPerson, id: 'ana', roles: ['viewer'], groups: ['credit'] }
const key = { id: 'k', permissions: ['run.view'] } as const

/** A stream that has one item and then waits, until the check ends it. */
function watched(actor: Actor, actorNow: ActorNow) {
  const ended = { is: false }
  async function* endless() {
    try {
      yield 1
      await new Promise(() => undefined)
    } finally {
      ended.is = true
    }
  }
  return whileSameActor(endless(), actor, { actorNow, everyMs: 1 })
}

const ending = async (actor: Actor, actorNow: ActorNow) => {
  const stream = watched(actor, actorNow)
  expect((await stream.next()).value).toBe(1)
  return stream.next()
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a stream of an actor', () => {
  it.each<[string, Actor | null]>([
    ['is gone', null],
    ['acts in another owner', { ...ana, ownerId: 'beta' }],
    ['is another person', { ...ana, id: 'ben' }],
    ['has other roles', { ...ana, roles: [] }],
    ['is in other groups', { ...ana, groups: [] }],
    ['has a key with less', { ...ana, key: { ...key, permissions: [] } }],
    ['has a key for some workflows', { ...ana, key: { ...key, workflows: ['A'] } }],
  ])('ends at the heartbeat at which the actor %s (access 6; ASVS 7.4.1, 8.3.2)', async (_, now) => {
    const before = now?.key ? { ...ana, key } : ana
    await expect(ending(before, async () => now)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', field: 'session' })
  })

  it('goes on while the actor is the same, and while the database does not answer', async () => {
    let asked = 0
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const answers: ActorNow[] = [async () => ({ ...ana }), () => Promise.reject(lost), async () => null]
    const stream = ending(ana, async () => (answers[asked++] as ActorNow)())
    await expect(stream).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(asked).toBe(3)
  })

  it('asks once at a time', async () => {
    let [asked, at] = [0, 0]
    const slow: ActorNow = async () => {
      asked += 1
      at += 1
      expect(at).toBe(1)
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve))
      at -= 1
      return asked < 3 ? ana : null
    }
    await expect(ending(ana, slow)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(asked).toBe(3)
  })

  it('has a timer only while an item is awaited: a reader that goes leaves none behind (access 6; ASVS 15.2.2)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stream = watched(ana, async () => ana)
    await stream.next()
    expect(vi.getTimerCount()).toBe(0)
    void stream.next()
    await vi.waitUntil(() => vi.getTimerCount() === 1)
    async function* failing() {
      yield await Promise.reject<number>(new Error('a fault'))
    }
    vi.clearAllTimers()
    await expect(whileSameActor(failing(), ana, { actorNow: async () => ana, everyMs: 1 }).next()).rejects.toThrow()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('asks when a slow reader reads on, although the next item is there (access 6; ASVS 7.4.1)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    async function* ready() {
      yield 1
      yield 2
    }
    let now: Actor | null = ana
    const stream = whileSameActor(ready(), ana, { actorNow: async () => now, everyMs: 10 })
    await stream.next()
    now = null
    vi.advanceTimersByTime(10)
    await expect(stream.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('fails with what nobody expected', async () => {
    await expect(ending(ana, () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault')
  })
})
