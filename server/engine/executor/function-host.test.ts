import { describe, expect, it } from 'vitest'
import { createFunctionHost, type HostEvents } from './function-host.ts'
import { tookMemory } from './memory-bound.ts'
import { createAttempts } from './testing/attempts.ts'
import { functionsFolders } from './testing/executor-under-test.ts'
import { keepBusy } from './testing/keep-busy.ts'

const asked = { step: 'Step', with: {}, input: {}, state: {}, key: 'key' }

const secrets = { values: {}, refused: {} }

describe('a function thread', () => {
  it.each([
    ['throw_answer', '400'],
    ['throw_unreadable', "Cannot perform 'getPrototypeOf' on a proxy that has been revoked"],
  ])('ends a call as failed that does %s, whatever it threw', async (name, message) => {
    const attempts = createAttempts()
    const events = {
      onMessage: (...[request, said]: Parameters<HostEvents['onMessage']>) => {
        if (request && 'outcome' in said) attempts.onOutcome(request.id, said.outcome)
      },
      onDeath: () => undefined,
    }
    const host = createFunctionHost(functionsFolders, events, () => performance.now(), { secrets, yielding: false })
    const outcome = await attempts.make(host, { ...asked, function: `steps.${name}` })
    expect(outcome).toMatchObject({ kind: 'failed', retryable: true, error: { message } })
    await host.close()
  })

  it('is not blamed for the time for which it was stopped', async () => {
    const events = { onMessage: () => undefined, onDeath: () => undefined }
    const host = createFunctionHost(functionsFolders, events, () => performance.now(), { secrets, yielding: false })
    void createAttempts().make(host, { ...asked, function: 'steps.loop_forever' })
    // Asked for a second time it says how long the call has lasted.
    await expect.poll(() => host.look().lastedMs, { interval: 5 }).toBeGreaterThan(0)
    const [startedAt, { lastedMs: before }] = [performance.now(), host.look()]
    const idle = keepBusy()
    host.setHeld('spins')
    const stoppedMs = () => performance.now() - startedAt - (host.look().lastedMs - before)
    await expect.poll(stoppedMs, { interval: 5 }).toBeGreaterThan(300)
    idle()
    await host.close()
  })

  it.each([
    ['for the buffers that are held in it, also between turns, in which it answers', 'eat_buffers_in_turns', 'buffers'],
    ['for what fills its heap', 'eat_memory', 'heap'],
  ] as const)('is ended %s', async (_, name, bound) => {
    let death: readonly unknown[] = []
    const onDeath: HostEvents['onDeath'] = (suspects, innocent, reason) => {
      death = [suspects.map((request) => request.function), innocent.length, reason]
    }
    const events = { onMessage: () => undefined, onDeath }
    const host = createFunctionHost(functionsFolders, events, () => performance.now(), { secrets, yielding: false })
    void createAttempts().make(host, { ...asked, function: `steps.${name}` })
    const looked = () => {
      host.probe()
      return death
    }
    await expect.poll(looked).toEqual([[`steps.${name}`], 0, tookMemory[bound]])
  })
})
