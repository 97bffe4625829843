import { type Role, roleNames, roles, roleUrls } from '#server/db/roles/role-urls.ts'
import { type Env, roleDatabases } from '../env.ts'

/** The process cannot use the given database; the message says what to do. */
export class DatabaseRefused extends Error {}

/**
 * The URL of the database for a process of one role. Where people log in, the URL of a role is derived from DATABASE_URL,
 * unless that one is the URL of a role already.
 */
export function databaseFor(env: Pick<Env, 'auth' | 'databaseUrl'>, role: Role): string {
  const { auth, databaseUrl } = env
  if (!databaseUrl) throw new DatabaseRefused(`This process needs DATABASE_URL; npm start sets it.`)
  if (!auth || isOfRole(databaseUrl)) return databaseUrl
  return urlsOf(databaseUrl)[role]
}

/** The URLs of the roles of a web process; null in local mode, which has one role. */
export function webDatabases(
  env: Pick<Env, 'auth' | 'databaseUrl'>,
): Readonly<Record<'web' | 'start' | 'auth', string>> | null {
  const { auth, databaseUrl } = env
  if (!databaseUrl) throw new DatabaseRefused('The web process needs DATABASE_URL; npm start sets it.')
  if (!auth) return null
  const given = roleDatabases()
  if (given) return { web: databaseUrl, ...given }
  if (isOfRole(databaseUrl)) {
    throw new DatabaseRefused(
      'DATABASE_URL is the URL of one role: a web process with HEDDLE_AUTH=on also needs HEDDLE_START_DATABASE_URL and HEDDLE_AUTH_DATABASE_URL.',
    )
  }
  return urlsOf(databaseUrl)
}

function isOfRole(databaseUrl: string): boolean {
  const { username } = new URL(databaseUrl)
  return roleNames.some((role) => roles[role] === username)
}

function urlsOf(databaseUrl: string) {
  const urls = roleUrls(databaseUrl)
  if (urls) return urls
  throw new DatabaseRefused(
    'HEDDLE_AUTH=on needs a DATABASE_URL with a password: the passwords of the database roles are derived from it.',
  )
}
