import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import type { Env } from '../env.ts'
import { filesBelow } from '../files-below.ts'
import { speaks } from './vocabulary.ts'

export type ProcessKind = 'engine' | 'web' | 'worker'

/** What a process says about itself: which one it is, and what must be equal in all processes of an installation. */
export interface ProcessFacts {
  readonly id: string
  readonly kind: ProcessKind
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly speaks: number
  /** The hash of the names and contents of its step functions. */
  readonly functions: string
  /** Settings that must be equal, by the name of their variable. None of them is secret. */
  readonly settings: Readonly<Record<string, string>>
}

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  readonly version: string
}

const SOURCES = /\.[cm]?[jt]s$/

type FactsEnv = Pick<
  Env,
  'auth' | 'budget' | 'functionsFolders' | 'hintsUrl' | 'processId' | 'retentionDays' | 'retentionMostDays' | 'worker'
>

export async function factsOf(kind: ProcessKind, env: FactsEnv): Promise<ProcessFacts> {
  return {
    id: env.processId ?? `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
    kind,
    host: hostname(),
    pid: process.pid,
    version,
    speaks,
    functions: await hashOfFolders(env.functionsFolders),
    settings: sharedSettings(env),
  }
}

function sharedSettings({ auth, budget, hintsUrl, retentionDays, retentionMostDays, worker }: FactsEnv) {
  const settings = {
    HEDDLE_AUTH: auth ? 'on' : 'off',
    // Without its password.
    HEDDLE_HINTS: hintsUrl && new URL(hintsUrl).host,
    HEDDLE_RUN_SLOTS: budget?.slots,
    HEDDLE_RUN_SLOTS_PER_OWNER: budget?.perOwner,
    HEDDLE_RUN_SLOTS_WAIT_SECONDS: budget?.waitSeconds,
    HEDDLE_RETENTION_DAYS: retentionDays,
    HEDDLE_RETENTION_MOST_DAYS: retentionMostDays,
    HEDDLE_WORKER_SILENCE_SECONDS: worker.heartbeatTimeoutMs / 1_000,
    HEDDLE_WORKER_RECOVERIES: worker.recoveries,
  }
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value ?? 'unset')]))
}

/** One hash for the sources in the folders, wherever the folders lie; a missing folder has none. */
export async function hashOfFolders(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const file of await filesBelow(folder, SOURCES)) {
      hash
        .update(`${relative(folder, file)}\0`)
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex').slice(0, 16)
}
