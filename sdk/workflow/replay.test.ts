import { describe, expect, it } from 'vitest'
import { DETERMINISM_VIOLATION } from '#core/run/code/match.ts'
import { runError } from '#core/run/views.ts'
import {
  ApplicationFailure,
  approval,
  CancellationScope,
  CancelledFailure,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  defineWorkflow,
  executeChild,
  milestone,
  now,
  patched,
  proxyActivities,
  random,
  setHandler,
  sleep,
  startChild,
  uuid,
  type WorkflowBody,
  workflowInfo,
} from './index.ts'
import { BodyRun, type BodyRunOptions } from './testing/body-run.ts'

interface Module {
  fetchUser(id: number): Promise<{ name: string }>
  pay(amount: number): Promise<string>
  mail(to: string): Promise<void>
}
const { fetchUser, pay, mail } = proxyActivities<Module>()

const workflow = (body: WorkflowBody) => defineWorkflow({ type: 'Messages' }, body)

async function begun(body: WorkflowBody, options?: BodyRunOptions): Promise<BodyRun> {
  const run = new BodyRun(workflow(body), options)
  await run.begin()
  return run
}

describe('a body', () => {
  it('asks for commands, gets their results, and returns', async () => {
    const run = await begun(async ({ id }: { id: number }) => `${(await fetchUser(id)).name}!`, { input: { id: 7 } })
    expect(run.plan()).toMatchObject([{ kind: 'attempt', function: 'activities.fetchUser', with: [7], activity: true }])
    await run.complete('fetchUser#1', { name: 'Ana' })
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: 'Ana!' })
  })

  it('gets the elements of args as its arguments', async () => {
    const run = await begun(async (a: number, b: number) => a + b, { input: { args: [1, 2] } })
    expect(run.state.outcome?.output).toBe(3)
  })

  it('fails with the type of what it throws, and catches failures of activities', async () => {
    const run = await begun(async () => {
      await pay(5).catch((error: ApplicationFailure) => mail(error.type))
      throw new ApplicationFailure('no', { type: 'Refused' })
    })
    await run.complete('pay#1', Object.assign(new Error('broke'), { name: 'CardRefused' }))
    expect(run.plan()).toMatchObject([{ step: 'mail#2', with: ['CardRefused'] }])
    await run.complete('mail#2')
    expect(runError(run.state)).toMatchObject({ code: 'Refused', message: 'no' })
  })

  it('has time, chance and ids that are equal in every replay', async () => {
    const body = async () => {
      const first = [now(), random(), uuid()]
      await sleep(60_000)
      return [first, now(), random(), uuid(), workflowInfo().runId]
    }
    const outputs: unknown[] = []
    for (const isSticky of [true, false]) {
      const run = await begun(body, { isSticky: () => isSticky })
      await run.fire('sleep#1')
      outputs.push(run.state.outcome?.output)
    }
    expect(outputs[0]).toEqual(outputs[1])
    const [[start], later] = outputs[0] as [[number], number]
    expect(later - start).toBe(60_000)
    const other = await begun(body, { runId: 'other' })
    await other.fire('sleep#1')
    expect(other.state.outcome?.output).not.toEqual(outputs[0])
  })

  it('whose result is no JSON fails, and harms nothing else', async () => {
    const run = await begun(async () => 1n)
    expect(runError(run.state)).toMatchObject({ code: 'NOT_JSON' })
  })

  it('code 5: runs children by their name or definition, and sees their failures', async () => {
    const child = defineWorkflow({ type: 'Billing' }, async (n: number) => n)
    const run = await begun(async () => {
      const one = startChild(child, { args: [5] })
      const two = await executeChild<string>('Other', { input: { a: 1 } }).catch(
        (error: ApplicationFailure) => error.type,
      )
      return [await one.result(), two]
    })
    expect(run.plan()).toMatchObject([
      { workflow: 'Billing', input: { args: [5] } },
      { workflow: 'Other', input: { a: 1 } },
    ])
    run.send({ type: 'child_ended', child_run_id: 'id-2', status: 'FAILED', state: {} })
    run.send({ type: 'child_ended', child_run_id: 'id-1', status: 'COMPLETED', state: 5 })
    await run.deliver()
    expect(run.state.outcome?.output).toEqual([5, 'CHILD_FAILED'])
  })

  it('asks people, and gets their decision', async () => {
    const run = await begun(
      async () => (await approval<{ ok: boolean }>({ title: 'Pay?', groups: ['finance'] })).input.ok,
    )
    run.send({ type: 'resume', actor: { id: 'ben' }, input: { ok: true } })
    await run.deliver()
    expect(run.state.outcome?.output).toBe(true)
  })

  it('code 5: goes on after a timer of 10 minutes and a restart', async () => {
    const run = await begun(async () => {
      await sleep(600_000)
      return 'later'
    })
    run.crash()
    await run.fire('sleep#1')
    expect(run.state.outcome?.output).toBe('later')
  })

  it('a race ends as it is recorded', async () => {
    const body = async () => {
      const winner = await Promise.race([fetchUser(1).then(() => 'fetched'), sleep(1_000).then(() => 'slept')])
      await mail(winner)
      return winner
    }
    const run = await begun(body)
    run.end('fetchUser#1', { name: 'Ana' })
    run.now += 1_000
    run.send({ type: 'timer_fired', timer_id: 'wait:sleep#2:1:1' })
    run.crash()
    await run.deliver()
    expect(run.plan()).toMatchObject([{ step: 'mail#3', with: ['fetched'] }])
  })
})

