import { describe, expect, it } from 'vitest'
import {
  approval,
  CancellationScope,
  CancelledFailure,
  condition,
  continueAsNew,
  executeChild,
  proxyActivities,
  sleep,
  workflowInfo,
} from './index.ts'
import { begun, fetchUser, type Module, mail } from './testing/begun-body.ts'

describe('code 7: cancellation', () => {
  it.each([
    ['a timer', () => sleep(1_000)],
    ['an activity', () => fetchUser(1)],
    ['a child', () => executeChild('Other')],
    ['a condition', () => condition(() => false)],
    ['an approval', () => approval({ title: 'Pay?' })],
  ])('of %s throws a CancelledFailure, which the body may catch to clean up', async (_, wait) => {
    const run = await begun(async () => {
      try {
        await wait()
        return 'never'
      } catch (error) {
        if (!(error instanceof CancelledFailure)) throw error
        await CancellationScope.nonCancellable(() => mail('undone'))
        return 'cleaned'
      }
    })
    const before = run.steps()
    await run.cancel()
    expect(run.steps()).toHaveLength(1)
    expect(run.steps()).not.toEqual(before)
    run.crash()
    await run.complete(run.steps()[0] as string)
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: 'cleaned' })
  })

  it('ends the run as cancelled when the body lets it pass, and refuses what it asks for afterwards', async () => {
    const run = await begun(async () => {
      await sleep(1).catch(() => undefined)
      await mail('too late')
    })
    await run.cancel()
    expect(run.state.outcome?.status).toBe('CANCELLED')
    expect(run.history.some((event) => event.type === 'workflow.node.started' && event.step === 'mail#2')).toBe(false)
  })

  it('of a scope cancels what is in it alone', async () => {
    const run = await begun(async () => {
      const scope = new CancellationScope()
      const inside = scope.run(() => sleep(60_000)).catch((error: unknown) => CancellationScope.isCancellation(error))
      const outside = fetchUser(1)
      await sleep(1)
      scope.cancel()
      return [await inside, (await outside).name]
    })
    expect(run.steps()).toEqual(['sleep#1', 'fetchUser#2', 'sleep#3'])
    await run.fire('sleep#3')
    expect(run.steps()).toEqual(['fetchUser#2'])
    await run.complete('fetchUser#2', { name: 'Ana' })
    expect(run.state.outcome?.output).toEqual([true, 'Ana'])
  })

  it('by a time limit of a scope', async () => {
    const run = await begun(async () => {
      return await CancellationScope.withTimeout(1_000, () => fetchUser(1)).catch((error: Error) => error.name)
    })
    await run.fire('sleep#1')
    expect(run.state.outcome?.output).toBe('CancelledFailure')
  })

  it('leaves an activity that is abandoned, and waits for one whose end is awaited', async () => {
    const types = ['abandon', 'wait_cancellation_completed', 'try_cancel'] as const
    const left: unknown[] = []
    for (const cancellationType of types) {
      const activities = proxyActivities<Module>({ cancellationType })
      const run = await begun(async () => {
        await activities.pay(1).catch(() => CancellationScope.nonCancellable(() => sleep(1)))
      })
      await run.cancel()
      left.push(run.steps())
    }
    expect(left).toEqual([['pay#1', 'sleep#2'], ['pay#1'], ['sleep#2']])
  })
})

describe('code 8: continue as new', () => {
  it('ends the run with the arguments of the next, and the signals that nobody has read', async () => {
    const run = await begun(
      async (n: number) => {
        await sleep(1)
        continueAsNew({ n: n + 1 })
      },
      { input: { args: [1] } },
    )
    await run.signal('late', ['x'])
    await run.fire('sleep#1')
    const event = run.history.find(({ type }) => type === 'workflow.run.continued_as_new')
    expect(event?.payload).toMatchObject({ input: { n: 2 }, signals: [{ name: 'late', data: ['x'] }] })
  })

  it('is suggested once the history is long', async () => {
    const body = async () => {
      const before = workflowInfo().continueAsNewSuggested
      await sleep(1)
      return [before, workflowInfo().continueAsNewSuggested]
    }
    const run = await begun(body, { suggestedEvents: 8 })
    await run.fire('sleep#1')
    expect(run.state.outcome?.output).toEqual([false, true])
  })
})
