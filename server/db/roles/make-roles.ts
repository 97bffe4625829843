import pg from 'pg'
import { limits } from '#core/limits.ts'
import { type Role, type RoleUrls, roleNames, roles } from './role-urls.ts'
import { scramVerifier } from './scram.ts'

/** The database cannot separate owners, and a person has to change it: the message says how. */
export class RolesRefused extends Error {}

/** Starts on one server may make the roles at the same time: then a statement fails, and the next one finds the role. */
const ATTEMPTS = 5
const CONCURRENT = ['42710', '23505', 'XX000']
const DENIED = '42501'
/** SQLSTATEs of a login with an unknown name or another password, and of a login that `pg_hba.conf` excludes. */
const NO_LOGIN = ['28P01', '28000']

/**
 * Makes the roles that are missing, and gives each the derived password. A role that can log in stays as it is. Throws
 * `RolesRefused`.
 */
export async function makeRoles(owner: pg.Client, urls: RoleUrls): Promise<void> {
  for (const role of roleNames) await makeRole(owner, role, urls[role])
  await refuseStrongRoles(owner)
}

async function makeRole(owner: pg.Client, role: Role, url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const refusal = await loginRefusal(url)
    if (refusal === null) return
    if (attempt > ATTEMPTS) {
      throw new RolesRefused(
        `The database role ${roles[role]} cannot log in (${refusal}). Allow it in pg_hba.conf, or in the pooler before the database.`,
      )
    }
    await writeRole(owner, role, decodeURIComponent(new URL(url).password))
  }
}

async function writeRole(owner: pg.Client, role: Role, password: string): Promise<void> {
  const name = roles[role]
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name])
  const verb = rowCount === 0 ? 'create' : 'alter'
  try {
    await owner.query(`${verb} role ${name} login password ${owner.escapeLiteral(scramVerifier(password))}`)
  } catch (error) {
    const { code } = error as { readonly code?: string }
    if (code === DENIED) throw new RolesRefused(await mayNotMakeRoles(owner, verb, name))
    if (code === undefined || !CONCURRENT.includes(code)) throw error
  }
}

async function mayNotMakeRoles(owner: pg.Client, verb: 'create' | 'alter', name: string): Promise<string> {
  const { rows } = await owner.query<{ user: string }>('select current_user::text as user')
  const user = rows[0]?.user ?? 'the user of DATABASE_URL'
  return verb === 'create'
    ? `HEDDLE_AUTH=on needs a database user that may make roles, and ${user} may not make ${name}. Let an administrator of the database run: alter role ${owner.escapeIdentifier(user)} createrole (see docs/operations.md).`
    : `HEDDLE_AUTH=on needs the database role ${name}, which another user has made. Let an administrator of the database run: grant ${name} to ${owner.escapeIdentifier(user)} with admin option (see docs/operations.md).`
}

/** Null when the login works; the server's message when it refuses the login. */
async function loginRefusal(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limits.database.connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string }
    if (code === undefined || !NO_LOGIN.includes(code)) throw error
    return message
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A role that passes policies by itself, or through another role, would make every policy useless. */
async function refuseStrongRoles(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select r.rolname as name from pg_roles r
      where r.rolname = any($1)
        and (r.rolsuper or r.rolbypassrls or r.rolcreaterole
             or exists (select from pg_auth_members m where m.member = r.oid))
      order by 1`,
    [Object.values(roles)],
  )
  const [strong] = rows
  if (!strong) return
  throw new RolesRefused(
    `The database role ${strong.name} has rights beyond those that Heddle gives it. Let an administrator of the database take them away: superuser, bypassrls, createrole and membership in other roles.`,
  )
}
