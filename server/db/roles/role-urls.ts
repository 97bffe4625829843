import { createHmac } from 'node:crypto'

/**
 * The database roles of Heddle's processes when people log in, each with less rights than the role of `DATABASE_URL`,
 * which owns the tables. No role bypasses row-level security, since a managed PostgreSQL cannot grant that: policies name the roles
 * that work for all owners (`row-security.ts`).
 */
export const roles = {
  /** Engines, workers and background work: the rows of all owners. */
  engine: 'heddle_engine',
  /** Requests of people: the rows of the owner that the transaction names. */
  web: 'heddle_web',
  /** Starts, change feed and monitoring of the web process: a few columns of all owners, ids above all. */
  start: 'heddle_start',
  /** Accounts and memberships, before the owner of a request is known. */
  auth: 'heddle_auth',
} as const

export type Role = keyof typeof roles

export const roleNames: readonly Role[] = ['engine', 'web', 'start', 'auth']

/** The URL of the database for each role. */
export type RoleUrls = Readonly<Record<Role, string>>

/** The URLs of the roles, or null where the URL has no password from which those of the roles can be derived. */
export function roleUrls(databaseUrl: string): RoleUrls | null {
  const { password } = new URL(databaseUrl)
  if (password === '') return null
  const key = decodeURIComponent(password)
  const [engine, web, start, auth] = roleNames.map((role) => urlOf(databaseUrl, role, key)) as [
    string,
    string,
    string,
    string,
  ]
  return { engine, web, start, auth }
}

/** The password of a role is derived, so that it is stored nowhere and is the same for every machine with the URL. */
function urlOf(databaseUrl: string, role: Role, key: string): string {
  const url = new URL(databaseUrl)
  url.username = roles[role]
  url.password = createHmac('sha256', key).update(`heddle role ${roles[role]}`).digest('base64url')
  // Parameters would win over these two.
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  return url.href
}
