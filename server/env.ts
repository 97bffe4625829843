import { delimiter, join, resolve } from 'node:path'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { QuotaBounds } from './limits/owner-quota.ts'
import { isSmtpAddress, type MailSettings, senderOf } from './mail-settings.ts'
import { type OidcProvider, readOidcProviders } from './oidc-settings.ts'
import { type PublicAccess, publicOrigin, readPublicAccess } from './public-access.ts'
import { type KeySource, keySourceProblem, type MasterKeySettings } from './secrets/master-key.ts'
import { noSecrets, originProblems, readSecrets, type Secrets } from './secrets.ts'
import { noProxies, parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

/**
 * The only reader of the environment. A wrong value stops the start with a
 * sentence that names it; nothing half-starts.
 */
const seconds = (byDefault: number) =>
  z.coerce
    .number({ error: 'must be a number of seconds' })
    .min(0.05, 'must be at least 0.05')
    .max(86_400, 'must be at most 86400')
    .default(byDefault)

function refuse(context: { addIssue(message: string): void }, message: string): never {
  context.addIssue(message)
  return z.NEVER
}

const quota = (usual: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_000_000_000, 'must be at most 1000000000')
    .default(usual)

const schema = z.object({
  PORT: z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(0).max(65_535).default(3000),
  /** The address that the web process listens on; any but this machine's needs a public URL and a login. */
  HOST: z
    .string()
    .regex(/^[a-z\d.:_-]+$/i, 'must be an address of this machine such as 127.0.0.1 or 0.0.0.0, or a name of it')
    .default('127.0.0.1'),
  /** The address that people open, where it is not this machine's. */
  HEDDLE_PUBLIC_URL: z
    .string()
    .transform(
      (url, context) =>
        publicOrigin(url) ??
        refuse(context, 'must be https://, a host and, if need be, a port, such as https://heddle.example'),
    )
    .optional(),
  /** PEM files of the certificate chain and of its key. */
  HEDDLE_TLS_CERT: z.string().min(1, 'must name a file').optional(),
  HEDDLE_TLS_KEY: z.string().min(1, 'must name a file').optional(),
  /** Networks of the proxies whose `X-Forwarded-*` headers count. */
  HEDDLE_TRUSTED_PROXIES: z
    .string()
    .transform((list, context) => {
      const proxies = parseTrustedProxies(list)
      if (typeof proxies !== 'string') return proxies
      return refuse(
        context,
        `must be addresses or networks with commas between them, such as 127.0.0.1, 10.0.0.0/8; ${proxies} is neither`,
      )
    })
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL address such as postgresql://user:password@host:5432/heddle')
    .optional(),
  HEDDLE_DATA_DIR: z.string().min(1, 'must name a folder').default('.heddle'),
  /** Folders of step functions, separated by the platform's path separator. */
  HEDDLE_FUNCTIONS: z.string().min(1, 'must name a folder').default('examples/functions'),
  /** `off` proves that nothing depends on NOTIFY: polling alone must do. */
  HEDDLE_NOTIFY: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  /** `on`: people log in, and the database separates owners. `off`: local mode, the user of the machine may do all. */
  HEDDLE_AUTH: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  /** The token that local mode asks for: `off`, `on` (made at the start, kept in the data folder), or one's own. */
  HEDDLE_LOCAL_TOKEN: z
    .string()
    .regex(/^(off|on|[\w.~-]{22,256})$/, 'must be off, on or a text of at least 22 letters, digits and -._~')
    .default('off'),
  /** The key under which stored secrets are encrypted: 32 bytes in base64, or the file that contains them. */
  HEDDLE_MASTER_KEY: z.string().optional(),
  HEDDLE_MASTER_KEY_FILE: z.string().min(1, 'must name a file').optional(),
  /** The key before it, in force beside it while keys are rotated. */
  HEDDLE_MASTER_KEY_PREVIOUS: z.string().optional(),
  HEDDLE_MASTER_KEY_PREVIOUS_FILE: z.string().min(1, 'must name a file').optional(),
  /** Signs session cookies and encrypts second factors. Unset: made in the data folder at the first use. */
  HEDDLE_AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /**
   * The OpenID Connect provider by which people log in; `oidc-settings.ts` reads them, and those of further providers
   * (`HEDDLE_OIDC_2_ISSUER`).
   */
  HEDDLE_OIDC_ISSUER: z.string().optional(),
  HEDDLE_OIDC_CLIENT_ID: z.string().optional(),
  HEDDLE_OIDC_CLIENT_SECRET: z.string().optional(),
  HEDDLE_OIDC_NAME: z.string().optional(),
  HEDDLE_OIDC_SCOPES: z.string().optional(),
  HEDDLE_OIDC_GROUPS_CLAIM: z.string().optional(),
  HEDDLE_OIDC_ACR: z.string().optional(),
  HEDDLE_OIDC_DOMAINS: z.string().optional(),
  HEDDLE_OIDC_OWNER: z.string().optional(),
  /** Called when a run fails: an address, or a command for the shell. */
  HEDDLE_ON_FAILURE: z
    .string()
    .refine((value) => !/^https?:/i.test(value) || URL.canParse(value), {
      error: 'must be a valid address or a command',
    })
    .optional(),
  /** The mail server: `smtp://` (STARTTLS) or `smtps://`. Unset: no mail is sent. */
  HEDDLE_SMTP_URL: z
    .string()
    .refine(isSmtpAddress, {
      error: 'must be the address of a mail server such as smtps://user:password@mail.example.com:465',
    })
    .optional(),
  /** The sender of mails. */
  HEDDLE_MAIL_FROM: z
    .string()
    .refine((value) => senderOf(value) !== null, {
      error: 'must be a mail address such as heddle@example.com, or Heddle <heddle@example.com>',
    })
    .optional(),
  /** A module whose functions receive the events of runs. */
  HEDDLE_OBSERVERS: z.string().min(1, 'must name a file').optional(),
  /** The log format of all processes: lines for people, or JSON. */
  HEDDLE_LOG: z.enum(['text', 'json'], { error: 'must be text or json' }).default('text'),
  /** Unset: every run is kept. */
  HEDDLE_RETENTION_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .min(1, 'must be at least 1')
    .max(36_500, 'must be at most 36500')
    .optional(),
  /** Unset: an owner may keep its runs for ever. */
  HEDDLE_RETENTION_MOST_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int('must be a whole number of days')
    .min(1, 'must be at least 1')
    .max(limits.retention.mostDays, `must be at most ${limits.retention.mostDays}`)
    .optional(),
  /** Quotas of each owner, where people log in. */
  HEDDLE_OWNER_ACTIVE_RUNS: quota(limits.quotas.activeRuns),
  HEDDLE_OWNER_STARTS_PER_MINUTE: quota(limits.quotas.startsPerMinute),
  /** Rows of the audit have a retention of their own. */
  HEDDLE_AUDIT_RETENTION_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int('must be a whole number of days')
    .min(limits.audit.leastRetentionDays, `must be at least ${limits.audit.leastRetentionDays}`)
    .max(36_500, 'must be at most 36500')
    .default(limits.audit.retentionDays),
  HEDDLE_RETENTION_EXPORT: z.string().min(1, 'must name a folder').optional(),
  /** `off`: this engine has no worker of its own; others run its ASYNC steps. */
  HEDDLE_WORKER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  /** How many ASYNC steps a worker runs at once. */
  HEDDLE_WORKER_TASKS: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1)
    .max(1_000)
    .default(10),
  /**
   * The interval of a worker's heartbeats, the heartbeat timeout after which the worker counts as lost, and the
   * interval of the scan for lost workers.
   */
  HEDDLE_WORKER_HEARTBEAT_SECONDS: seconds(30),
  HEDDLE_WORKER_SILENCE_SECONDS: seconds(120),
  HEDDLE_WORKER_SCAN_SECONDS: seconds(60),
  /** The number of times an idempotent step is given to another worker. */
  HEDDLE_WORKER_RECOVERIES: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0)
    .max(100)
    .default(3),
  /** Hosts that HTTP steps may reach although they are private: `localhost:8080, 10.0.0.5`. Without a port: 80 and 443. */
  HEDDLE_HTTP_ALLOW: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((one) => one.trim().toLowerCase())
        .filter((one) => one !== ''),
    )
    .refine((hosts) => hosts.every((host) => /^([a-z\d._-]+|[a-f\d:]*:[a-f\d:]*)(:\d{1,5})?$/.test(host)), {
      error: 'must be hosts with or without a port, with commas between them, such as localhost:8080,10.0.0.5',
    }),
  /** Folders of YAML files that are published, separated like those of functions. */
  HEDDLE_WORKFLOWS: z.string().min(1, 'must name a folder').optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
})

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
  readonly dataDir: string
  readonly functionsFolders: readonly string[]
  /** Folders of YAML files that are published at the start and when they change. */
  readonly workflowsFolders: readonly string[]
  readonly notify: boolean
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
  /** Rows of the audit older than this are removed. */
  readonly auditRetentionDays: number
  /** Folder into which runs are written before they are removed. */
  readonly retentionExport: string | undefined
  readonly worker: WorkerSettings
  readonly httpAllow: readonly string[]
  /** Secrets of the environment; none where people log in. */
  readonly secrets: Secrets
  readonly masterKey: MasterKeySettings
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

