import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { ExecutorEvents } from '../ports.ts'
import { transition } from '../transition.ts'
import type { TakenWork, WorkStore } from './ports.ts'
import { runWorker, type WorkerState, workerTransitions } from './run-worker.ts'

const HEARTBEAT_MS = 30_000

/** A worker with a clock that the test moves, and a table of tasks that records each heartbeat. */
function openWorker() {
  const waits = new Set<{ readonly at: number; readonly call: () => void }>()
  const offered: TakenWork[] = []
  const beats: { readonly token: string; readonly at: number }[] = []
  const lines: string[] = []
  const finishedWhile: WorkerState[] = []
  let now = 0
  let isAway = false
  let events: ExecutorEvents | undefined
  const store: WorkStore = {
    take: async () => offered.splice(0),
    stillWanted: async (tokens) => new Set(tokens),
    removeOldAnswers: () => Promise.resolve(),
    async beat(tokens) {
      if (isAway) throw new Error('away')
      beats.push(...tokens.map((token) => ({ token, at: now })))
      return new Set(tokens)
    },
    async finish() {
      finishedWhile.push(worker.state)
      return true
    },
    progress: async () => true,
    offerAgain: async () => true,
    listLost: async () => [],
  }
  const worker = runWorker({
    id: 'worker',
    queues: ['default'],
    tasks: 10,
    heartbeatMs: HEARTBEAT_MS,
    log: (line) => lines.push(line),
    store,
    clock: {
      monotonic: () => now,
      after(ms, call) {
        const wait = { at: now + ms, call }
        waits.add(wait)
        return () => waits.delete(wait)
      },
    },
    wakeUp: { wake: () => undefined, listen: () => () => undefined, close: async () => undefined },
    createExecutor(told) {
      events = told
      return { start: () => undefined, cancel: () => undefined, close: async () => undefined }
    },
  })
  /** Lets the worker run until it waits for the clock. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const pass = async (ms: number) => {
    const until = now + ms
    for (;;) {
      await settle()
      const [next] = [...waits].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
      if (!next) break
      waits.delete(next)
      now = next.at
      next.call()
    }
    now = until
  }
  const beatsOf = (token: string) => beats.flatMap((beat) => (beat.token === token ? [beat.at] : []))
  return {
    worker,
    finishedWhile,
    pass,
    beatsOf,
    lines,
    offer(token: string, heartbeatTimeoutMs: number | null) {
      const call = { function: 'steps.long', with: null, input: {}, state: {}, key: token }
      const request = { ...call, step: 'Send', iteration: 1, attempt: 1, idempotent: false }
      offered.push({ token, runId: 'run', ownerId: 'local', workflow: 'Flow', request, heartbeatTimeoutMs })
    },
    end(token: string) {
      events?.onOutcome(token, { kind: 'completed', output: null })
      return settle()
    },
    setAway(away: boolean) {
      isAway = away
    },
    /** The longest gap between heartbeats of a task since an instant. */
    longestGap(token: string, since: number) {
      const instants = [since, ...beatsOf(token).filter((at) => at >= since), now]
      return Math.max(...instants.slice(1).map((at, index) => at - (instants[index] ?? 0)))
    },
  }
}

describe('the heart of a worker', () => {
  it('beats three times within the heartbeat timeout of a step, from the moment that the step is taken', async () => {
    const worker = openWorker()
    worker.offer('patient', null)
    await worker.pass(11_000)
    worker.offer('short', 10_000)
    await worker.pass(600_000)
    // It is taken within the time in which an idle worker looks.
    expect(worker.longestGap('short', 12_000)).toBeLessThan(3_334)
    expect(worker.beatsOf('short')[0]).toBeLessThan(12_001)
  })

  it.each([null, 7_200_000])('beats as often as it is set to where a step allows %s ms', async (heartbeatTimeoutMs) => {
    const worker = openWorker()
    worker.offer('patient', heartbeatTimeoutMs)
    await worker.pass(10 * HEARTBEAT_MS)
    expect(worker.beatsOf('patient')).toHaveLength(10)
  })

  it('is at its ease again when the step has ended that allowed less', async () => {
    const worker = openWorker()
    worker.offer('patient', null)
    worker.offer('short', 1_000)
    await worker.pass(HEARTBEAT_MS)
    await worker.end('short')
    const before = worker.beatsOf('patient').length
    expect(before).toBeGreaterThan(80)
    await worker.pass(10 * HEARTBEAT_MS)
    expect(worker.beatsOf('patient').length - before).toBeLessThanOrEqual(11)
  })

  it('beats on after some that were missed, no later than usual', async () => {
    const worker = openWorker()
    worker.offer('short', 10_000)
    await worker.pass(20_000)
    worker.setAway(true)
    await worker.pass(20_000)
    expect(worker.lines).toContain('a heartbeat was missed: Error: away')
    worker.setAway(false)
    await worker.pass(3_334)
    expect(worker.longestGap('short', 40_000)).toBeLessThan(3_334)
    expect(worker.beatsOf('short').at(-1)).toBeGreaterThan(40_000)
  })
})

describe('the state of a worker', () => {
  it('is "working", then "stopping" while a task is in hand, then "stopped"', async () => {
    const { worker, offer, pass, end, finishedWhile } = openWorker()
    offer('last', null)
    await pass(1_000)
    expect([worker.state, worker.load]).toEqual(['working', 1])
    const stopped = worker.stop()
    await pass(1)
    expect([worker.state, worker.load]).toEqual(['stopping', 1])
    await end('last')
    await stopped
    expect([worker.state, worker.load, finishedWhile]).toEqual(['stopped', 0, ['stopping']])
    await worker.stop()
  })

  it('is "returning" while it gives back the tasks that have not ended in time', async () => {
    const { worker, offer, pass, finishedWhile } = openWorker()
    offer('late', null)
    await pass(1_000)
    const stopped = worker.stop()
    await pass(limits.worker.stopGraceMs)
    await stopped
    expect([worker.state, finishedWhile]).toEqual(['stopped', ['returning']])
  })

  it('takes no transition that is not named', () => {
    const impossible: readonly (readonly [WorkerState, WorkerState])[] = [
      ['working', 'returning'],
      ['returning', 'working'],
      ['stopped', 'working'],
    ]
    for (const [from, to] of impossible) {
      expect(() => transition('worker', workerTransitions, from, to)).toThrow('cannot become')
    }
  })
})