describe('code 1: a history that the code does not follow', () => {
  const recorded = async () => {
    const { name } = await fetchUser(1)
    await sleep(1_000)
    return name
  }
  const others: readonly (readonly [name: string, body: WorkflowBody, message: string])[] = [
    [
      'a renamed activity',
      async () => {
        await pay(1)
      },
      'command 1: history has activity fetchUser, code asks for activity pay',
    ],
    [
      'an activity and a timer swapped',
      async () => {
        await sleep(1_000)
        await fetchUser(1)
      },
      'command 1: history has activity fetchUser, code asks for sleep 1000 ms',
    ],
    [
      'another duration',
      async () => {
        await fetchUser(1)
        await sleep(2_000)
      },
      'command 2: history has sleep 1000 ms, code asks for sleep 2000 ms',
    ],
    [
      'a removed command',
      async () => {
        await sleep(1_000)
      },
      'command 1: history has activity fetchUser, code asks for sleep 1000 ms',
    ],
    [
      'an added command',
      async () => {
        await Promise.all([fetchUser(1), mail('x')])
        await sleep(1_000)
      },
      'command 2: history has sleep 1000 ms, code asks for activity mail',
    ],
    [
      'a left-over command, of a body that returns',
      async () => {
        await fetchUser(1)
      },
      'command 2: history has sleep 1000 ms, the code returns before it',
    ],
    [
      'a left-over command, of a body that blocks',
      async () => {
        await fetchUser(1)
        await condition(() => false)
      },
      'command 2: history has sleep 1000 ms, the code asks for nothing',
    ],
    [
      'a body that asks for nothing at all',
      async () => {
        await condition(() => false)
      },
      'command 1: history has activity fetchUser, the code asks for nothing',
    ],
  ]

  it.each(others)('%s', async (_, body, message) => {
    const run = await begun(recorded)
    await run.complete('fetchUser#1', { name: 'Ana' })
    run.replaceCode(workflow(body))
    await run.fire('sleep#2')
    expect(runError(run.state)).toMatchObject({ code: DETERMINISM_VIOLATION, message })
    expect(run.state.outcome?.status).toBe('FAILED')
  })

  it('a command at a place where the history has none', async () => {
    const run = await begun(async () => {
      await condition(() => false)
    })
    run.replaceCode(
      workflow(async () => {
        await fetchUser(1)
      }),
    )
    await run.signal('x')
    expect(runError(run.state)?.message).toBe('command 1: history has nothing, code asks for activity fetchUser')
  })

  it('other arguments are none', async () => {
    const run = await begun(async () => {
      await fetchUser(1)
      await sleep(1)
    })
    await run.complete('fetchUser#1', { name: 'Ana' })
    run.replaceCode(
      workflow(async () => {
        await fetchUser(2)
        await sleep(1)
        return 'fine'
      }),
    )
    await run.fire('sleep#2')
    expect(run.state.outcome?.output).toBe('fine')
  })

  it('a retry after the code is mended goes on from the same log', async () => {
    const run = await begun(recorded)
    await run.complete('fetchUser#1', { name: 'Ana' })
    run.replaceCode(workflow(async () => await pay(1)))
    await run.fire('sleep#2')
    run.replaceCode(workflow(recorded))
    run.send({ type: 'retry', actor: { id: 'ana' } })
    await run.deliver()
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: 'Ana' })
  })

  it('a retry of a failed activity gives the body its new result in the place of the failure', async () => {
    const run = await begun(async () => {
      const all = await Promise.all([pay(1), pay(2)])
      return all.join()
    })
    run.end('pay#1', 'one')
    await run.complete('pay#2', new Error('broke'))
    expect(run.state.outcome?.status).toBe('FAILED')
    run.send({ type: 'retry', actor: { id: 'ana' } })
    await run.deliver()
    await run.complete('pay#2', 'two')
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: 'one,two' })
  })
})

