import { afterEach, describe, expect, it } from 'vitest'
import type { News } from '#core/run/code/code-state.ts'
import { localClock } from '../../world/local-clock.ts'
import { CodeHost } from './code-host.ts'
import type { Delivery, WholeHistory } from './messages.ts'

const messages = `
import { condition, defineQuery, defineSignal, defineWorkflow, now, proxyActivities, setHandler } from 'heddle/workflow'
import { double } from './helper.ts'
const { fetchUser } = proxyActivities<{ fetchUser(n: number): Promise<{ name: string }> }>({})
const onMessage = defineSignal<[string]>('on_message')
const status = defineQuery<{ received: number }>('status')
export default defineWorkflow({ type: 'Messages' }, async (input: { n: number }) => {
  const got: string[] = []
  setHandler(onMessage, (text) => {
    got.push(text)
  })
  setHandler(status, () => ({ received: got.length }))
  const user = await fetchUser(double(input.n))
  await condition(() => got.length >= 2)
  return [user.name, got]
})
export const missed = defineWorkflow({ type: 'Missed' }, async () => {
  const D = Date
  const [first, chance] = [new D().getTime(), Math.random()]
  await condition(() => new D() > new D(first))
  return [first, D.now(), now(), chance, new (new D(0).constructor as typeof Date)().getTime(), typeof fetch, typeof process]
})
export const changes = defineWorkflow({ type: 'Changes' }, async () => {
  const tried = [() => { (Array.prototype as any).last = 1 }, () => { (Math as any).random = 1 }, () => { (globalThis as any).x = 1 }]
  return tried.map((each) => {
    try {
      each()
      return 'changed'
    } catch (error) {
      return (error as Error).name
    }
  })
})
export const evaluates = defineWorkflow({ type: 'Evaluates' }, async () => [].constructor.constructor('return 1')())
export const loop = defineWorkflow({ type: 'Loop' }, async () => {
  for (let n = 0; ; n += 1) Math.sqrt(n)
})
export const hungry = defineWorkflow({ type: 'Hungry' }, async () => {
  const all: unknown[] = []
  for (;;) all.push(new Array(1_000_000).fill(1.5))
})
`
const helper = 'export const double = (n: number): number => n * 2\n'
const sources = [
  ['/heddle/code/messages.ts', messages],
  ['/heddle/code/helper.ts', helper],
] as const

const started: News = { seq: 4, at: 1_000, kind: 'started' }
const user: News = { seq: 7, at: 2_000, kind: 'resolved', n: 1, value: { name: 'Ana' } }
const signal = (seq: number): News => ({ seq, at: 3_000, kind: 'signal', name: 'on_message', data: [`m${seq}`] })

const hosts: CodeHost[] = []
afterEach(() => Promise.all(hosts.splice(0).map((host) => host.close())))

/** A host whose store has this history; `asked` counts how often it was read. */
function hostWith(history: Partial<WholeHistory> = {}) {
  const asked = { history: 0 }
  const host = new CodeHost(
    {
      code: (hash) => Promise.resolve({ hash, entry: '/heddle/code/messages.ts', sources }),
      history() {
        asked.history += 1
        return Promise.resolve({ commands: [], news: [started], patches: [], seen: 0, ...history })
      },
    },
    localClock.after,
  )
  hosts.push(host)
  return { host, asked }
}

function delivery(workflowType: string, more: Partial<Delivery> = {}): Delivery {
  const run = { runId: `run-${workflowType}`, workflowType, firstRunId: 'run', input: { n: 4 }, hash: 'hash' }
  return { run, fromSeq: 0, upToSeq: 4, news: [started], ...more }
}

