import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { transition } from '../../transition.ts'
import { noAttempt } from '../secrets/function-secrets.ts'
import { createAttempts } from '../testing/attempts.ts'
import { functionsFolders } from '../testing/executor-under-test.ts'
import { keepBusy } from '../testing/keep-busy.ts'
import { FunctionHost, type HostEvents } from './function-host.ts'
import { type HostState, hostTransitions } from './host-state.ts'
import { tookMemory } from './memory-bound.ts'

const call = { step: 'Step', with: {}, input: {}, state: {}, key: 'key' }

const noEvents: HostEvents = {
  onMessage: () => undefined,
  onSecret: () => Promise.resolve(noAttempt),
  onDeath: () => undefined,
}

const open = (events: HostEvents = noEvents) =>
  new FunctionHost(events, {
    functionsFolders,
    lowPriority: false,
    monotonic: () => performance.now(),
  })

const enters = (host: FunctionHost, state: HostState) => expect.poll(() => host.state, { interval: 5 }).toBe(state)

/** A host in the middle of a call that does not return until `release`. */
async function openBlocked(events?: HostEvents) {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-host-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const host = open(events)
  await enters(host, 'answering')
  const state = { until: join(folder, 'now') }
  void createAttempts().make(host, { ...call, id: 'blocks', function: 'steps.block', state })
  await expect.poll(() => host.lookAtCall().lastedMs, { interval: 5 }).toBeGreaterThan(0)
  return { host, release: () => writeFile(state.until, '') }
}

describe('a function thread', () => {
  it.each([
    ['throw_answer', '400'],
    ['throw_unreadable', "Cannot perform 'getPrototypeOf' on a proxy that has been revoked"],
  ])('ends a call as failed that does %s, whatever it threw', async (name, message) => {
    const attempts = createAttempts()
    const host = open({
      ...noEvents,
      onMessage(request, said) {
        if (request && 'outcome' in said) attempts.onOutcome(request.id, said.outcome)
      },
    })
    const outcome = await attempts.make(host, { ...call, function: `steps.${name}` })
    expect(outcome).toMatchObject({ kind: 'failed', retryable: true, error: { message } })
    await host.close()
  })

  it('is not blamed for the time for which it was stopped', async () => {
    const host = open()
    void createAttempts().make(host, { ...call, function: 'steps.loop_forever' })
    // From the second look on the host says how long the call has lasted.
    await expect.poll(() => host.lookAtCall().lastedMs, { interval: 5 }).toBeGreaterThan(0)
    const [startedAt, { lastedMs: before }] = [performance.now(), host.lookAtCall()]
    const idle = keepBusy()
    host.setThrottle('spins')
    const stoppedMs = () => performance.now() - startedAt - (host.lookAtCall().lastedMs - before)
    await expect.poll(stoppedMs, { interval: 5 }).toBeGreaterThan(300)
    idle()
    await host.close()
  })

  it.each([
    ['for the buffers that are held in it, also between turns, in which it answers', 'eat_buffers_in_turns', 'buffers'],
    ['for what fills its heap', 'eat_memory', 'heap'],
  ] as const)('is ended %s', async (_, name, bound) => {
    let death: readonly unknown[] = []
    const host = open({
      ...noEvents,
      onDeath(culprits, bystanders, reason) {
        death = [culprits.map((request) => request.function), bystanders.length, reason]
      },
    })
    void createAttempts().make(host, { ...call, function: `steps.${name}` })
    const probed = () => {
      host.probe()
      return death
    }
    await expect.poll(probed).toEqual([[`steps.${name}`], 0, tookMemory[bound]])
  })
})

describe('the state of a function host', () => {
  it('is "loading" until the first message, "answering" after it, and "ended" after "closing"', async () => {
    const host = open()
    expect([host.state, host.isAvailable, host.isAnswering]).toEqual(['loading', true, true])
    await enters(host, 'answering')
    expect([host.isAvailable, host.canWithdraw]).toEqual([true, true])
    const closed = host.close()
    expect([host.state, host.isAvailable, host.canWithdraw]).toEqual(['closing', false, false])
    await closed
    await enters(host, 'ended')
  })

  it('is "unresponsive" from the withdrawal of attempts to the next message', async () => {
    const { host, release } = await openBlocked()
    void createAttempts().make(host, { ...call, id: 'behind', function: 'steps.add_one' })
    expect(host.withdraw().map(({ id }) => id)).toEqual(['behind'])
    expect([host.state, host.isAvailable, host.isAnswering, host.canWithdraw]).toEqual([
      'unresponsive',
      false,
      false,
      false,
    ])
    await release()
    await enters(host, 'answering')
    await host.close()
  })

  it.runIf(process.platform === 'linux')(
    'is "yielding" at idle priority, and "draining" for good after that',
    async () => {
      const { host, release } = await openBlocked()
      host.withdraw()
      host.yieldToAll()
      expect([host.state, host.isAvailable, host.isAnswering]).toEqual(['yielding', false, false])
      await release()
      await enters(host, 'draining')
      expect([host.isAvailable, host.isAnswering, host.canWithdraw]).toEqual([false, true, true])
      host.yieldToAll()
      expect(host.state).toBe('draining')
      host.withdraw()
      expect(host.state).toBe('yielding')
      await host.close()
    },
  )

  it('is "ending" from the request to the death of the thread, withdraws once more, and takes a second request for none', async () => {
    const deaths: string[] = []
    const { host } = await openBlocked({
      ...noEvents,
      onDeath: (_culprits, _bystanders, reason) => deaths.push(reason),
    })
    host.terminate('first')
    expect([host.state, host.isAvailable, host.isAnswering, host.canWithdraw]).toEqual(['ending', false, false, true])
    host.withdraw()
    expect([host.state, host.canWithdraw]).toEqual(['ending', false])
    host.terminate('second')
    host.yieldToAll()
    await enters(host, 'ended')
    expect(deaths).toEqual(['first'])
    await host.close()
    host.terminate('third')
    expect(host.state).toBe('ended')
  })

  it('takes no transition that is not named', () => {
    const impossible: readonly (readonly [HostState, HostState])[] = [
      ['answering', 'draining'],
      ['draining', 'answering'],
      ['ending', 'answering'],
      ['closing', 'ending'],
      ['ended', 'closing'],
    ]
    for (const [from, to] of impossible) {
      expect(() => transition('function host', hostTransitions, from, to)).toThrow(`"${from}" cannot become "${to}"`)
    }
  })
})
