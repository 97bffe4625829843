import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Actor, localPerson } from '#server/access/actor.ts'
import type { Role } from '#server/access/roles.ts'
import { ApiError } from '../../api-error.ts'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase } from '../../db/testing/test-database.ts'
import type { Accounts, Login } from '../accounts.ts'

export interface TestMembers {
  readonly pool: Pool
  readonly accounts: Accounts
  /** The sessions that were revoked, as `user in owner`. */
  readonly revoked: string[]
  /** The owner of each session that has chosen one. */
  readonly chosen: Map<string, string | null>
  /** The owner that new sessions of an account begin in. */
  readonly kept: Map<string, string>
  /** The accounts that log in with a second factor. */
  readonly secondFactors: Set<string>
  readonly installationAdmins: Set<string>
  addOwner(id: string): Promise<void>
  /** A member with an account of the same name; returns the actor of its requests. */
  addMember(ownerId: string, id: string, roles: readonly Role[]): Promise<Actor>
  /** Actions of the audit of an owner, each with its outcome, oldest first. */
  auditOf(ownerId: string): Promise<readonly string[]>
  stop(): Promise<void>
}

export const loginOf = (id: string, more: Partial<Login> = {}): Login => ({
  userId: `u-${id}`,
  sessionId: `s-${id}`,
  name: id,
  email: `${id}@example.com`,
  isEmailProven: true,
  boundOwner: null,
  ...more,
})

/** A database with owners and members, and accounts in a table of the test. */
export async function startTestMembers(): Promise<TestMembers> {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 5)
  await pool.query('create table test_account (user_id text primary key, email text unique, name text)')
  const revoked: string[] = []
  const chosen = new Map<string, string | null>()
  const kept = new Map<string, string>()
  const secondFactors = new Set<string>()
  const installationAdmins = new Set<string>()
  const accounts: Accounts = {
    pool,
    async create(client, { email, name, password }) {
      if (password.length < 12) throw new ApiError('INVALID_INPUT', 'Too short.', 'password')
      const userId = randomUUID()
      const { rowCount } = await client.query('insert into test_account values ($1, $2, $3) on conflict do nothing', [
        userId,
        email,
        name,
      ])
      if (rowCount === 0) throw new ApiError('CONFLICT', 'There is an account.', 'email')
      return { userId }
    },
    async revokeSessions(userId, ownerId) {
      revoked.push(`${userId} in ${ownerId}`)
    },
    emailsOf: async (userIds) => new Map(userIds.map((id) => [id, `${id}@example.com`])),
    hasSecondFactor: async (userId) => secondFactors.has(userId),
    isInstallationAdmin: async (_, userId) => installationAdmins.has(userId),
    async endSessionsIn(_, ownerId) {
      revoked.push(`all in ${ownerId}`)
    },
    async keepOwner(_, userId, ownerId) {
      kept.set(userId, ownerId)
    },
    async setOwner(_, sessionId, ownerId) {
      chosen.set(sessionId, ownerId)
    },
  }
  return {
    pool,
    accounts,
    revoked,
    chosen,
    kept,
    secondFactors,
    installationAdmins,
    async addOwner(id) {
      await pool.query('insert into "owner" (id, name) values ($1, $2) on conflict do nothing', [id, `The ${id}`])
    },
    async addMember(ownerId, id, roles) {
      await pool.query('insert into person (owner_id, id, name) values ($1, $2, $2)', [ownerId, id])
      await pool.query('insert into member (owner_id, person_id, user_id, roles) values ($1, $2, $3, $4)', [
        ownerId,
        id,
        `u-${id}`,
        roles,
      ])
      const { userId, sessionId } = loginOf(id)
      return { ...localPerson, id, name: id, ownerId, roles, login: { userId, sessionId, at: Date.now() } }
    },
    async auditOf(ownerId) {
      const { rows } = await pool.query<{ said: string }>(
        `select action || ' ' || target || case outcome when 'done' then '' else ' ' || outcome end as said
           from audit where owner_id = $1 order by id`,
        [ownerId],
      )
      return rows.map(({ said }) => said)
    },
    async stop() {
      await pool.end()
      await database.drop()
    },
  }
}
