import { connect } from 'node:net'
import { join } from 'node:path'
import { messageOf } from '#core/message-of.ts'
import { migrate } from '#server/db/migrate.ts'
import { RolesRefused } from '#server/db/roles/make-roles.ts'
import { prepareRoles } from '#server/db/roles/prepare-roles.ts'
import type { RoleUrls } from '#server/db/roles/role-urls.ts'
import { createRedactor } from '#server/engine/executor/secrets/redactor.ts'
import { FinaliseRefused, finaliseDatabase } from '#server/fleet/finalise.ts'
import { refuseLeavingOwner } from '#server/fleet/owner-move/leaving-owner.ts'
import { readCertificate } from '#server/web/tls.ts'
import { type Env, loadEnv, roleVariables } from '../env.ts'
import { openLocalToken } from '../local-token.ts'
import { createLog } from '../process-log.ts'
import { type Child, StartRefused, superviseChild } from './child.ts'
import { engineDied } from './engine-died.ts'
import { hasWork } from './has-work.ts'
import { webFlags } from './node-flags.mjs'
import { watchSources } from './watch-sources.ts'

/**
 * The supervisor: it starts PostgreSQL (unless DATABASE_URL is set), then migrations, then engine and web. It restarts
 * processes that die and stops all of them, the database last, within five seconds of Ctrl-C or SIGTERM.
 */
const STOP = { childrenMs: 2_500, databaseMs: 4_500 }

/** Settings of processes without a supervisor: its children share no port and no id, and stop at once. */
const ofSupervisor = { HEDDLE_OPS_PORT: '', HEDDLE_PROCESS_ID: '', HEDDLE_DRAIN_SECONDS: '0' } as const

const log = createLog('heddle')
const databaseLog = createLog('database')
const startedAt = performance.now()
const env = loadEnv()
const redact = createRedactor(env.secrets).text
const children: { database?: Child; engine?: Child; web?: Child } = {}
let databaseUrl = env.databaseUrl ?? ''
let stopping: Promise<void> | null = null

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
// The launcher (start.mjs) ended without a message.
process.on('disconnect', () => void stop(1))

try {
  await start()
} catch (error) {
  log.line(
    error instanceof StartRefused || error instanceof RolesRefused
      ? error.message
      : `cannot start: ${messageOf(error)}`,
  )
  await stop(1)
}

async function start(): Promise<void> {
  // A wrong certificate stops the start before anything runs.
  if (env.publicAccess) readCertificate(env.publicAccess)
  if (!env.databaseUrl) {
    children.database = superviseChild({
      name: 'database',
      entry: join(import.meta.dirname, 'database.ts'),
      // After a crash the database restarts on the port that engine and web already know.
      arguments: () => [databaseUrl ? new URL(databaseUrl).port : '0'],
      env: () => ({}),
      onReady(message) {
        databaseUrl = message.databaseUrl ?? databaseUrl
        if (message.note) databaseLog.line(message.note)
      },
    })
    await children.database.ready
  }
  await refuseTakenPort(env)
  const applied = await migrateAll(databaseUrl)
  if (applied.length > 0) databaseLog.line(`applied ${applied.join(', ')}`)
  await refuseLeavingOwner(databaseUrl)

  // In local mode all processes share one role. The port of the embedded database stays the same over its restarts.
  const roles = env.auth ? await prepareRoles(databaseUrl) : null
  children.engine = superviseChild({
    name: 'engine',
    entry: join(import.meta.dirname, 'engine.ts'),
    env: () => ({ DATABASE_URL: roles?.engine ?? databaseUrl, ...ofSupervisor }),
    redact,
    // No standby in development: it would have loaded outdated sources.
    standby: !env.development,
    onDeath: (pid, signal) => engineDied(databaseUrl, pid, signal),
    hasWork: () => hasWork(databaseUrl),
  })
  children.web = superviseChild({
    name: 'web',
    entry: join(import.meta.dirname, 'web.ts'),
    env: () => ({ ...(roles ? webDatabases(roles) : { DATABASE_URL: databaseUrl }), ...ofSupervisor }),
    redact,
    flags: webFlags,
    // Standard error: the log, which may go into a file, is standard output.
    onReady: ({ forTerminal }) => void (forTerminal && process.stderr.write(`\n${forTerminal}\n\n`)),
  })
  await Promise.all([children.engine.ready, children.web.ready])
  if (env.development) {
    watchSources(() => {
      children.engine?.restart()
      children.web?.restart()
    })
  }
  const token = await openLocalToken(env)
  const query = env.localToken === 'on' ? `/?token=${token}` : ''
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  log.line(`ready in ${seconds} s: ${env.address}${query}   (Ctrl-C stops it and loses nothing)`)
  if (!env.auth && token === null)
    log.line('every user of this machine may act in Heddle; HEDDLE_LOCAL_TOKEN=on asks for a token')
}

/** All migrations at once, unless processes of the version before run elsewhere: then those that take nothing away. */
async function migrateAll(url: string): Promise<readonly string[]> {
  const applied = await migrate(url, 'expand')
  try {
    await finaliseDatabase(url)
  } catch (error) {
    if (!(error instanceof FinaliseRefused)) throw error
    databaseLog.line(error.message)
    return applied
  }
  return [...applied, ...(await migrate(url))]
}

/** The web process gets no URL of the engine's role, nor of the one that owns the tables. */
function webDatabases({ web, start, auth }: RoleUrls): Readonly<Record<string, string>> {
  return { DATABASE_URL: web, [roleVariables.start]: start, [roleVariables.auth]: auth }
}

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    await Promise.all([children.web?.stop(STOP.childrenMs), children.engine?.stop(STOP.childrenMs)])
    await children.database?.stop(STOP.databaseMs - STOP.childrenMs)
    log.line('stopped')
    process.exit(code)
  })()
  return stopping
}

function refuseTakenPort({ host, port }: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = connect({ host, port })
    probe.on('error', () => resolve())
    probe.on('connect', () => {
      probe.destroy()
      reject(new StartRefused(`Port ${port} is in use by another program. Stop it, or set PORT to another number.`))
    })
  })
}