describe('patched', () => {
  const old = async () => {
    await fetchUser(1)
    await sleep(1)
    return 'old'
  }
  const changed = async () => {
    await fetchUser(1)
    if (patched('new-mail')) await mail('x')
    await sleep(1)
    return 'new'
  }

  it('is false where the history is older than the change', async () => {
    const run = await begun(old)
    await run.complete('fetchUser#1', { name: 'Ana' })
    run.replaceCode(workflow(changed))
    await run.fire('sleep#2')
    expect(run.state.outcome?.output).toBe('new')
    expect(run.history.map(({ type }) => type)).not.toContain('workflow.code.patched')
  })

  it('is true for new commands, and in each replay of these', async () => {
    const run = await begun(changed, { isSticky: () => false })
    await run.complete('fetchUser#1', { name: 'Ana' })
    await run.complete('mail#2')
    await run.fire('sleep#3')
    expect(run.history.filter(({ type }) => type === 'workflow.code.patched')).toHaveLength(1)
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })
})

const onMessage = defineSignal<[string]>('on_message')
const status = defineQuery<{ received: number }>('status')
const replace = defineUpdate<number, [string[]]>('replace_messages')

/** The first sample of PostGrip's documentation, line by line. */
const messages = async (first: string) => {
  const messages: string[] = [first]
  setHandler(onMessage, (text) => {
    messages.push(text)
  })
  setHandler(status, () => ({ received: messages.length }))
  setHandler(replace, {
    validate: (list) => {
      if (list.length === 0) throw new ApplicationFailure('It is empty.', { type: 'Empty' })
    },
    handle: (list) => {
      messages.splice(0, messages.length, ...list)
      return messages.length
    },
  })
  await condition(() => messages.length >= 4)
  return messages
}

