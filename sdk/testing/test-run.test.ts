import { describe, expect, it } from 'vitest'
import { activityInfo, heartbeat } from '../activity.ts'
import {
  approval,
  CancellationScope,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  defineWorkflow,
  executeChild,
  isCancellation,
  now,
  proxyActivities,
  setHandler,
  sleep,
} from '../workflow/index.ts'
import { HistoryViolation, replayHistory, TestRun } from './index.ts'

const onMessage = defineSignal<[string]>('on_message')
const status = defineQuery<{ received: number }>('status')
const replace = defineUpdate<number, [string[]]>('replace')
const { fetchUser, charge } = proxyActivities<{
  fetchUser(id: number): Promise<{ name: string }>
  charge(amount: number): Promise<string>
}>({ retry: { maximumAttempts: 3 } })

const messages = defineWorkflow({ type: 'Messages' }, async ({ id }: { id: number }) => {
  const got: string[] = []
  setHandler(onMessage, (text) => {
    got.push(text)
  })
  setHandler(status, () => ({ received: got.length }))
  setHandler(replace, {
    validate(list) {
      if (list.length > 2) throw new Error('Too many.')
    },
    handle(list) {
      got.splice(0, got.length, ...list)
      return got.length
    },
  })
  const user = await fetchUser(id)
  await sleep(10 * 60_000)
  await condition(() => got.length >= 3)
  return { name: user.name, got, at: now() }
})

const activities = { fetchUser: async (id: number) => ({ name: `user ${id}` }) }

describe('a test run', () => {
  it('runs a body with fake activities and time, and takes its messages', async () => {
    const run = await TestRun.start(messages, { input: { id: 7 }, activities, startAt: 1_000 })
    expect(run.commands).toEqual(['fetchUser#1', 'sleep#2'])
    await run.signal(onMessage, 'a')
    expect(run.query(status)).toEqual({ received: 1 })
    expect(await run.update(replace, ['x', 'y'])).toBe(2)
    await expect(run.update(replace, ['1', '2', '3'])).rejects.toThrow('Too many.')
    await run.advance(9 * 60_000)
    expect([run.now, run.status]).toEqual([541_000, null])
    await run.signal('on_message', 'z')
    expect(await run.result()).toEqual({ name: 'user 7', got: ['x', 'y', 'z'], at: 601_000 })
    expect(() => run.query('other')).toThrow('no handler of the query other')
  })

  it('tries failing activities again by their policy, and tells them of their call', async () => {
    const seen: unknown[] = []
    const pays = defineWorkflow({ type: 'Pays' }, () => charge(5))
    const flaky = (amount: number) => {
      heartbeat('half')
      seen.push([activityInfo().attempt, activityInfo().idempotencyKey, amount])
      if (seen.length < 3) throw new Error('not yet')
      return 'paid'
    }
    const run = await TestRun.start(pays, { activities: { charge: flaky } })
    expect(await run.result()).toBe('paid')
    const key = 'test-run/charge#1/1/do'
    expect(seen).toEqual([1, 2, 3].map((attempt) => [attempt, key, 5]))
  })

  it('runs children that are code or functions, and shows their failures', async () => {
    const child = defineWorkflow({ type: 'Child' }, async ({ n }: { n: number }) => {
      await sleep(1_000)
      return n * 2
    })
    const parent = defineWorkflow({ type: 'Parent' }, async () => [
      await executeChild(child, { input: { n: 2 } }),
      await executeChild<number>('Billing', { input: { n: 3 } }),
      await executeChild('Broken').catch((error: Error) => error.message),
    ])
    const children = {
      Child: child,
      Billing: ({ n }: { n: number }) => n + 1,
      Broken: () => {
        throw new Error('no money')
      },
    }
    const run = await TestRun.start(parent, { children })
    expect(await run.result()).toEqual([4, 4, expect.stringContaining('no money')])
  })

  it('decides approvals, cancels, terminates, and shows what continues as new', async () => {
    const asks = defineWorkflow({ type: 'Asks' }, async () => {
      const { by, input } = await approval({ title: 'Pay?', groups: ['finance'] })
      return [by.id, input]
    })
    const asked = await TestRun.start(asks)
    await expect(asked.result()).rejects.toThrow('waits for a person')
    await asked.decide({ approved: true }, { id: 'ana' })
    expect(await asked.result()).toEqual(['ana', { approved: true }])
    await expect(asked.decide({})).rejects.toThrow('waits for no person')

    const cleans = defineWorkflow({ type: 'Cleans' }, async () => {
      try {
        await sleep(1_000)
      } catch (error) {
        if (!isCancellation(error)) throw error
        await CancellationScope.nonCancellable(() => charge(0))
        throw error
      }
    })
    const given = { activities: { charge: () => 'undone' } }
    const cancelled = await TestRun.start(cleans, given)
    await cancelled.cancel('no longer wanted')
    expect([cancelled.status, cancelled.commands]).toEqual(['CANCELLED', ['sleep#1', 'charge#2']])
    await expect(cancelled.result()).rejects.toMatchObject({ type: 'CANCELLED' })
    const terminated = await TestRun.start(cleans, given)
    terminated.terminate()
    expect(terminated.commands).toEqual(['sleep#1'])

    const counts = defineWorkflow({ type: 'Counts' }, async ({ n }: { n: number }) => continueAsNew({ n: n + 1 }))
    expect((await TestRun.start(counts, { input: { n: 1 } })).continuedWith).toEqual({ n: 2 })
    expect(asked.continuedWith).toBeNull()
  })

  it('says which fake is missing, and fails where a body is not deterministic', async () => {
    await expect((await TestRun.start(messages, { input: { id: 1 } })).result()).rejects.toThrow(
      'pass activities: { fetchUser: … }',
    )
    const lone = defineWorkflow({ type: 'Lone' }, () => executeChild('Billing'))
    await expect((await TestRun.start(lone)).result()).rejects.toThrow('pass children: { Billing: … }')
    let runs = 0
    const wild = defineWorkflow({ type: 'Wild' }, async () => {
      runs += 1
      await sleep(runs)
    })
    await expect((await TestRun.start(wild)).result()).rejects.toMatchObject({ type: 'WorkflowDeterminismViolation' })
  })
})

describe('a recorded history', () => {
  const recorded = async () => {
    const run = await TestRun.start(messages, { input: { id: 7 }, activities })
    // As it comes back from an export.
    return (JSON.parse(JSON.stringify(run.history)) as typeof run.history).map((event) => ({
      ...event,
      at: new Date(event.at).toISOString(),
      step: 'step' in event ? (event.step ?? null) : null,
    }))
  }

  it('is followed by the code that made it', async () => {
    await expect(replayHistory(messages, await recorded())).resolves.toBeUndefined()
  })

  it('breaks where the code asks for something else, which live runs would do', async () => {
    const changed = defineWorkflow({ type: 'Messages' }, async () => {
      await sleep(1_000)
    })
    const failed = replayHistory(changed, await recorded())
    await expect(failed).rejects.toThrow('command 1: history has activity fetchUser, code asks for sleep 1000 ms')
    await expect(failed).rejects.toBeInstanceOf(HistoryViolation)
  })

  it('is one of this workflow, and of code', async () => {
    const other = defineWorkflow({ type: 'Other' }, async () => 1)
    await expect(replayHistory(other, await recorded())).rejects.toThrow('a history of Messages')
    await expect(replayHistory(other, [])).rejects.toThrow('no history of a workflow that is code')
  })
})
