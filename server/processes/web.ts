import type { AddressInfo } from 'node:net'
import { limits } from '#core/limits.ts'
import { type Actor, hasPermission, localActor } from '#server/access/actor.ts'
import { createApp } from '#server/api/app.ts'
import { authRoutes } from '#server/api/auth/auth-routes.ts'
import { operationRoutes } from '#server/api/operations.ts'
import { formRoutes } from '#server/api/rest/forms.ts'
import { createStreams } from '#server/api/streams.ts'
import { createRefusals } from '#server/audit/refusals.ts'
import { createDatabase } from '#server/db/client.ts'
import { ownerPool } from '#server/db/owner-pool.ts'
import { perGeneration } from '#server/db/per-generation.ts'
import { createPool } from '#server/db/pool.ts'
import { createReadReplica } from '#server/db/read-replica.ts'
import { roleUrls } from '#server/db/roles/role-urls.ts'
import { localActorOf } from '#server/directory/act-as.ts'
import { createRedactor } from '#server/engine/executor/secrets/redactor.ts'
import { createHints } from '#server/engine/requests/hints.ts'
import { createWakeUp } from '#server/engine/world/wake-up.ts'
import { listExampleMails } from '#server/example-servers/example-mails.ts'
import { authSecret } from '#server/identity/auth-secret.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { endSessionsOfRemoved } from '#server/identity/oidc/removed-providers.ts'
import { createLoginProviders } from '#server/identity/own-provider/login-providers.ts'
import { offerSetup } from '#server/identity/setup.ts'
import { actorOfKey } from '#server/keys/actor-of-key.ts'
import { countActive } from '#server/limits/count-active.ts'
import { countBytes } from '#server/limits/count-bytes.ts'
import { createOwnerQuota } from '#server/limits/owner-quota.ts'
import { createRequestLimiter } from '#server/limits/request-limiter.ts'
import { createInviteMailer } from '#server/notify/mail/mail-invite.ts'
import { createMetrics } from '#server/operations/metrics.ts'
import { createOperationsPool } from '#server/operations/operations-pool.ts'
import { readiness } from '#server/operations/readiness.ts'
import { repeat } from '#server/operations/repeat.ts'
import { workBulk } from '#server/runs/bulk/work-bulk.ts'
import { createCellCache } from '#server/runs/grid/cell-cache.ts'
import { startChangeFeed } from '#server/runs/live/change-feed.ts'
import { openKeyRing } from '#server/secrets/key-ring.ts'
import { createFront } from '#server/web/front.ts'
import { loginPath } from '#server/web/login-redirect.ts'
import { createPages } from '#server/web/next-pages.ts'
import { readCertificate, renewCertificate } from '#server/web/tls.ts'
import { createCodeFiles } from '#server/workflows/code/code-files.ts'
import { createWorkflowFiles } from '#server/workflows/files/workflow-files.ts'
import { cached } from '../cached.ts'
import { loadEnv } from '../env.ts'
import { openLocalToken } from '../local-token.ts'
import { createLog } from '../process-log.ts'
import { createReads } from '../reads.ts'
import { createOwnedStores, createStores, localStores } from '../stores.ts'
import { databaseFor, webDatabases } from './database-for.ts'
import { beginLifetime, orRefuse } from './lifetime.ts'
import { tellSupervisor } from './messages.ts'

/**
 * The web process: one port for pages, tRPC and REST. It makes no decisions about runs. It inserts commands and shows
 * the contents of the logs.
 */
const POOL_SIZE = 10
const IDENTITY_POOL_SIZE = 4
/** Readiness is cached: the database gets at most two such queries a second, whatever the number of requests. */
const READINESS_KEPT_MS = 500
const MONITORING = { purpose: 'monitoring', connections: 2, answerWithinMs: 5_000 } as const
const STOP_WITHIN_MS = 1_800