describe('code 3: messages, as the samples have them', () => {
  const input = { args: ['first'] }

  it('three signals, a query and an update', async () => {
    const run = await begun(messages, { input })
    expect(run.query('status')).toEqual({ result: { received: 1 } })
    await run.signal('on_message', ['a'])
    await run.signal('on_message', ['b'])
    expect(run.query('status')).toEqual({ result: { received: 3 } })
    await run.update('replace_messages', 'u1', [['x', 'y']])
    const completed = run.history.find(({ type }) => type === 'workflow.update.completed')
    expect(completed?.payload).toEqual({ update_id: 'u1', result: 2 })
    await run.signal('on_message', ['c'])
    run.crash()
    await run.signal('on_message', ['d'])
    expect(run.state.outcome?.output).toEqual(['x', 'y', 'c', 'd'])
  })

  it('code 6: a refused update changes nothing', async () => {
    const run = await begun(messages, { input })
    await run.update('replace_messages', 'u1', [[]])
    const rejected = run.history.find(({ type }) => type === 'workflow.update.rejected')
    expect(rejected?.payload).toEqual({ update_id: 'u1', error: { code: 'Empty', message: 'It is empty.' } })
    expect(run.query('status')).toEqual({ result: { received: 1 } })
  })

  it('code 6: signals before the handler are given to it in order, and a burst of 1,000 arrives once each', async () => {
    const run = await begun(async () => {
      await sleep(1)
      const seen: number[] = []
      setHandler(defineSignal<[number]>('count'), (n) => {
        seen.push(n)
      })
      await condition(() => seen.length >= 1_002)
      return seen
    })
    await run.signal('count', [0])
    await run.signal('count', [1])
    await run.fire('sleep#1')
    for (let n = 2; n < 1_002; n += 1)
      run.send({ type: 'signal', actor: { id: 'a' }, signal_name: 'count', payload: [n] })
    await run.deliver()
    expect(run.state.outcome?.output).toEqual(Array.from({ length: 1_002 }, (_, n) => n))
  })

  it('code 6: a query that schedules is refused, and one without a handler is not answered', async () => {
    const run = await begun(async () => {
      setHandler(defineQuery('bad'), () => sleep(1))
      await condition(() => false)
    })
    expect(run.query('bad')).toMatchObject({ failure: { type: 'QUERY_MUST_NOT_SCHEDULE' } })
    expect(run.query('other')).toBeNull()
    expect((await run.coldAnswer()).commands).toEqual([])
  })

  it('code 6: an update that calls an activity is replayed in its place', async () => {
    const body = async () => {
      let total = 0
      setHandler(defineUpdate<number, [number]>('add'), async (n) => {
        await pay(n)
        total += n
        return total
      })
      await condition(() => total >= 3)
      await mail('done')
      return total
    }
    const run = await begun(body, { isSticky: () => false })
    await run.update('add', 'u1', [1])
    await run.update('add', 'u2', [2])
    await run.complete('pay#2')
    await run.complete('pay#1')
    const results = run.history.flatMap((event) => (event.type === 'workflow.update.completed' ? [event.payload] : []))
    expect(results).toEqual([
      { update_id: 'u2', result: 2 },
      { update_id: 'u1', result: 3 },
    ])
    await run.complete('mail#3')
    expect(run.state.outcome?.output).toBe(3)
  })

  it('a handler that throws fails the run', async () => {
    const run = await begun(async () => {
      setHandler(onMessage, () => {
        throw new ApplicationFailure('bad', { type: 'Bad' })
      })
      await condition(() => false)
    })
    await run.signal('on_message', ['a'])
    expect(runError(run.state)?.code).toBe('Bad')
  })
})

describe('a condition', () => {
  it('with a time limit is false when the time is over, and takes its timer back when it is true', async () => {
    const body = async () => {
      let is = false
      setHandler(defineSignal('go'), () => {
        is = true
      })
      const met = await condition(() => is, 5_000)
      await mail(String(met))
      return met
    }
    const late = await begun(body)
    await late.fire('condition#1')
    expect(late.plan()).toMatchObject([{ step: 'mail#2', with: ['false'] }])
    const met = await begun(body, { isSticky: () => false })
    await met.signal('go')
    expect(met.plan()).toMatchObject([{ step: 'mail#2', with: ['true'] }])
    await met.complete('mail#2')
    expect(met.state.outcome?.output).toBe(true)
  })
})

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

it('a milestone is recorded in its place', async () => {
  const run = await begun(async () => {
    milestone('half', { done: 1 })
    await sleep(1)
  })
  run.crash()
  await run.fire('sleep#2')
  expect(run.history.find(({ type }) => type === 'workflow.node.milestone')).toMatchObject({
    step: 'milestone:half#1',
    payload: { details: { done: 1 } },
  })
  expect(run.state.outcome?.status).toBe('COMPLETED')
})

it('outside of a body the functions say where they belong', () => {
  expect(() => now()).toThrow('Call this within the body of a workflow')
})
