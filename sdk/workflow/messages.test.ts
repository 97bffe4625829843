import { describe, expect, it } from 'vitest'
import { runError } from '#core/run/views/status.ts'
import { ApplicationFailure, condition, defineQuery, defineSignal, defineUpdate, setHandler, sleep } from './index.ts'
import { begun, mail, pay } from './testing/begun-body.ts'

const onMessage = defineSignal<[string]>('on_message')
const status = defineQuery<{ received: number }>('status')
const replace = defineUpdate<number, [string[]]>('replace_messages')

/** The scenario of the first sample of the seed: messages by signal, query and update, until there are four. */
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
