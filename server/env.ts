import { delimiter, resolve } from 'node:path'
import { z } from 'zod'

/**
 * The only reader of the environment. A wrong value stops the start with a
 * sentence that names it; nothing half-starts.
 */
const schema = z.object({
  PORT: z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(0).max(65_535).default(3000),
  HOST: z
    .string()
    .default('127.0.0.1')
    .refine((host) => ['127.0.0.1', 'localhost', '::1'].includes(host), {
      error:
        'must stay 127.0.0.1 for now: Heddle has no login yet, so it answers this machine only. Put a reverse proxy with its own login in front to share it.',
    }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL address such as postgresql://user:password@host:5432/heddle')
    .optional(),
  HEDDLE_DATA_DIR: z.string().min(1, 'must name a folder').default('.heddle'),
  /** Folders of step functions, separated by the platform's path separator. */
  HEDDLE_FUNCTIONS: z.string().min(1, 'must name a folder').default('examples/functions'),
  /** `off` proves that nothing depends on NOTIFY: polling alone must do. */
  HEDDLE_NOTIFY: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  /** Called when a run fails: an address, or a command for the shell. */
  HEDDLE_ON_FAILURE: z
    .string()
    .refine((value) => !/^https?:/i.test(value) || URL.canParse(value), {
      error: 'must be a valid address or a command',
    })
    .optional(),
  /** Unset: every run is kept. */
  HEDDLE_RETENTION_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .min(1, 'must be at least 1')
    .max(36_500, 'must be at most 36500')
    .optional(),
  HEDDLE_RETENTION_EXPORT: z.string().min(1, 'must name a folder').optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
})

export interface Env {
  readonly port: number
  readonly host: string
  /** Unset: the embedded PostgreSQL under the data directory. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly functionsFolders: readonly string[]
  readonly notify: boolean
  /** Address or command that hears of failed runs. */
  readonly onFailure: string | undefined
  /** Finished runs older than this are removed; unset: none. */
  readonly retentionDays: number | undefined
  /** Folder into which runs are written before they are removed. */
  readonly retentionExport: string | undefined
  readonly development: boolean
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
        .map((issue) => `${String(issue.path[0])}=${given[String(issue.path[0])]} ${issue.message}`)
        .join('\n'),
    )
  }
  const value = parsed.data
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    dataDir: resolve(value.HEDDLE_DATA_DIR),
    functionsFolders: value.HEDDLE_FUNCTIONS.split(delimiter).map((folder) => resolve(folder)),
    notify: value.HEDDLE_NOTIFY === 'on',
    onFailure: value.HEDDLE_ON_FAILURE,
    retentionDays: value.HEDDLE_RETENTION_DAYS,
    retentionExport: value.HEDDLE_RETENTION_EXPORT && resolve(value.HEDDLE_RETENTION_EXPORT),
    development: value.NODE_ENV === 'development',
  }
}

/** The environment of this process; ends it with a sentence when a value is wrong. */
export function loadEnv(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`Heddle cannot start:\n${error.message}\n`)
    process.exit(1)
  }
}