export class EnvError extends Error {}

/** Parses the given variables; throws `EnvError` with one sentence per wrong value. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((key) => (variables[key] ? [[key, variables[key]]] : [])),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new EnvError(
      parsed.error.issues
        .map(({ path: [name], message }) => `${String(name)}${shown(String(name), given[String(name)])} ${message}`)
        .join('\n'),
    )
  }
  const wrongOrigins = originProblems(variables)
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
    dataDir: resolve(value.HEDDLE_DATA_DIR),
    functionsFolders: foldersOf(value.HEDDLE_FUNCTIONS),
    workflowsFolders: foldersOf(value.HEDDLE_WORKFLOWS ?? ''),
    notify: value.HEDDLE_NOTIFY === 'on',
    auth: value.HEDDLE_AUTH === 'on',
    localToken: value.HEDDLE_LOCAL_TOKEN,
    authSecret: value.HEDDLE_AUTH_SECRET,
    oidc,
    onFailure: value.HEDDLE_ON_FAILURE,
    mail: mailSettings(value.HEDDLE_SMTP_URL, value.HEDDLE_MAIL_FROM),
    observers: value.HEDDLE_OBSERVERS && resolve(value.HEDDLE_OBSERVERS),
    retentionDays: value.HEDDLE_RETENTION_DAYS,
    retentionMostDays: value.HEDDLE_RETENTION_MOST_DAYS,
    quota: {
      activeRuns: value.HEDDLE_OWNER_ACTIVE_RUNS,
      startsPerMinute: value.HEDDLE_OWNER_STARTS_PER_MINUTE,
    },
    auditRetentionDays: value.HEDDLE_AUDIT_RETENTION_DAYS,
    retentionExport: value.HEDDLE_RETENTION_EXPORT && resolve(value.HEDDLE_RETENTION_EXPORT),
    worker: {
      builtIn: value.HEDDLE_WORKER === 'on',
      tasks: value.HEDDLE_WORKER_TASKS,
      heartbeatMs: value.HEDDLE_WORKER_HEARTBEAT_SECONDS * 1_000,
      heartbeatTimeoutMs: value.HEDDLE_WORKER_SILENCE_SECONDS * 1_000,
      scanMs: value.HEDDLE_WORKER_SCAN_SECONDS * 1_000,
      recoveries: value.HEDDLE_WORKER_RECOVERIES,
    },
    httpAllow: value.HEDDLE_HTTP_ALLOW,
    secrets: value.HEDDLE_AUTH === 'on' ? noSecrets : readSecrets(variables),
    masterKey,
    development: value.NODE_ENV === 'development',
  }
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
  'HEDDLE_PUBLIC_URL',
  'HEDDLE_SMTP_URL',
  'HEDDLE_AUTH_SECRET',
]

/** The given value; left out where it may contain a password or a token. */
function shown(name: string, value: string | undefined): string {
  return secretVariables.includes(name) ? '' : `=${value}`
}

