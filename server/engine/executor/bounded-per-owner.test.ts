import { expect, it } from 'vitest'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { Executor, ScriptRequest } from '../ports.ts'
import { boundedPerOwner } from './bounded-per-owner.ts'

const done: AttemptOutcome = { kind: 'completed', output: null }
const failed: AttemptOutcome = { kind: 'failed', error: { code: 'X', message: 'x' }, retryable: true }

/** An executor whose attempts end when the test says so. */
function bounded(most: number) {
  const under: string[] = []
  const told: string[] = []
  let tell: (id: string, outcome: AttemptOutcome) => void = () => undefined
  const inner: Executor<ScriptRequest> = {
    start: ({ id }) => void under.push(id),
    cancel: (id) => void under.splice(0, under.length, ...under.filter((other) => other !== id)),
    close: async () => void under.splice(0),
  }
  const events = { onOutcome: (id: string) => void told.push(id), onProgress: () => undefined }
  const executor = boundedPerOwner<ScriptRequest>(most, events, ({ onOutcome }) => {
    tell = onOutcome
    return inner
  })
  return {
    executor,
    under,
    told,
    start: (...ids: string[]) => {
      for (const id of ids) executor.start({ id, ownerId: id.slice(0, 1) } as ScriptRequest)
    },
    end: (id: string, outcome = done) => {
      under.splice(under.indexOf(id), 1)
      tell(id, outcome)
    },
  }
}

it('access 19: an owner has a bounded number of steps under way, and another owner never waits for them (ASVS 2.4.1, 15.2.2)', () => {
  const { under, start, end, told } = bounded(2)
  start('a1', 'a2', 'a3', 'a4', 'b1')
  expect(under).toEqual(['a1', 'a2', 'b1'])
  end('a2', failed)
  expect(under).toEqual(['a1', 'b1', 'a3'])
  end('b1')
  expect(under).toEqual(['a1', 'a3'])
  end('a1')
  end('a3')
  end('a4')
  start('a5')
  expect(under).toEqual(['a5'])
  expect(told).toEqual(['a2', 'b1', 'a1', 'a3', 'a4'])
})

it('cancels steps under way, which makes room, and those that wait', () => {
  const { executor, under, start, end } = bounded(1)
  start('a1', 'a2', 'a3')
  executor.cancel('a2')
  expect(under).toEqual(['a1'])
  executor.cancel('a1')
  expect(under).toEqual(['a3'])
  executor.cancel('unknown')
  end('a3')
  expect(under).toEqual([])
})

it('starts nothing more once it is closed', async () => {
  const { executor, under, start } = bounded(1)
  start('a1', 'a2')
  await executor.close()
  executor.cancel('a1')
  expect(under).toEqual([])
})