describe('the host of code', () => {
  it('runs a body, and keeps its instance for the news that follows', async () => {
    const { host, asked } = hostWith()
    const first = await host.deliver(delivery('Messages'))
    expect(first.commands).toMatchObject([{ kind: 'activity', n: 1, function: 'activities.fetchUser', args: [8] }])
    expect(first.outcome).toEqual({ kind: 'blocked', at: 'messages.ts:13' })
    const second = await host.deliver(delivery('Messages', { fromSeq: 4, upToSeq: 7, news: [user] }))
    expect(second.outcome).toEqual({ kind: 'blocked', reason: 'a condition', at: 'messages.ts:14' })
    const last = await host.deliver(delivery('Messages', { fromSeq: 7, upToSeq: 9, news: [signal(8), signal(9)] }))
    expect(last.outcome).toEqual({ kind: 'completed', result: ['Ana', ['m8', 'm9']] })
    expect(asked.history).toBe(1)
  })

  it('code 9: a host without the instance replays, and answers the same', async () => {
    const news = [started, user, signal(8), signal(9)]
    const { host, asked } = hostWith({ commands: [{ n: 1, kind: 'activity', name: 'fetchUser' }], news, seen: 4 })
    const answer = await host.deliver(delivery('Messages', { fromSeq: 7, upToSeq: 9, news: [signal(8), signal(9)] }))
    expect(answer).toMatchObject({ commands: [], outcome: { kind: 'completed', result: ['Ana', ['m8', 'm9']] } })
    expect(asked.history).toBe(1)
  })

  it('a replay finds the place at which the body waits: of a command that has not ended, or of a condition', async () => {
    const commands = [{ n: 1, kind: 'activity', name: 'fetchUser' }] as const
    const one = hostWith({ commands, news: [started], seen: 4 })
    const first = await one.host.deliver(delivery('Messages', { news: [] }))
    expect(first.outcome).toEqual({ kind: 'blocked', at: 'messages.ts:13' })
    const two = hostWith({ commands, news: [started, user], seen: 4 })
    const second = await two.host.deliver(delivery('Messages', { upToSeq: 7, news: [user] }))
    expect(second.outcome).toEqual({ kind: 'blocked', reason: 'a condition', at: 'messages.ts:14' })
  })

  it('an instance that has seen something else is not used', async () => {
    const { host, asked } = hostWith()
    await host.deliver(delivery('Messages'))
    await host.deliver(delivery('Messages', { fromSeq: 5, upToSeq: 7, news: [user] }))
    expect(asked.history).toBe(2)
  })

  it('code 6: answers queries by the kept instance, or by a fresh one', async () => {
    const { host, asked } = hostWith({ news: [started, signal(5)] })
    await host.deliver(delivery('Messages'))
    const { run } = delivery('Messages')
    expect(await host.query({ run, fromSeq: 4, name: 'status', args: [] })).toEqual({ result: { received: 1 } })
    expect(await host.query({ run, fromSeq: 4, name: 'other', args: [] })).toBeNull()
    expect(asked.history).toBe(1)
    const other = { ...run, runId: 'other' }
    expect(await host.query({ run: other, fromSeq: 5, name: 'status', args: [] })).toEqual({ result: { received: 1 } })
    expect(asked.history).toBe(2)
  })

  it('code 8: a loop without end is ended with its thread and named by its line, and harms no other run', async () => {
    const { host } = hostWith()
    const [lost, other] = await Promise.all([host.deliver(delivery('Loop')), host.deliver(delivery('Messages'))])
    const line = messages.slice(0, messages.indexOf('Math.sqrt(n)')).split('\n').length
    // A profile may have no sample in the code: then the message names no line, and never another one.
    const message = new RegExp(`^The code ran for 2 s( at messages.ts:${line})? without waiting for anything.$`)
    expect(lost.outcome).toMatchObject({
      kind: 'lost',
      error: { code: 'CODE_TASK_TIMEOUT', message: expect.stringMatching(message) },
    })
    expect(other.outcome.kind).toBe('blocked')
  })

  it('a body that eats memory is ended with its thread, and harms no other run', async () => {
    const { host } = hostWith()
    const [lost, other] = await Promise.all([host.deliver(delivery('Hungry')), host.deliver(delivery('Messages'))])
    expect(lost.outcome.kind).toBe('lost')
    expect(other.outcome.kind).toBe('blocked')
  })
})

describe('code 4: the realm', () => {
  it('gives what the static check missed the time and the chance of the run, equal in every replay', async () => {
    const news = [started, { ...signal(6), at: 5_000 }]
    const [one, two] = [hostWith(), hostWith({ news, seen: 4 })]
    await one.host.deliver(delivery('Missed'))
    const more = { fromSeq: 4, upToSeq: 6, news: news.slice(1) }
    const kept = await one.host.deliver(delivery('Missed', more))
    const cold = await two.host.deliver(delivery('Missed', more))
    expect(kept.outcome).toMatchObject({
      kind: 'completed',
      result: [1_000, 5_000, 5_000, expect.any(Number), 5_000, 'undefined', 'undefined'],
    })
    expect(cold.outcome).toEqual(kept.outcome)
  })

  it('has intrinsics that no run changes for another, and evaluates no text', async () => {
    const { host } = hostWith()
    const changes = await host.deliver(delivery('Changes'))
    expect(changes.outcome).toEqual({ kind: 'completed', result: ['TypeError', 'TypeError', 'TypeError'] })
    const evaluates = await host.deliver(delivery('Evaluates'))
    expect(evaluates.outcome).toMatchObject({ kind: 'failed', failure: { type: 'EvalError' } })
  })
})
