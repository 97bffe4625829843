import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { type PersonSaid, people } from './person.ts'
import { createPresence, createPresenceStore } from './presence.ts'

const ana: PersonSaid = { sessionId: 'a1', name: 'Ana Lopez', steps: ['Pay'] }
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A server and a clock in the test's hands. */
function world() {
  const said: { steps: readonly string[]; leaving: boolean }[] = []
  let others: readonly PersonSaid[] | null = [ana]
  let timers: { at: number; perform: () => void }[] = []
  let now = 0
  const seen: number[] = []
  const versions: number[] = []
  const store = createPresenceStore()
  const presence = createPresence(store, {
    async send(words) {
      said.push(words)
      if (others === null) throw new Error('offline')
      return { people: others, revision: said.length, latestVersion: said.length * 10 }
    },
    schedule(perform, delayMs) {
      const timer = { at: now + delayMs, perform }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    now: () => now,
    saw(revision, latestVersion) {
      seen.push(revision)
      versions.push(latestVersion)
    },
  })
  return {
    presence,
    said,
    seen,
    versions,
    store,
    names: () => store.getState().people.map(({ name }) => name),
    answer: (next: readonly PersonSaid[] | null) => {
      others = next
    },
    async pass(ms: number) {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const timer of due) timer.perform()
      await settled()
    },
  }
}

describe('presence', () => {
  test('says at once that this window is here, and again with every beat; shows the others and how far the draft is', async () => {
    const { said, seen, versions, names, pass, store } = world()
    await settled()
    expect(said).toEqual([{ steps: [], leaving: false }])
    expect(names()).toEqual(['Ana Lopez'])
    const { byStep } = store.getState()
    await pass(limits.presence.beatMs)
    expect(said).toHaveLength(2)
    expect(seen).toEqual([1, 2])
    expect(versions).toEqual([10, 20])
    expect(store.getState().byStep).toBe(byStep)
  })

  test('tells soon what is selected, the last of a walk', async () => {
    const { said, presence, pass } = world()
    await settled()
    for (const step of ['A', 'B', 'C']) presence.select([step])
    await pass(500)
    expect(said.slice(1)).toEqual([{ steps: ['C'], leaving: false }])
    presence.select(['C'])
    await pass(500)
    expect(said).toHaveLength(2)
  })

  test('goes on after a lost connection, and forgets the others only after a while', async () => {
    const { answer, names, pass } = world()
    await settled()
    answer(null)
    await pass(limits.presence.beatMs)
    expect(names()).toEqual(['Ana Lopez'])
    await pass(limits.presence.expireMs)
    expect(names()).toEqual([])
    answer([ana])
    await pass(limits.presence.beatMs)
    expect(names()).toEqual(['Ana Lopez'])
  })

  test('leaves when it is stopped, and beats no more', async () => {
    const { said, presence, pass } = world()
    await settled()
    presence.stop()
    await pass(60_000)
    expect(said.slice(1)).toEqual([{ steps: [], leaving: true }])
  })

  test('keeps the list of a step about which nothing changed', async () => {
    const { answer, pass, store } = world()
    await settled()
    const before = store.getState().byStep.Pay
    answer([ana, { sessionId: 'b2', name: null, steps: ['Score'] }])
    await pass(limits.presence.beatMs)
    expect(store.getState().byStep.Pay).toBe(before)
    expect(store.getState().byStep.Score).toMatchObject([{ name: 'Another window' }])
  })
})

test('people have initials and a colour; windows without a name are numbered', () => {
  const [first, second, third] = people([
    { sessionId: 'a', name: 'Ana Maria Lopez', steps: [] },
    { sessionId: 'b', name: null, steps: [] },
    { sessionId: 'c', name: null, steps: [] },
  ])
  expect(first).toMatchObject({ name: 'Ana Maria Lopez', initials: 'AL' })
  expect(second).toMatchObject({ name: 'Another window (1)', initials: 'W1' })
  expect(third).toMatchObject({ name: 'Another window (2)', initials: 'W2' })
  expect(people([{ sessionId: 'a', name: 'émile', steps: [] }])[0]).toMatchObject({ initials: 'É', tone: first?.tone })
  expect(people([{ sessionId: 'b', name: null, steps: [] }])[0]).toMatchObject({
    name: 'Another window',
    initials: 'W',
  })
})