const env = loadEnv()
const databases = orRefuse(() => webDatabases(env))
const databaseUrl = databases?.web ?? orRefuse(() => databaseFor(env, 'web'))
const certificate = env.publicAccess && readCertificate(env.publicAccess)
const log = createLog('web', { redact: createRedactor(env.secrets).text })
const report = (error: unknown) => log.error(error)
// Starts, change feed and monitoring concern the runs of all owners.
const startUrl = databases?.start ?? databaseUrl
const { member, onStop } = await beginLifetime('web', { env, databaseUrl: startUrl, log: log.line })
const pool = createPool(databaseUrl, POOL_SIZE, report)
const startPool = databases ? createPool(startUrl, POOL_SIZE, report) : pool
const monitoringPool = createOperationsPool(startUrl, MONITORING, report)
const database = createDatabase(databaseUrl)
const wakeUp = createWakeUp({ databaseUrl, notify: env.notify, hintsUrl: env.hintsUrl, onError: report })
const hints = createHints(startPool, { hintsUrl: env.hintsUrl, onError: report })
const changes = await startChangeFeed({ pool: startPool, wakeUp, onError: report })
const quota = env.auth
  ? createOwnerQuota({
      bounds: env.quota,
      countActive: (ownerId, most) => countActive(startPool, ownerId, most),
      countBytes: (ownerId) => countBytes(startPool, ownerId),
      monotonic: () => performance.now(),
    })
  : undefined
const { stores, storesOf } = databases
  ? createOwnedStores({ pool, startPool, database, quota, hints })
  : localStores(createStores(pool, database, hints))
const readUrl = env.readUrl && (databases ? roleUrls(env.readUrl)?.web : env.readUrl)
const replica = readUrl
  ? createReadReplica({ url: readUrl, primary: startPool, connections: POOL_SIZE, onLost: report })
  : undefined
const reads =
  replica &&
  createReads({
    replica,
    storesOf: (ownerId) => {
      const kept = storesOf(ownerId)
      return { ...kept, pool: databases ? ownerPool(replica.pool, ownerId) : replica.pool }
    },
    reportedUpTo: () => changes.position(),
  })
const refusals = createRefusals({ onError: report })

const keyRing = openKeyRing(env.masterKey)
const identity = env.auth
  ? createIdentity({
      pool: createPool(databases?.auth ?? databaseUrl, IDENTITY_POOL_SIZE, report),
      secret: await authSecret(env.dataDir, env.authSecret),
      url: env.publicAccess?.url ?? `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}`,
      oidc: env.oidc,
      httpAllow: env.httpAllow,
      own: { poolOf: (ownerId) => storesOf(ownerId).pool, ring: keyRing },
      onError: report,
    })
  : null

if (identity) {
  const issuers = env.oidc.map(({ issuer }) => issuer)
  const ended = await endSessionsOfRemoved(identity.pool, issuers)
  if (ended > 0) log.line(`ended ${ended} sessions of identity providers that the settings do not name any more`)
}

// Local mode: the guard lets only requests of the local user through.
const actorOf: (request: Request, isActive?: boolean) => Promise<Actor | null> = identity
  ? async (request, isActive) => (await actorOfKey(identity, request)) ?? identity.actorOf(request, isActive)
  : (request) => localActorOf(stores, request)