const isProblems = (access: PublicAccess | null | readonly string[]): access is readonly string[] =>
  Array.isArray(access)

/** The master keys, both checked: a start with a wrong key would encrypt secrets that no later start can read. */
function masterKeySettings(value: z.infer<typeof schema>): MasterKeySettings {
  const current = keySource('HEDDLE_MASTER_KEY', value.HEDDLE_MASTER_KEY, value.HEDDLE_MASTER_KEY_FILE)
  const previous = keySource(
    'HEDDLE_MASTER_KEY_PREVIOUS',
    value.HEDDLE_MASTER_KEY_PREVIOUS,
    value.HEDDLE_MASTER_KEY_PREVIOUS_FILE,
  )
  if (current === null && value.HEDDLE_AUTH === 'on') {
    throw new EnvError(
      'HEDDLE_MASTER_KEY_FILE or HEDDLE_MASTER_KEY must be set with HEDDLE_AUTH=on, to 32 random bytes in base64, for example from: openssl rand -base64 32',
    )
  }
  const file = join(resolve(value.HEDDLE_DATA_DIR), 'master-key')
  if (current !== null) return { current, previous }
  return { current: { from: 'made', file }, previous: previous ?? { from: 'made', file: `${file}.previous` } }
}

function keySource(setting: string, text: string | undefined, file: string | undefined): KeySource | null {
  if (text !== undefined && file !== undefined) throw new EnvError(`Set ${setting} or ${setting}_FILE, not both.`)
  const source: KeySource | null =
    text !== undefined
      ? { from: 'text', setting, text }
      : file !== undefined
        ? { from: 'file', setting: `${setting}_FILE`, file: resolve(file) }
        : null
  const problem = source && keySourceProblem(source)
  if (problem !== null) throw new EnvError(problem)
  return source
}

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
