import { describe, expect, it, onTestFinished } from 'vitest'
import { transition } from '../../transition.ts'
import { noAttempt } from '../secrets/function-secrets.ts'
import { functionsFolders } from '../testing/executor-under-test.ts'
import {
  IsolatedProcess,
  type IsolatedProcessState,
  isolatedProcessTransitions,
  type Lost,
} from './isolated-process.ts'
import { type ProcessRole, roleTransitions } from './quarantine.ts'

function open(folders = functionsFolders) {
  const gone = Promise.withResolvers<Lost>()
  const isolated = new IsolatedProcess(
    { functionsFolders: folders, blockedMs: { shared: 1_000, alone: 1_000 } },
    {
      onMessage: () => undefined,
      onSecret: () => Promise.resolve(noAttempt),
      onDraining: () => undefined,
      onGone: gone.resolve,
    },
  )
  onTestFinished(() => isolated.kill())
  return { isolated, gone: gone.promise }
}

describe('the state of an isolated process', () => {
  it('is "loading" until its thread is up, then "serving", and "ended" for good', async () => {
    const { isolated, gone } = open()
    expect(isolated.state).toBe('loading')
    await expect.poll(() => isolated.state).toBe('serving')
    await isolated.kill()
    expect(await gone).toMatchObject({ wasUp: true, left: [] })
    expect(isolated.state).toBe('ended')
    await isolated.kill()
  })

  it('is "ended" without a suspicion against any attempt where the thread was never up', async () => {
    const { isolated, gone } = open()
    await isolated.kill()
    expect(await gone).toMatchObject({ wasUp: false, called: null })
    expect(isolated.state).toBe('ended')
  })

  it('takes no transition that is not named', () => {
    const states: readonly (readonly [IsolatedProcessState, IsolatedProcessState])[] = [
      ['serving', 'loading'],
      ['ended', 'serving'],
    ]
    for (const [from, to] of states) {
      expect(() => transition('isolated process', isolatedProcessTransitions, from, to)).toThrow('cannot become')
    }
    const roles: readonly (readonly [ProcessRole, ProcessRole])[] = [
      ['draining', 'shared'],
      ['exclusive', 'shared'],
      ['ending', 'group'],
    ]
    for (const [from, to] of roles) {
      expect(() => transition('process of the quarantine', roleTransitions, from, to)).toThrow('cannot become')
    }
  })
})