const app = createApp({
  hookOwners: databases ? startPool : undefined,
  ...(identity && {
    mode: 'login' as const,
    accounts: identity.accounts,
    attempts: identity.attempts,
    providersOf: identity.providersOf,
    loginProviders: createLoginProviders(identity),
    mailInvite: env.mail && createInviteMailer(env.mail, identity.url, report),
    loginOf: identity.loginOf,
  }),
  stores,
  storesOf,
  changes,
  streams: createStreams(),
  workHints: wakeUp,
  refusals,
  neops: env.neops,
  postgrip: env.postgrip,
  requests: env.auth ? createRequestLimiter() : undefined,
  quota,
  cells: perGeneration(pool, createCellCache),
  functionsFolders: env.functionsFolders,
  secrets: env.secrets,
  keyRing,
  httpAllow: env.httpAllow,
  budget: env.budget,
  retention: { days: env.retentionDays, mostDays: env.retentionMostDays },
  traceUrl: env.traceUrl,
  exampleMails: env.auth ? undefined : () => listExampleMails(env.dataDir),
  sendsMail: env.mail !== undefined,
  actorOf,
  reads,
  onError: report,
})
app.route(
  '/',
  operationRoutes({
    readiness: cached(READINESS_KEPT_MS, () => readiness(monitoringPool), 0),
    metrics: createMetrics(monitoringPool),
    postgrip: env.postgrip,
    mayRead: identity
      ? async (request) => {
          const actor = await actorOf(request)
          return actor !== null && hasPermission(actor, 'metrics')
        }
      : undefined,
  }),
)
app.route(
  '/forms',
  formRoutes({
    stores,
    storesOf,
    formOwners: databases ? startPool : undefined,
    actorOf,
    loginPath: identity ? loginPath : undefined,
  }),
)
if (identity) app.route('/', authRoutes(identity))
const pages = createPages({ development: env.development, hostname: env.host, port: env.port })
const front = createFront({
  api: app.fetch,
  pages,
  development: env.development,
  login: env.auth,
  localToken: await openLocalToken(env),
  publicUrl: env.publicAccess?.url,
  certificate,
  trustedProxies: env.trustedProxies,
  position: () => String(changes.position()),
  isLoggedIn: identity ? async (cookies) => (await identity.sessionOfCookies(cookies)) !== null : undefined,
  onError: report,
})

const workflowFiles = createWorkflowFiles({
  stores: storesOf(localActor.ownerId),
  actor: localActor,
  folders: env.workflowsFolders,
  functionsFolders: env.functionsFolders,
  secrets: env.secrets,
  log: (line) => log.line(line),
})
const codeFiles = createCodeFiles({
  stores: storesOf(localActor.ownerId),
  actor: localActor,
  functionsFolders: env.functionsFolders,
  log: (line) => log.line(line),
})
// Files are published before the port opens, so that a run right after the start finds its workflow. Errors are retried
// below.
await workflowFiles.publishChanged()
await codeFiles.publishChanged()
const publishing = repeat({
  pauseMs: limits.files.lookEveryMs,
  async work() {
    await workflowFiles.publishChanged()
    await codeFiles.publishChanged()
  },
  onError: report,
})

const bulk = repeat({
  pauseMs: limits.bulk.lookEveryMs,
  async work(signal) {
    while (!signal.aborted && (await workBulk({ ...stores, pool: startPool }, storesOf))) {}
  },
  onError: report,
})

onStop(async () => {
  // The process exits within two seconds even if something keeps it alive (a compiler, a browser).
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
  front.close()
  // Live streams never end by themselves.
  front.closeAllConnections()
  await Promise.all([
    changes.stop(),
    pages.close(),
    publishing.stop(),
    bulk.stop(),
    stores.engine.close(),
    refusals.stop(),
  ])
  await Promise.all([
    wakeUp.close(),
    ...[...new Set([pool, startPool])].map((each) => each.end()),
    monitoringPool.end(),
    replica?.stop(),
    database.$disconnect(),
    identity?.pool.end(),
  ])
})

// A build is loaded before the first request. In development Next compiles for half a minute, triggered by the first
// page.
if (!env.development) await pages.prepare()
if (env.publicAccess && certificate) renewCertificate(front, env.publicAccess, { onError: report })
const setupLink = identity && (await offerSetup(identity.pool, identity.url))
front.listen(env.port, env.host, () => {
  const { port } = front.address() as AddressInfo
  member.up({ warnings: () => replica?.warnings() ?? [] })
  const forTerminal = setupLink ? `Open ${setupLink} within an hour to make the first account.` : undefined
  tellSupervisor({ type: 'ready', note: env.publicAccess?.url ?? `http://${env.host}:${port}`, forTerminal })
})
