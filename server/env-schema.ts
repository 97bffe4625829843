import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { isSmtpAddress, senderOf } from './mail-settings.ts'
import { publicOrigin } from './public-access.ts'
import { headersOfList } from './trace-collector.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

/** A setting of seconds. */
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

const GIGABYTE = 1024 ** 3

const quota = (usual: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_000_000_000, 'must be at most 1000000000')
    .default(usual)

const slots = z.coerce
  .number({ error: 'must be a number' })
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(limits.slots.most, `must be at most ${limits.slots.most}`)
  .optional()

/** The settings of the environment, each with its check; `env.ts` checks what they say together. */
export const envSchema = z.object({
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
  /** A standby of the database, which answers lists, searches and numbers. */
  HEDDLE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL address such as postgresql://user:password@replica:5432/heddle')
    .optional(),
  HEDDLE_DATA_DIR: z.string().min(1, 'must name a folder').default('.heddle'),
  /** Folders of step functions, separated by the platform's path separator. */
  HEDDLE_FUNCTIONS: z.string().min(1, 'must name a folder').default('examples/functions'),
  /** `on`: the routes of clients of neops are served. */
  HEDDLE_NEOPS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  /** `on`: the routes of PostGrip's SDKs are served. */
  HEDDLE_POSTGRIP: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  /** `off` proves that nothing depends on NOTIFY: polling alone must do. */
  HEDDLE_NOTIFY: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  /** The Redis or Valkey that carries hints between processes, instead of NOTIFY. Nothing is stored there. */
  HEDDLE_HINTS: z
    .string()
    .regex(/^rediss?:\/\//, 'must be the address of a Redis or Valkey such as redis://host:6379')
    .optional(),
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
  /** The OpenTelemetry collector (OTLP by HTTP) that receives the spans of runs. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((value) => /^https?:/i.test(value) && URL.canParse(value), {
      error: 'must be an address such as http://127.0.0.1:4318',
    })
    .optional(),
  /** Headers for the collector, as `name=value` pairs separated by commas; values are percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((value) => headersOfList(value) !== null, {
      error: 'must be pairs such as authorization=Bearer%20abc, separated by commas',
    })
    .optional(),
  /** The page of a trace, with `{trace_id}` in the place of its id. */
  HEDDLE_TRACE_URL: z
    .string()
    .refine((value) => /^https?:/i.test(value) && URL.canParse(value) && value.includes('{trace_id}'), {
      error: 'must be an address such as https://traces.example.com/trace/{trace_id}',
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
  HEDDLE_OWNER_STORED_GB: quota(limits.quotas.storedBytes / GIGABYTE),
  /** In each engine. */
  HEDDLE_OWNER_HTTP_STEPS: quota(limits.stepsAtOnce.requests),
  HEDDLE_OWNER_SCRIPTS: quota(limits.stepsAtOnce.scripts),
  /** How many runs execute at once, of all owners and of one, and how long a new run waits for its slot. */
  HEDDLE_RUN_SLOTS: slots,
  HEDDLE_RUN_SLOTS_PER_OWNER: slots,
  HEDDLE_RUN_SLOTS_WAIT_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds' })
    .min(0, 'must be at least 0')
    .max(limits.slots.waitSeconds, `must be at most ${limits.slots.waitSeconds}`)
    .optional(),
  /** Rows of the audit have a retention of their own. */
  HEDDLE_AUDIT_RETENTION_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int('must be a whole number of days')
    .min(limits.audit.leastRetentionDays, `must be at least ${limits.audit.leastRetentionDays}`)
    .max(36_500, 'must be at most 36500')
    .default(limits.audit.retentionDays),
  HEDDLE_RETENTION_EXPORT: z.string().min(1, 'must name a folder').optional(),
  /** Unset: the archive keeps runs for ever. */
  HEDDLE_ARCHIVE_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int('must be a whole number of days')
    .min(1, 'must be at least 1')
    .max(36_500, 'must be at most 36500')
    .optional(),
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
  /** The port of this process for its supervisor: `/healthz` and `/readyz`. Unset: none; 0: any free one. */
  HEDDLE_OPS_PORT: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0)
    .max(65_535)
    .optional(),
  HEDDLE_OPS_HOST: z
    .string()
    .regex(/^[a-z\d.:_-]+$/i, 'must be an address of this machine such as 127.0.0.1 or 0.0.0.0, or a name of it')
    .default('127.0.0.1'),
  /** By this id, `heddle engine --gone` ends the lease of an engine that is gone. Unset: made at the start. */
  HEDDLE_PROCESS_ID: z
    .string()
    .regex(/^[\w.:@-]{1,200}$/, 'must have at most 200 letters, digits and .:@_-')
    .optional(),
  /** How long a stopping engine waits for its calls under way. */
  HEDDLE_DRAIN_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds' })
    .min(0, 'must be at least 0')
    .max(3_600, 'must be at most 3600')
    .default(30),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
})

export type EnvVariables = z.infer<typeof envSchema>
