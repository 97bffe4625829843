import { describe, expect, it } from 'vitest'
import type { Command } from '#core/run/command.ts'
import type { LockRequested } from '#server/engine/commit/append.ts'
import { lockTuning } from '#server/engine/locks/tuning.ts'
import type { LockHint } from '#server/engine/ports.ts'
import { childOf, noRows, someAppend } from '../appends.ts'
import { pause, type StoreBench } from './store-bench.ts'

/** Resources have names of their own in each test: a store is one world for all of them. */
let worlds = 0

/** Locks of runs on resources: requested by an append, granted by a pass, given back by an append. */
export function describeLocks({ at, startOwned, append }: StoreBench): void {
  const world = () => {
    worlds += 1
    const named = (name: string) => `world${worlds}:${name}`
    const seqs = new Map<string, number>()
    const write = async (runId: string, rows: object, more: object = {}) => {
      const seq = (seqs.get(runId) ?? 3) + 1
      seqs.set(runId, seq)
      return append([someAppend(runId, seq, { rows: { ...noRows, ...rows }, ...more })])
    }
    const request = async (runId: string, names: readonly string[], more: Partial<LockRequested> = {}) => {
      const resources = names.map(named).sort()
      const asked = { ownerId: 'local', rootRunId: runId, request: 7, shared: [], priority: 0, ...more, resources }
      await write(runId, { locksRequested: [{ ...asked, shared: asked.shared.map(named) }] })
    }
    const pass = (hint: Partial<LockHint> = {}) =>
      at.store.passLocks(at.engine, { runIds: [], released: [], scan: false, ...hint })
    const asked = async (runId: string, names: readonly string[], more: Partial<LockRequested> = {}) => {
      await request(runId, names, more)
      return pass({ runIds: [runId] })
    }
    const letters = async (runId: string): Promise<readonly Command[]> => {
      const { mail } = await at.store.drain(at.engine, [runId])
      return mail.map(({ command }) => command)
    }
    const tokens = async (runId: string) => {
      const found = (await letters(runId)).findLast(({ type }) => type === 'locks_granted')
      return found?.type === 'locks_granted' ? found.tokens : null
    }
    const end = (runId: string, names: readonly string[], quarantine = false) =>
      write(runId, { locksEnded: [{ ownerId: 'local', resources: names.map(named), quarantine }] })
    const free = (names: readonly string[]) =>
      pass({ released: names.map((name) => ({ ownerId: 'local', resource: named(name) })) })
    const read = async (name: string) => (await at.store.readResources('local', [named(name)]))[named(name)]
    return { named, write, request, pass, asked, letters, tokens, end, free, read }
  }

  describe('when runs lock resources', () => {
    it('envelope 6: grants all of them with rising tokens, and tells the run by a letter', async () => {
      const { named, asked, letters, end, tokens } = world()
      const [a, b] = [await startOwned(), await startOwned()]
      expect(await asked(a, ['x', 'y'])).toMatchObject({ notified: [a], granted: 1 })
      expect(await letters(a)).toEqual([
        { type: 'locks_granted', request: 7, tokens: { [named('x')]: 1, [named('y')]: 1 } },
      ])
      await end(a, ['x', 'y'])
      await asked(b, ['y'])
      expect(await tokens(b)).toEqual({ [named('y')]: 2 })
    })

    it('envelope 6: refuses all while one of them is held, and grants after the release', async () => {
      const { named, asked, letters, end, free, tokens, read } = world()
      const [a, b] = [await startOwned(), await startOwned()]
      await asked(a, ['x'])
      expect(await asked(b, ['w', 'x'])).toMatchObject({ notified: [b], granted: 0 })
      expect(await letters(b)).toMatchObject([{ type: 'locks_refused', blocked_by: [a], position: 1 }])
      expect(await read('w')).toEqual({ free: true, holders: [], waiting: 1 })
      expect(await read('x')).toEqual({ free: false, holders: [a], waiting: 1 })
      // Another look is no news.
      expect((await free(['x'])).notified).toEqual([])
      await end(a, ['x'])
      expect(await free(['x'])).toMatchObject({ notified: [b], granted: 1 })
      expect(await tokens(b)).toEqual({ [named('w')]: 1, [named('x')]: 2 })
    })

    it('envelope 9: lets shared locks be shared, with no token of their own', async () => {
      const { named, asked, tokens, read } = world()
      const [a, b, c] = [await startOwned(), await startOwned(), await startOwned()]
      await asked(a, ['x'], { shared: ['x'] })
      await asked(b, ['x'], { shared: ['x'] })
      expect(await tokens(b)).toEqual({ [named('x')]: 0 })
      expect((await asked(c, ['x'])).granted).toBe(0)
      expect((await read('x'))?.holders.toSorted()).toEqual([a, b].toSorted())
    })

    it('grants as many slots of a concurrency key as the limit says, and the next after a release', async () => {
      const { write, pass, letters } = world()
      const resource = `concurrency:Slots${worlds}:k`
      const slot = { resource, limit: 2, whenFull: 'queue' } as const
      const asks = async (runId: string) => {
        const asked = { ownerId: 'local', rootRunId: runId, request: 7, resources: [resource], shared: [resource] }
        await write(runId, { locksRequested: [{ ...asked, slot, priority: 0 }] })
        return pass({ runIds: [runId] })
      }
      const [a, b, c] = [await startOwned(), await startOwned(), await startOwned()]
      expect((await asks(a)).granted + (await asks(b)).granted).toBe(2)
      expect((await asks(c)).granted).toBe(0)
      expect(await letters(c)).toMatchObject([{ type: 'locks_refused', blocked_by: [a, b].toSorted(), position: 1 }])
      expect((await pass({ scan: true })).granted).toBe(0)
      await write(a, { locksEnded: [{ ownerId: 'local', resources: [resource], quarantine: false }] })
      expect(await pass({ scan: true })).toMatchObject({ notified: [c], granted: 1 })
    })

    it('cancels the oldest holder of a concurrency key for a request that asks for it', async () => {
      const { write, pass, letters } = world()
      const resource = `concurrency:Oldest${worlds}`
      const slot = { resource, limit: 1, whenFull: 'cancel_oldest' } as const
      const [a, b] = [await startOwned(), await startOwned()]
      for (const runId of [a, b]) {
        const asked = { ownerId: 'local', rootRunId: runId, request: 7, resources: [resource], shared: [resource] }
        await write(runId, { locksRequested: [{ ...asked, slot, priority: 0 }] })
        await pass({ runIds: [runId] })
      }
      expect((await letters(a)).at(-1)).toMatchObject({ type: 'cancel', actor: { id: 'engine' } })
      expect(await letters(b)).toMatchObject([{ type: 'locks_refused', blocked_by: [a] }])
    })

    it('envelope 8: grants by the place in the queue: by priority, and by the time of the request', async () => {
      const { asked, end, free, tokens } = world()
      const [a, late, early] = [await startOwned(), await startOwned(), await startOwned()]
      await asked(a, ['x'])
      await asked(late, ['x'])
      await asked(early, ['x'], { priority: 1 })
      await end(a, ['x'])
      expect((await free(['x'])).granted).toBe(1)
      expect(await tokens(early)).not.toBeNull()
      expect(await tokens(late)).toBeNull()
    })

    it('envelope 12: keeps the locks of an unsafe run in quarantine, which only that run enters again', async () => {
      const { named, asked, end, free, tokens, letters } = world()
      const [a, b] = [await startOwned(), await startOwned()]
      await asked(a, ['x'])
      await end(a, ['x'], true)
      await asked(b, ['x'])
      expect(await letters(b)).toMatchObject([{ type: 'locks_refused', blocked_by: [a] }])
      await free(['x'])
      await asked(a, ['x'], { request: 9 })
      // Its own request is younger than that of the other, which cannot have the resource before.
      expect(await tokens(a)).toEqual({ [named('x')]: 2 })
      expect(await tokens(b)).toBeNull()
      await end(a, ['x'])
      await free(['x'])
      expect(await tokens(b)).toEqual({ [named('x')]: 3 })
    })

    it('envelope 10: lets a child pass through the locks of its root, and refuses what is beyond them for good', async () => {
      const { asked, letters, tokens } = world()
      const root = await startOwned()
      const other = await startOwned()
      await asked(root, ['x'])
      await asked(other, ['z'])
      const child = await startOwned({ header: childOf(root) })
      // Another run waits for that resource already, and cannot have it before the root has ended.
      await asked(await startOwned(), ['x'])
      await asked(child, ['x'], { rootRunId: root })
      expect(await tokens(child)).not.toBeNull()
      const second = await startOwned({ header: childOf(root) })
      await asked(second, ['z'], { rootRunId: root })
      expect(await letters(second)).toMatchObject([{ type: 'locks_refused', code: 'LOCK_ORDER' }])
    })

    it('envelope 9: grants a request once, also where a new session of the engine passes beside the old one', async () => {
      const { named, request, pass, letters, end, asked, tokens } = world()
      const [a, b] = [await startOwned(), await startOwned()]
      await request(a, ['x'])
      const passes = await Promise.all(Array.from({ length: 3 }, () => pass({ runIds: [a], scan: true })))
      expect(passes.reduce((sum, { granted }) => sum + granted, 0)).toBe(1)
      expect(await letters(a)).toEqual([{ type: 'locks_granted', request: 7, tokens: { [named('x')]: 1 } }])
      await end(a, ['x'])
      await asked(b, ['x'])
      expect(await tokens(b)).toEqual({ [named('x')]: 2 })
    })

    it('grants nothing to a request that was withdrawn', async () => {
      const { request, write, pass, letters } = world()
      const runId = await startOwned()
      await request(runId, ['x'])
      await write(runId, { locksWithdrawn: [7] })
      expect((await pass({ runIds: [runId] })).granted).toBe(0)
      expect(await letters(runId)).toEqual([])
    })

    it('envelope 14: a scan finds requests whose hint was lost', async () => {
      const { request, pass, tokens } = world()
      const runId = await startOwned()
      await request(runId, ['x'])
      await pass({ scan: true })
      expect(await tokens(runId)).not.toBeNull()
    })

    it('envelope 8: a scan finds a child behind more requests than one pass takes, all of which wait for its root', async () => {
      const { request, asked, pass, tokens } = world()
      const root = await startOwned()
      await asked(root, ['x'])
      await asked(await startOwned(), ['x', 'y'])
      const crowd = await Promise.all(Array.from({ length: lockTuning.requestsPerPass }, () => startOwned()))
      for (const runId of crowd) await request(runId, ['y'])
      await pass({ scan: true })
      const child = await startOwned({ header: childOf(root) })
      await request(child, ['x'], { rootRunId: root })
      await pass({ scan: true })
      expect(await tokens(child)).not.toBeNull()
    })

    it('envelope 9: a lock that is taken away is notified to its run, and free', async () => {
      const { named, asked, letters, read } = world()
      const runId = await startOwned()
      await asked(runId, ['x'])
      const lock = { ownerId: 'local', resource: named('x'), runId, actor: { id: 'ana' }, reason: 'stuck' }
      expect(await at.under.forceRelease(lock)).toBe(true)
      expect(await at.under.forceRelease(lock)).toBe(false)
      expect((await letters(runId)).at(-1)).toEqual({
        type: 'lock_lost',
        resource: named('x'),
        actor: { id: 'ana' },
        reason: 'stuck',
      })
      expect((await read('x'))?.free).toBe(true)
    })

    it('envelope 9: an append under a lock that was taken away writes nothing, beside appends that do', async () => {
      const { named, asked, letters } = world()
      const [runId, other, plain] = [await startOwned(), await startOwned(), await startOwned()]
      await asked(runId, ['x', 'y'])
      await asked(other, ['z'])
      await letters(runId)
      const under = (...names: readonly string[]) => ({
        rows: { ...noRows, locksHeld: names.map((name) => ({ ownerId: 'local', resource: named(name), token: 1 })) },
      })
      expect(await append([someAppend(runId, 5, under('x', 'y'))])).toMatchObject([{ kind: 'committed', owned: true }])
      await at.under.forceRelease({
        ownerId: 'local',
        resource: named('x'),
        runId,
        actor: { id: 'ana' },
        reason: 'stuck',
      })
      const late = someAppend(runId, 6, {
        rows: {
          ...under('x', 'y').rows,
          timersSet: [{ timerId: 'late', dueAt: Date.now() - 60_000 }],
          messages: [{ to: other, command: pause }],
        },
      })
      const flush = [late, someAppend(other, 5, under('z')), someAppend(plain, 4)]
      const answers = [{ kind: 'lock_lost' }, { kind: 'committed', owned: true }, { kind: 'committed', owned: true }]
      expect(await append(flush)).toMatchObject(answers)
      // Sent again for want of an answer: what was written is found, and what was not is still refused.
      expect(await append(flush, at.engine, true)).toMatchObject(answers)
      expect((await letters(other)).map(({ type }) => type)).not.toContain('pause')
      expect((await letters(runId)).at(-1)).toMatchObject({ type: 'lock_lost' })
      expect((await at.store.fireTimers(at.engine, 10)).fired).toBe(0)
      // The loss is recorded under the lock that is left; another token is another lock.
      expect(await append([someAppend(runId, 6, under('y'))])).toMatchObject([{ kind: 'committed' }])
      const stale = { ownerId: 'local', resource: named('y'), token: 2 }
      expect(await append([someAppend(runId, 7, { rows: { ...noRows, locksHeld: [stale] } })])).toEqual([
        { kind: 'lock_lost' },
      ])
      // A number that is taken is another engine's, whatever the locks.
      expect(await append([someAppend(runId, 6, under('x')), someAppend(plain, 5)])).toMatchObject([
        { kind: 'fenced' },
        { kind: 'committed' },
      ])
    })
  })
}
