import type { Pool } from 'pg'
import type { Accounts } from './accounts.ts'
import { createAccount } from './create-account.ts'
import { hasAddress } from './oidc/hidden-address.ts'
import { revokeSessions } from './sessions.ts'

/** What members and owners need of the accounts and sessions of this installation. */
export function createAccounts(pool: Pool): Accounts {
  return {
    pool,
    create: createAccount,
    async revokeSessions(userId, ownerId) {
      await revokeSessions(pool, userId, ownerId)
    },
    async emailsOf(userIds) {
      const { rows } = await pool.query<{ id: string; email: string }>(
        'select "id", "email" from "user" where "id" = any($1)',
        [userIds],
      )
      return new Map(rows.filter(({ email }) => hasAddress(email)).map(({ id, email }) => [id, email]))
    },
    async hasSecondFactor(sessionId) {
      const { rowCount } = await pool.query(
        `select from session s join "user" u on u."id" = s."userId"
          where s."id" = $1 and (s."secondFactorProven" or (u."twoFactorEnabled" and s."secondFactorAt" is not null))`,
        [sessionId],
      )
      return rowCount === 1
    },
    async isInstallationAdmin(client, userId) {
      const { rows } = await client.query<{ is: boolean }>(
        'select "isInstallationAdmin" as is from "user" where "id" = $1',
        [userId],
      )
      return rows[0]?.is === true
    },
    async endSessionsIn(client, ownerId) {
      await client.query('delete from session where "chosenOwner" = $1', [ownerId])
    },
    async keepOwner(client, userId, ownerId) {
      await client.query('update "user" set "lastOwner" = $2 where "id" = $1', [userId, ownerId])
    },
    async setOwner(client, sessionId, ownerId) {
      await client.query('update session set "chosenOwner" = $2 where "id" = $1 and "boundOwner" is null', [
        sessionId,
        ownerId,
      ])
    },
  }
}
