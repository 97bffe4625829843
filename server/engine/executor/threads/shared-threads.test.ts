import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Json } from '#core/json.ts'
import { transition } from '../../transition.ts'
import { noAttempt } from '../secrets/function-secrets.ts'
import { createAttempts } from '../testing/attempts.ts'
import { functionsFolders } from '../testing/executor-under-test.ts'
import { tuning } from '../tuning.ts'
import { FunctionHost } from './function-host.ts'
import { SharedThreads, type SharedThreadsMode, sharedThreadsTransitions } from './shared-threads.ts'

const call = { step: 'Step', with: {}, input: {}, key: 'key' }

function open() {
  const attempts = createAttempts()
  const hosts: FunctionHost[] = []
  const threads: SharedThreads = new SharedThreads({
    threads: 1,
    blockedMs: 3_600_000,
    spareIdleMs: 3_600_000,
    monotonic: () => performance.now(),
    isLazy: true,
    startHost() {
      const host = new FunctionHost(
        {
          onMessage(request, message) {
            if (request && 'outcome' in message) attempts.onOutcome(request.id, message.outcome)
            threads.noteMessage()
          },
          onSecret: () => Promise.resolve(noAttempt),
          onDeath: () => undefined,
        },
        {
          functionsFolders,
          lowPriority: false,
          monotonic: () => performance.now(),
        },
      )
      hosts.push(host)
      return host
    },
  })
  onTestFinished(() => threads.close())
  const make = (name: string, state: Json = {}, id?: string) =>
    attempts.make(threads, { ...call, function: name, state, ...(id !== undefined && { id }) })
  return { threads, hosts, make }
}

const enters = (threads: SharedThreads, mode: SharedThreadsMode) =>
  expect.poll(() => threads.mode, { interval: 5 }).toBe(mode)

it('shared threads are "resting", "watching" while attempts are under way, and "closed"', async () => {
  const { threads, hosts, make } = open()
  expect([threads.mode, hosts.length]).toEqual(['resting', 0])
  const outcome = make('steps.add_one')
  expect([threads.mode, hosts.length]).toEqual(['watching', 1])
  expect(await outcome).toMatchObject({ kind: 'completed' })
  await enters(threads, 'resting')
  await threads.close()
  expect(threads.mode).toBe('closed')
  void make('steps.add_one')
  threads.check(false)
  expect([threads.mode, threads.waiting]).toEqual(['closed', 0])
})

it('shared threads are "saturated" while no thread is available, until one answers or no attempt waits', async () => {
  const { threads, hosts, make } = open()
  const folder = await mkdtemp(join(tmpdir(), 'heddle-saturated-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const state = { until: join(folder, 'now') }
  const blocking: Promise<unknown>[] = []
  for (let count = 0; count < 1 + tuning.spareThreads; count += 1) {
    blocking.push(make('steps.block', state))
    await expect
      .poll(() => hosts.map((host) => host.state), { interval: 5 })
      .toEqual(Array.from({ length: count + 1 }, () => 'unresponsive'))
  }
  void make('steps.add_one', {}, 'behind')
  expect([threads.mode, threads.waiting]).toEqual(['saturated', 1])
  threads.cancel('behind')
  expect(threads.mode).toBe('watching')
  const last = make('steps.add_one')
  expect(threads.mode).toBe('saturated')
  await writeFile(state.until, '')
  expect(await last).toMatchObject({ kind: 'completed' })
  await Promise.all(blocking)
  await enters(threads, 'resting')
})

it('shared threads take no transition that is not named', () => {
  const impossible: readonly (readonly [SharedThreadsMode, SharedThreadsMode])[] = [
    ['resting', 'saturated'],
    ['saturated', 'resting'],
    ['closed', 'watching'],
  ]
  for (const [from, to] of impossible) {
    expect(() => transition('shared threads', sharedThreadsTransitions, from, to)).toThrow('cannot become')
  }
})
