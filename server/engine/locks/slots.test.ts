import { describe, expect, test } from 'vitest'
import type { Slot } from '#core/definition/concurrency.ts'
import { cancelLetter, type Judged, judge } from './judge.ts'
import type { HeldLock, WaitingRequest } from './lock-rows.ts'

const key = 'concurrency:Mail:acme'
const slot = (more: Partial<Slot> = {}): Slot => ({ resource: key, limit: 1, whenFull: 'queue', ...more })

const request = (place: number, more: Partial<WaitingRequest> = {}): WaitingRequest => ({
  ownerId: 'o',
  runId: `r${place}`,
  rootRunId: `r${place}`,
  above: [],
  request: 1,
  resources: [key],
  shared: [key],
  slot: slot(),
  position: place,
  requestedAt: place,
  tries: 0,
  blockedBy: null,
  reserved: false,
  ...more,
})
const lock = (runId: string, since: number, more: Partial<HeldLock> = {}): HeldLock => ({
  ownerId: 'o',
  resource: key,
  runId,
  rootRunId: runId,
  mode: 'shared',
  token: 0,
  quarantined: false,
  since,
  ...more,
})

const all = (requests: readonly WaitingRequest[], held: readonly HeldLock[] = [], waiting = requests) =>
  judge(requests, { held, waiting, now: 100 })
const words = (judged: readonly Judged[]) => judged.map(({ kind, request: { runId } }) => `${runId} ${kind}`)
const refusalOf = ([first]: readonly Judged[]) => (first?.kind === 'refused' ? first.refusal : undefined)

describe('the slots of a concurrency key', () => {
  test('are granted up to the limit, in the order of the queue', () => {
    const two = { slot: slot({ limit: 2 }) }
    const judged = all([request(3, two), request(2, two), request(4, two)], [lock('r1', 1)])
    expect(words(judged)).toEqual(['r2 granted', 'r3 refused', 'r4 refused'])
    expect(refusalOf(judged.slice(1))).toMatchObject({ position: 1, blockedBy: ['r1', 'r2'] })
    expect(refusalOf(judged.slice(2))).toMatchObject({ position: 2 })
  })

  test('are kept for requests that came first, and granted where there is room for both', () => {
    const waiting = [request(1), request(2)]
    expect(words(all([request(2)], [], waiting))).toEqual(['r2 refused'])
    const roomy = waiting.map((each) => ({ ...each, slot: slot({ limit: 2 }) }))
    expect(words(all(roomy.slice(1), [], roomy))).toEqual(['r2 granted'])
  })

  test('that a run still has, or a run above it, are not waited for, though others came first', () => {
    const kept = [lock('r2', 1, { quarantined: true })]
    expect(words(all([request(2)], kept, [request(1), request(2)]))).toEqual(['r2 granted'])
    const child = request(3, { rootRunId: 'r2', above: ['r2'] })
    expect(words(all([child], [lock('r2', 1)], [request(1), child]))).toEqual(['r3 granted'])
    expect(words(all([request(1)], kept, [request(1), request(2)]))).toEqual(['r1 refused'])
  })

  test('are counted per owner and key', () => {
    const other = 'concurrency:Mail:other'
    const elsewhere = [lock('r1', 1, { ownerId: 'p' }), lock('r1', 1, { resource: other })]
    expect(words(all([request(2)], elsewhere))).toEqual(['r2 granted'])
  })

  test('of a run above are shared with it, and no reason to refuse it for good', () => {
    expect(words(all([request(2, { above: ['r1'] })], [lock('r1', 1)]))).toEqual(['r2 granted'])
    const held = [lock('r1', 1, { resource: 'concurrency:Parent' }), lock('r5', 1)]
    expect(refusalOf(all([request(2, { above: ['r1'] })], held))).not.toHaveProperty('code')
  })

  test('a wait is told once: the holders change at each turn', () => {
    const [first] = all([request(2)], [lock('r1', 1)])
    const [again] = all([request(2, { blockedBy: ['r0'] })], [lock('r1', 1)])
    expect([first, again]).toMatchObject([{ isNews: true }, { isNews: false }])
    expect(refusalOf([first as Judged])?.retryNote).toBe('concurrency key acme is held by run r1')
  })

  test('skip ends the request where the limit is reached, with the reason', () => {
    const skip = { slot: slot({ whenFull: 'skip' }) }
    expect(refusalOf(all([request(2, skip)], [lock('r1', 1)]))).toMatchObject({
      code: 'CONCURRENCY_FULL',
      retryNote: 'Skipped by concurrency key acme: run r1 has it',
    })
    const wide = { slot: slot({ whenFull: 'skip', limit: 2 }) }
    expect(words(all([request(2, wide)], [lock('r1', 1)]))).toEqual(['r2 granted'])
    expect(refusalOf(all([request(3, wide)], [lock('r1', 1), lock('r2', 2)]))?.retryNote).toContain('all 2 slots')
  })

  test('cancel_oldest cancels the run that has its slot for the longest time, once for each set of holders', () => {
    const oldest = { slot: slot({ whenFull: 'cancel_oldest', limit: 2 }) }
    const held = [lock('r2', 20), lock('r1', 10)]
    expect(refusalOf(all([request(3, oldest)], held))).toMatchObject({ cancels: 'r1' })
    expect(refusalOf(all([request(3, { ...oldest, blockedBy: ['r1', 'r2'] })], held))).not.toHaveProperty('cancels')
    expect(refusalOf(all([request(3, { ...oldest, blockedBy: ['r0', 'r1'] })], held))).toHaveProperty('cancels')
    const kept = [lock('r2', 20), lock('r1', 10, { quarantined: true })]
    expect(refusalOf(all([request(3, oldest)], kept))).toMatchObject({ cancels: 'r2' })
  })

  test('the letter of the cancellation names the run that takes the place', () => {
    expect(cancelLetter({ request: request(3) })).toEqual({
      type: 'cancel',
      actor: { id: 'engine' },
      reason: 'Run r3 takes its place (concurrency key acme)',
    })
  })
})
