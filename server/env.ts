import { delimiter, resolve } from 'node:path'
import type { StepsAtOnce } from './engine/executor/bounded-per-owner.ts'
import { EnvError } from './env-error.ts'
import { envSchema } from './env-schema.ts'
import type { QuotaBounds } from './limits/owner-quota.ts'
import { type MailSettings, senderOf } from './mail-settings.ts'
import { masterKeySettings } from './master-key-settings.ts'
import { type OidcProvider, readOidcProviders } from './oidc-settings.ts'
import { type PublicAccess, readPublicAccess } from './public-access.ts'
import { type RunBudget, runBudgetOf } from './run-budget.ts'
import { environmentConnections } from './secrets/connections/environment-connections.ts'
import { withExamples } from './secrets/connections/example-connections.ts'
import type { MasterKeySettings } from './secrets/master-key.ts'
import { noSecrets, originProblems, readSecrets, type Secrets } from './secrets.ts'
import { type TraceCollector, traceCollector } from './trace-collector.ts'
import { noProxies, type TrustedProxies } from './trusted-proxies.ts'

export interface Env {
  readonly port: number
  readonly host: string
  /** How other machines reach Heddle; null where it answers this machine only. */
  readonly publicAccess: PublicAccess | null
  readonly trustedProxies: TrustedProxies
  /** The origin under which people open Heddle, for links: the public URL, or this machine's. */
  readonly address: string
  /** Unset: the embedded PostgreSQL under the data directory. */
  readonly databaseUrl: string | undefined
  /** A standby for lists, searches and numbers; undefined: the primary answers everything. */
  readonly readUrl: string | undefined
  readonly dataDir: string
  readonly functionsFolders: readonly string[]
  /** Folders of YAML files that are published at the start and when they change. */
  readonly workflowsFolders: readonly string[]
  readonly notify: boolean
  /** The Redis or Valkey that carries hints; undefined: NOTIFY does. */
  readonly hintsUrl: string | undefined
  /** Whether clients of neops are answered. */
  readonly neops: boolean
  /** Whether agents and clients of PostGrip's SDKs are answered. */
  readonly postgrip: boolean
  /** Whether people log in; false in local mode. */
  readonly auth: boolean
  /** `off`, `on`, or the token itself; see `openLocalToken`. */
  readonly localToken: string
  /** Unset: that of the data folder. */
  readonly authSecret: string | undefined
  /** The providers by which people log in beside passwords. */
  readonly oidc: readonly OidcProvider[]
  /** URL or command that is called for failed runs. */
  readonly onFailure: string | undefined
  /** The collector that receives the spans of runs; unset: none are made. */
  readonly traces: TraceCollector | undefined
  /** The page of a trace, with `{trace_id}` in it; unset: the page of a run links to none. */
  readonly traceUrl: string | undefined
  /** The mail server and the sender; unset: no mail is sent. */
  readonly mail: MailSettings | undefined
  /** File of the module whose functions receive the events of runs. */
  readonly observers: string | undefined
  /** Finished runs older than this are removed, where their owner has set nothing; unset: none. */
  readonly retentionDays: number | undefined
  /** No owner keeps runs for longer; unset: no bound. */
  readonly retentionMostDays: number | undefined
  /** What one owner may use, where people log in. */
  readonly quota: QuotaBounds
  /** HTTP steps and scripts of one owner that an engine executes at once. */
  readonly stepsAtOnce: StepsAtOnce
  /** How many runs execute at once; undefined: no bound. */
  readonly budget: RunBudget | undefined
  /** Rows of the audit older than this are removed. */
  readonly auditRetentionDays: number
  /** Folder into which runs are written before they are removed. */
  readonly retentionExport: string | undefined
  /** Months of runs in that folder that are older are removed; unset: none. */
  readonly archiveDays: number | undefined
  readonly worker: WorkerSettings
  readonly httpAllow: readonly string[]
  /** Secrets of the environment; none where people log in. */
  readonly secrets: Secrets
  readonly masterKey: MasterKeySettings
  /** The port of this process for its supervisor; undefined: none. */
  readonly opsPort: number | undefined
  readonly opsHost: string
  /** Undefined: made at the start. */
  readonly processId: string | undefined
  readonly drainMs: number
  readonly development: boolean
}

export interface WorkerSettings {
  readonly builtIn: boolean
  readonly tasks: number
  readonly heartbeatMs: number
  readonly heartbeatTimeoutMs: number
  readonly scanMs: number
  readonly recoveries: number
}

