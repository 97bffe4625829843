import pg from 'pg'
import { makeRoles, RolesRefused } from './make-roles.ts'
import { type RoleUrls, roleUrls } from './role-urls.ts'
import { secureRows } from './row-security.ts'

/**
 * Makes or checks the roles, policies and grants of a migrated database, and returns the URL of each role. Throws
 * `RolesRefused` where the user of the URL may not make them.
 */
export async function prepareRoles(databaseUrl: string): Promise<RoleUrls> {
  const urls = roleUrls(databaseUrl)
  if (urls === null) {
    throw new RolesRefused(
      'HEDDLE_AUTH=on needs a DATABASE_URL with a password: the passwords of the database roles are derived from it.',
    )
  }
  const owner = new pg.Client({ connectionString: databaseUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await makeRoles(owner, urls)
    await secureRows(owner)
    return urls
  } finally {
    await owner.end()
  }
}
