import { expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import type { Reads } from '../../reads.ts'
import type { Stores } from '../../stores.ts'
import { reading } from './reading.ts'

const primary = { name: 'primary' } as unknown as Stores
const replica = { name: 'replica' } as unknown as Stores

/** Where a read that fails at the replica with this error was made, and whether the replica was left out. */
async function readsAfter(error: Error): Promise<{ readonly asked: readonly Stores[]; readonly leftOut: boolean }> {
  const asked: Stores[] = []
  let leftOut = false
  const reads = {
    storesFor: async () => replica,
    leaveOut: () => {
      leftOut = true
    },
  } as unknown as Reads
  await reading({ stores: primary, reads, writtenAt: null, actor: localActor }, async (stores) => {
    asked.push(stores)
    if (stores === replica) throw error
  }).catch((thrown: unknown) => expect(thrown).toBe(error))
  return { asked, leftOut }
}

const sqlError = (code: string) => Object.assign(new Error('failed'), { code })

it.each([
  sqlError('40001'),
  sqlError('57P01'),
  sqlError('08006'),
  sqlError('53300'),
  sqlError('ECONNREFUSED'),
  new Error('Connection terminated unexpectedly'),
])('a read that fails because of the replica is made at the primary: $code $message', async (error) => {
  expect(await readsAfter(error)).toEqual({ asked: [replica, primary], leftOut: true })
})

it.each([sqlError('57014'), sqlError('42703'), new TypeError('undefined is not a function')])(
  'a read that would fail at the primary as well is made once, and the replica stays: $code $message',
  async (error) => {
    expect(await readsAfter(error)).toEqual({ asked: [replica], leftOut: false })
  },
)