/** Parses the given variables, which nothing else reads; throws `EnvError` with one sentence per wrong value. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(
    Object.keys(envSchema.shape).flatMap((key) => (variables[key] ? [[key, variables[key]]] : [])),
  )
  const parsed = envSchema.safeParse(given)
  if (!parsed.success) {
    throw new EnvError(
      parsed.error.issues
        .map(({ path: [name], message }) => `${String(name)}${shown(String(name), given[String(name)])} ${message}`)
        .join('\n'),
    )
  }
  const wrongOrigins = originProblems(variables)
  const wrongConnections = environmentConnections(variables).problems
  if (wrongConnections.length > 0) throw new EnvError(wrongConnections.join('\n'))
  if (wrongOrigins.length > 0) throw new EnvError(wrongOrigins.join('\n'))
  const value = parsed.data
  const masterKey = masterKeySettings(value)
  if (value.HEDDLE_WORKER_SILENCE_SECONDS <= 2 * value.HEDDLE_WORKER_HEARTBEAT_SECONDS) {
    throw new EnvError(
      `HEDDLE_WORKER_SILENCE_SECONDS=${value.HEDDLE_WORKER_SILENCE_SECONDS} must be more than twice HEDDLE_WORKER_HEARTBEAT_SECONDS, or a live worker is considered lost`,
    )
  }
  const { HEDDLE_RETENTION_DAYS: days, HEDDLE_RETENTION_MOST_DAYS: mostDays } = value
  if (days !== undefined && mostDays !== undefined && days > mostDays)
    throw new EnvError(
      `HEDDLE_RETENTION_DAYS=${days} must be at most HEDDLE_RETENTION_MOST_DAYS=${mostDays}, which nothing may exceed`,
    )
  if (value.HEDDLE_AUTH === 'on' && value.HEDDLE_LOCAL_TOKEN !== 'off') {
    throw new EnvError(
      'HEDDLE_LOCAL_TOKEN belongs to local mode: with HEDDLE_AUTH=on people log in. Leave one of them out',
    )
  }
  if (value.HEDDLE_ARCHIVE_DAYS !== undefined && value.HEDDLE_RETENTION_EXPORT === undefined)
    throw new EnvError('HEDDLE_ARCHIVE_DAYS needs HEDDLE_RETENTION_EXPORT, the folder of the archive')
  if (value.HEDDLE_ARCHIVE_DAYS !== undefined && days !== undefined && value.HEDDLE_ARCHIVE_DAYS <= days)
    throw new EnvError(
      `HEDDLE_ARCHIVE_DAYS=${value.HEDDLE_ARCHIVE_DAYS} must be more than HEDDLE_RETENTION_DAYS=${days}: a run goes to the archive when it is as old`,
    )
  const publicAccess = readPublicAccess({ ...value, HEDDLE_TRUSTED_PROXIES: value.HEDDLE_TRUSTED_PROXIES ?? null })
  if (isProblems(publicAccess)) throw new EnvError(publicAccess.join('\n'))
  const oidc = readOidcProviders(variables)
  if ('problems' in oidc) throw new EnvError(oidc.problems.join('\n'))
  return {
    port: value.PORT,
    host: value.HOST,
    publicAccess,
    trustedProxies: value.HEDDLE_TRUSTED_PROXIES ?? noProxies,
    address: publicAccess?.url ?? `http://${value.HOST === '::1' ? '[::1]' : value.HOST}:${value.PORT}`,
    databaseUrl: value.DATABASE_URL,
    readUrl: value.HEDDLE_READ_URL,
    dataDir: resolve(value.HEDDLE_DATA_DIR),
    functionsFolders: foldersOf(value.HEDDLE_FUNCTIONS),
    workflowsFolders: foldersOf(value.HEDDLE_WORKFLOWS ?? ''),
    notify: value.HEDDLE_NOTIFY === 'on',
    hintsUrl: value.HEDDLE_HINTS,
    neops: value.HEDDLE_NEOPS === 'on',
    postgrip: value.HEDDLE_POSTGRIP === 'on',
    auth: value.HEDDLE_AUTH === 'on',
    localToken: value.HEDDLE_LOCAL_TOKEN,
    authSecret: value.HEDDLE_AUTH_SECRET,
    oidc,
    onFailure: value.HEDDLE_ON_FAILURE,
    traces: traceCollector(value.OTEL_EXPORTER_OTLP_ENDPOINT, value.OTEL_EXPORTER_OTLP_HEADERS),
    traceUrl: value.HEDDLE_TRACE_URL,
    mail: mailSettings(value.HEDDLE_SMTP_URL, value.HEDDLE_MAIL_FROM),
    observers: value.HEDDLE_OBSERVERS && resolve(value.HEDDLE_OBSERVERS),
    retentionDays: value.HEDDLE_RETENTION_DAYS,
    retentionMostDays: value.HEDDLE_RETENTION_MOST_DAYS,
    quota: {
      activeRuns: value.HEDDLE_OWNER_ACTIVE_RUNS,
      startsPerMinute: value.HEDDLE_OWNER_STARTS_PER_MINUTE,
      storedBytes: value.HEDDLE_OWNER_STORED_GB * 1024 ** 3,
    },
    stepsAtOnce: { requests: value.HEDDLE_OWNER_HTTP_STEPS, scripts: value.HEDDLE_OWNER_SCRIPTS },
    budget: runBudgetOf(value),
    auditRetentionDays: value.HEDDLE_AUDIT_RETENTION_DAYS,
    retentionExport: value.HEDDLE_RETENTION_EXPORT && resolve(value.HEDDLE_RETENTION_EXPORT),
    archiveDays: value.HEDDLE_ARCHIVE_DAYS,
    worker: {
      builtIn: value.HEDDLE_WORKER === 'on',
      tasks: value.HEDDLE_WORKER_TASKS,
      heartbeatMs: value.HEDDLE_WORKER_HEARTBEAT_SECONDS * 1_000,
      heartbeatTimeoutMs: value.HEDDLE_WORKER_SILENCE_SECONDS * 1_000,
      scanMs: value.HEDDLE_WORKER_SCAN_SECONDS * 1_000,
      recoveries: value.HEDDLE_WORKER_RECOVERIES,
    },
    httpAllow: value.HEDDLE_HTTP_ALLOW,
    secrets: value.HEDDLE_AUTH === 'on' ? noSecrets : localSecrets(variables),
    masterKey,
    opsPort: value.HEDDLE_OPS_PORT,
    opsHost: value.HEDDLE_OPS_HOST,
    processId: value.HEDDLE_PROCESS_ID,
    drainMs: value.HEDDLE_DRAIN_SECONDS * 1_000,
    development: value.NODE_ENV === 'development',
  }
}

/** The secrets of local mode, with the connections to example servers. */
function localSecrets(variables: Readonly<Record<string, string | undefined>>): Secrets {
  const secrets = readSecrets(variables)
  return { ...secrets, connections: withExamples(secrets.connections) }
}

