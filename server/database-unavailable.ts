import { ApiError } from './api-error.ts'

/**
 * The error for database trouble, recognised in errors of `pg`, its pool, Prisma or the socket; null for other errors.
 * The original text is not passed on: it may contain addresses and statements.
 */
export function databaseUnavailable(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error.code === 'UNAVAILABLE' ? error : null
  for (const each of causesOf(error)) {
    const sentence = sentenceOf(each)
    if (sentence) return Object.assign(new ApiError('UNAVAILABLE', sentence), { cause: error })
  }
  return null
}

const again = 'Try again in a few seconds.'
const unreachable = `Cannot reach the database right now. ${again}`
const busy = `The database has no free connection right now. ${again}`
const slow = `The database took too long to answer. ${again}`
const occupied = `The database was busy with another change to the same data. ${again}`

/** By SQLSTATE, or by its class. */
const bySqlstate: Readonly<Record<string, string>> = {
  '08': unreachable,
  '25006': `The database is read-only right now, so nothing can be saved. ${again}`,
  '25': occupied,
  '40': occupied,
  '53100':
    'The database has no disk space left, so nothing can be saved. Runs continue automatically once there is space.',
  '53300': busy,
  '53': `The database has too little memory or too many tasks right now. ${again}`,
  '55': occupied,
  '57014': slow,
  '57P03': `The database is starting up or shutting down. ${again}`,
  '57': unreachable,
  '58': 'The database cannot read or write its files. Its log says why.',
}

const socketCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])

/** Prisma's own codes and its adapter's kinds, where no SQLSTATE is left. */
const byPrisma: Readonly<Record<string, string>> = {
  P1001: unreachable,
  P1002: unreachable,
  P1008: slow,
  P1017: unreachable,
  P2024: busy,
  P2028: slow,
  P2034: occupied,
  P2037: busy,
  DatabaseNotReachable: unreachable,
  ConnectionClosed: unreachable,
  SocketTimeout: slow,
  TooManyConnections: busy,
  TransactionWriteConflict: occupied,
}

/** Errors of `pg` and its pool that have only a message. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  // A Unix socket is a file, which does not exist while its server is down.
  [/\bconnect ENOENT\b/, unreachable],
  [/^timeout exceeded when trying to connect$/, busy],
  [/^Query read timeout$/, slow],
  [/^Connection terminated|^timeout expired$|is not queryable$|^Cannot use a pool after calling end/, unreachable],
]

function sentenceOf(error: Readonly<Record<string, unknown>>): string | undefined {
  for (const code of [error.code, error.originalCode, error.kind, error.errorCode]) {
    if (typeof code !== 'string') continue
    if (socketCodes.has(code)) return unreachable
    const known =
      byPrisma[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? (bySqlstate[code] ?? bySqlstate[code.slice(0, 2)]) : '')
    if (known) return known
  }
  const { message } = error
  return typeof message === 'string' ? byMessage.find(([pattern]) => pattern.test(message))?.[1] : undefined
}

/** The error and its causes, from the outside in. */
function causesOf(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = []
  let next = error
  while (typeof next === 'object' && next !== null && found.length < 8) {
    const each = next as Readonly<Record<string, unknown>>
    found.push(each)
    const meta = each.meta as { readonly driverAdapterError?: unknown } | undefined
    next = each.cause ?? meta?.driverAdapterError
  }
  // The innermost cause is the most precise: Prisma's failed query may be a full disk.
  return found.reverse()
}
