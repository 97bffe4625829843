import { expect, it } from 'vitest'
import type { OwnerSecrets, SecretSource } from '../../../secrets.ts'
import type { FunctionRequest } from '../../ports.ts'
import type { FromHost } from '../threads/messages.ts'
import { tuning } from '../tuning.ts'
import { createMessageRedaction } from './message-redaction.ts'

const secrets = { values: [['KEY', 'Canary-4f9c-value']] } as unknown as OwnerSecrets

/** A source whose secrets are read when the test says so. */
function lateSource() {
  const { promise, resolve } = Promise.withResolvers<OwnerSecrets>()
  const source: SecretSource = { fresh: () => promise, known: () => null, all: () => [] }
  return {
    source,
    async read() {
      resolve(secrets)
      await promise
    },
  }
}

const requestOf = (id: string) => ({ id, ownerId: 'alpha' }) as FunctionRequest

it('keeps messages until the secrets are read, the newest progress of each attempt, and only so many log lines', async () => {
  const { source, read } = lateSource()
  const logged: string[] = []
  const delivered: FromHost[] = []
  const redaction = createMessageRedaction(source, (line) => logged.push(line))
  const pass = (id: string, message: FromHost) => redaction.pass(requestOf(id), message, (each) => delivered.push(each))
  for (let line = 0; line < tuning.linesAwaitingSecrets + 7; line += 1) pass('one', { slot: 1, log: `line ${line}` })
  for (const note of ['first', 'second', 'has Canary-4f9c-value']) pass('one', { slot: 1, progress: { note } })
  pass('two', { slot: 2, progress: { note: 'of another' } })
  pass('gone', { slot: 3, log: 'of a cancelled attempt' })
  pass('one', { slot: 1, outcome: { kind: 'completed', output: 'Canary-4f9c-value' } })
  redaction.drop('gone')
  expect(delivered).toEqual([])
  await read()
  expect(delivered.slice(0, tuning.linesAwaitingSecrets)).toEqual(
    Array.from({ length: tuning.linesAwaitingSecrets }, (_, line) => ({ slot: 1, log: `line ${line}` })),
  )
  expect(delivered.slice(tuning.linesAwaitingSecrets)).toEqual([
    { slot: 1, progress: { note: 'has [secret KEY]' } },
    { slot: 2, progress: { note: 'of another' } },
    { slot: 1, outcome: { kind: 'completed', output: '[secret KEY]' } },
  ])
  expect(logged).toEqual(['8 log lines of functions were dropped while the secrets of alpha could not be read'])
})