function mailSettings(url: string | undefined, from: string | undefined): MailSettings | undefined {
  if (url === undefined) return undefined
  const sender = senderOf(from ?? '')
  if (sender === null) {
    throw new EnvError(
      'HEDDLE_MAIL_FROM must be set with HEDDLE_SMTP_URL: the sender of the mails, such as heddle@example.com',
    )
  }
  return { url, from: sender }
}

const secretVariables = [
  'DATABASE_URL',
  'HEDDLE_LOCAL_TOKEN',
  'HEDDLE_ON_FAILURE',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'HEDDLE_PUBLIC_URL',
  'HEDDLE_SMTP_URL',
  'HEDDLE_AUTH_SECRET',
  'HEDDLE_HINTS',
]

/** The given value; left out where it may contain a password or a token. */
function shown(name: string, value: string | undefined): string {
  return secretVariables.includes(name) ? '' : `=${value}`
}

const isProblems = (access: PublicAccess | null | readonly string[]): access is readonly string[] =>
  Array.isArray(access)

function foldersOf(list: string): readonly string[] {
  return list
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => resolve(folder))
}

/** The environment of this process; ends the process with an error message when a value is wrong. */
export function loadEnv(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`Heddle cannot start:\n${error.message}\n`)
    process.exit(1)
  }
}

/** The log settings of this process. They are needed before the environment is checked, and when it is wrong. */
export function logSettings(): { readonly json: boolean; readonly key: string | undefined } {
  return { json: process.env.HEDDLE_LOG === 'json', key: process.env.HEDDLE_LOG_KEY }
}

/** Environment variables by which the supervisor passes the URLs of further database roles to the web process. */
export const roleVariables = { start: 'HEDDLE_START_DATABASE_URL', auth: 'HEDDLE_AUTH_DATABASE_URL' } as const

/** The URLs of further database roles of the web process; null in local mode, which has one role. */
export function roleDatabases(): Readonly<Record<keyof typeof roleVariables, string>> | null {
  const { HEDDLE_START_DATABASE_URL: start, HEDDLE_AUTH_DATABASE_URL: auth } = process.env
  return start && auth ? { start, auth } : null
}
