import { describe, expect, test } from 'vitest'
import { type Judged, judge } from './judge.ts'
import type { HeldLock, WaitingRequest } from './lock-rows.ts'

const request = (runId: string, resources: readonly string[], more: Partial<WaitingRequest> = {}): WaitingRequest => ({
  ownerId: 'o',
  runId,
  rootRunId: runId,
  above: [],
  request: 1,
  resources,
  shared: [],
  slot: null,
  position: Number(runId.slice(1)) * 1_000,
  requestedAt: Number(runId.slice(1)),
  tries: 0,
  blockedBy: null,
  reserved: false,
  ...more,
})
const lock = (runId: string, resource: string, more: Partial<HeldLock> = {}): HeldLock => ({
  ownerId: 'o',
  resource,
  runId,
  rootRunId: runId,
  mode: 'exclusive',
  token: 1,
  quarantined: false,
  since: 0,
  ...more,
})
const words = (judged: readonly Judged[]) =>
  judged.map((one) => (one.kind === 'granted' ? `${one.request.runId} granted` : `${one.request.runId} refused`))
const all = (requests: readonly WaitingRequest[], held: readonly HeldLock[] = [], now = 100) =>
  judge(requests, { held, waiting: requests, now })

describe('a pass of the lock manager', () => {
  test('envelope 6: grants all resources of a request, or none', () => {
    expect(words(all([request('r1', ['a', 'b'])]))).toEqual(['r1 granted'])
    const [refused] = all([request('r1', ['a', 'b'])], [lock('r9', 'b')])
    expect(refused).toMatchObject({ kind: 'refused', refusal: { blockedBy: ['r9'], retryNote: 'b is held by run r9' } })
  })

  test('envelope 6: never grants one resource twice in one pass', () => {
    expect(words(all([request('r1', ['a']), request('r2', ['a'])]))).toEqual(['r1 granted', 'r2 refused'])
  })

  test('lets shared locks be shared, and exclusive ones wait for them', () => {
    const shared = { shared: ['a'] }
    expect(words(all([request('r1', ['a'], shared), request('r2', ['a'], shared), request('r3', ['a'])]))).toEqual([
      'r1 granted',
      'r2 granted',
      'r3 refused',
    ])
    // A later shared request does not overtake the exclusive one.
    expect(
      words(all([request('r2', ['a']), request('r3', ['a'], shared)], [lock('r1', 'a', { mode: 'shared' })])),
    ).toEqual(['r2 refused', 'r3 refused'])
  })

  test('envelope 8: a later request overtakes only an earlier one that it does not conflict with', () => {
    const held = [lock('r9', 'a')]
    const requests = [request('r1', ['a', 'b']), request('r2', ['b']), request('r3', ['c'])]
    expect(words(all(requests, held))).toEqual(['r1 refused', 'r2 refused', 'r3 granted'])
  })

  test('envelope 8: the oldest request is reserved after some refusals, and no priority overtakes it', () => {
    const old = request('r1', ['a'], { tries: 4, position: 9_000_000 })
    const [first] = all([old], [lock('r9', 'a')])
    expect(first).toMatchObject({ refusal: { reserved: true } })
    const urgent = request('r2', ['a'], { position: 1 })
    expect(words(all([old, urgent]))).toEqual(['r2 granted', 'r1 refused'])
    expect(words(all([{ ...old, reserved: true }, urgent]))).toEqual(['r2 refused', 'r1 granted'])
  })

  test('envelope 8: the oldest request is reserved after some time', () => {
    expect(all([request('r1', ['a'])], [lock('r9', 'a')], 31_000)).toMatchObject([{ refusal: { reserved: true } }])
    expect(all([request('r1', ['a'])], [lock('r9', 'a')], 3_000)).toMatchObject([{ refusal: { reserved: false } }])
  })

  test('envelope 10: a run passes through the locks of the runs above it, and of itself', () => {
    const child = request('r2', ['a'], { above: ['r1', 'r0'], rootRunId: 'r0' })
    expect(words(all([child], [lock('r0', 'a')]))).toEqual(['r2 granted'])
    expect(words(all([request('r2', ['a'])], [lock('r2', 'a', { quarantined: true })]))).toEqual(['r2 granted'])
    expect(words(all([child], [lock('r7', 'a')]))).toEqual(['r2 refused'])
  })

  test('envelope 12: a run enters its own quarantine before those who wait for it', () => {
    const held = [lock('r1', 'a', { quarantined: true })]
    const again = request('r5', ['a'], { runId: 'r1', rootRunId: 'r1' })
    expect(words(all([request('r2', ['a']), again], held))).toEqual(['r2 refused', 'r1 granted'])
  })

  test('envelope 10: a child does not wait for those who wait for its root', () => {
    const child = request('r5', ['a'], { above: ['r1'], rootRunId: 'r1' })
    expect(words(all([request('r2', ['a']), child], [lock('r1', 'a')]))).toEqual(['r2 refused', 'r5 granted'])
  })

  test('envelope 10: siblings of one root are put in a row', () => {
    const of = { rootRunId: 'r0', above: ['r0'] }
    expect(words(all([request('r1', ['a'], of), request('r2', ['a'], of)]))).toEqual(['r1 granted', 'r2 refused'])
  })

  test('envelope 10: siblings wait for each other within the locks of their root', () => {
    const of = { rootRunId: 'r0', above: ['r0'] }
    const [first, second] = all([request('r1', ['a'], of), request('r2', ['a'], of)], [lock('r0', 'a')])
    expect(first?.kind).toBe('granted')
    expect(second).toMatchObject({ kind: 'refused', refusal: { blockedBy: ['r1'] } })
    expect(second?.kind === 'refused' && second.refusal.code).toBeUndefined()
  })

  test('envelope 10: a child beyond the locks of its root gets them at once, or is refused for good', () => {
    const child = request('r2', ['a', 'b'], { above: ['r1'], rootRunId: 'r1' })
    expect(words(all([child], [lock('r1', 'a')]))).toEqual(['r2 granted'])
    expect(all([child], [lock('r1', 'a'), lock('r9', 'b')])).toMatchObject([{ refusal: { code: 'LOCK_ORDER' } }])
  })

  test('envelope 10: a child cannot turn a shared lock of its root into an exclusive one', () => {
    const child = request('r2', ['a'], { above: ['r1'], rootRunId: 'r1' })
    expect(all([child], [lock('r1', 'a', { mode: 'shared' })])).toMatchObject([{ refusal: { code: 'LOCK_UPGRADE' } }])
  })

  test('names of one owner are nothing to another', () => {
    expect(words(all([request('r1', ['a'], { ownerId: 'p' })], [lock('r9', 'a')]))).toEqual(['r1 granted'])
  })

  test('envelope 6: a refusal is news once per change of the holder, and once for a place behind others', () => {
    const isNews = (blockedBy: readonly string[] | null, held: readonly HeldLock[]) => {
      const [first] = all([request('r2', ['a'], { blockedBy })], held)
      return first?.kind === 'refused' && first.isNews
    }
    expect(isNews(null, [lock('r1', 'a')])).toBe(true)
    expect(isNews(['r1'], [lock('r1', 'a')])).toBe(false)
    expect(isNews(['r1'], [lock('r3', 'a')])).toBe(true)
    const behind = request('r3', ['a'], { blockedBy: ['r1'] })
    const [, last] = judge([request('r2', ['a'], { blockedBy: ['r1'] }), behind], {
      held: [],
      waiting: [request('r1', ['a']), request('r2', ['a']), behind],
      now: 5,
    })
    expect(last).toMatchObject({ isNews: false })
  })
})
