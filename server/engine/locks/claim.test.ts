import { describe, expect, it } from 'vitest'
import type { Connection, Statement } from '../store/connection/connection.ts'
import { passLocks } from './claim.ts'

const request = {
  ownerId: 'o',
  runId: 'r1',
  rootRunId: 'r1',
  request: 7,
  resources: ['a:1'],
  shared: [],
  slot: null,
  position: 1,
  requestedAt: 1,
  tries: 0,
  blockedBy: null,
  reserved: false,
}

/** A connection that is lost, and opened again, while the named statement is answered. */
function connectionLostAt(lostAt: string) {
  const sent: string[] = []
  let session = 1
  const rowsOf: { readonly [name: string]: readonly object[] } = {
    'locks-named': [request],
    'locks-waiting': [request],
    'locks-now': [{ now: 1 }],
    'locks-grant': [{ runId: 'r1', resource: 'a:1', token: 1 }],
  }
  const connection = {
    session: () => session,
    renew: () => undefined,
    async query({ name, text }: Statement) {
      sent.push(name ?? text)
      if (name === lostAt) session += 1
      return { rows: rowsOf[name ?? ''] ?? [] }
    },
  } as unknown as Connection
  return { connection, sent }
}

const hint = { runIds: ['r1'], released: [], scan: false }

describe('a pass whose connection is lost', () => {
  it('grants and tells in one transaction where the connection stays', async () => {
    const { connection, sent } = connectionLostAt('never')
    expect(await passLocks(connection, hint)).toMatchObject({ granted: 1, notified: ['r1'] })
    expect([sent[0], sent.at(-1)]).toEqual(['begin', 'commit'])
  })

  it.each(['locks-named', 'locks-first-use', 'locks-lock', 'locks-held', 'locks-waiting', 'locks-grant'])(
    'envelope 14: sends nothing more of it on the next connection after %s',
    async (lostAt) => {
      const { connection, sent } = connectionLostAt(lostAt)
      await expect(passLocks(connection, hint)).rejects.toThrow('The connection was lost')
      expect(sent.slice(sent.indexOf(lostAt) + 1)).toEqual(['rollback'])
    },
  )
})
