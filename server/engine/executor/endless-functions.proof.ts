import { afterEach, describe, expect, it } from 'vitest'
import { createExecutorUnderTest, hasty } from './testing/executor-under-test.ts'
import { keepBusy } from './testing/keep-busy.ts'
import { tuning } from './tuning.ts'

describe('the executor of functions', () => {
  const { open, call, close, lines } = createExecutorUnderTest()
  afterEach(close)

  it('ends an endless loop without harm to the others, and quarantines it at its third interruption', async () => {
    open(hasty)
    await call('steps.add_one')
    const looping = call('steps.loop_forever')
    const others = Array.from({ length: 20 }, () => call('steps.add_one'))
    expect(await Promise.all(others)).toEqual(others.map(() => ({ kind: 'completed', output: { n: 1 } })))
    expect(await looping).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'STEP_QUARANTINED' } })
  })

  it('delays only the calls behind them when there are as many endless steps at once as threads', async () => {
    open({ threads: 1, blockedMs: { shared: 500, alone: 300 } })
    const endless = Array.from({ length: 2 + tuning.spareThreads }, () => call('steps.loop_forever'))
    const behind = Array.from({ length: 5 }, () => call('steps.add_one'))
    expect((await Promise.all(behind)).map(({ kind }) => kind)).toEqual(behind.map(() => 'completed'))
    for (const outcome of await Promise.all(endless)) {
      expect(outcome).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    }
  })

  it('lets a long computation end beside others that have work, however little of the processor it gets meanwhile', async () => {
    open({ threads: 2, blockedMs: { shared: 60_000, alone: 60_000 } })
    await Promise.all([call('steps.slowly'), call('steps.slowly')])
    lines.length = 0
    let ended = false
    const computing = call('steps.compute', { state: { ms: 600 } }).finally(() => {
      ended = true
    })
    const idle = keepBusy()
    while (!ended) await call('steps.slowly', { state: { ms: 5 } })
    idle()
    expect(await computing).toMatchObject({ kind: 'completed', output: { computedMs: 600 } })
    expect(lines).toEqual([])
  })
})
