import { describe, expect, it } from 'vitest'
import { runError } from '#core/run/views/status.ts'
import {
  ApplicationFailure,
  approval,
  condition,
  defineSignal,
  defineWorkflow,
  executeChild,
  milestone,
  now,
  random,
  setHandler,
  sleep,
  startChild,
  uuid,
  workflowInfo,
} from './index.ts'
import { begun, fetchUser, mail, pay } from './testing/begun-body.ts'

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
