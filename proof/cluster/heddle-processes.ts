import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ensureBuild } from '#server/processes/prepare.mjs'
import type { Daemons } from './daemons.ts'
import { freePorts } from './plan.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const command = join(root, 'cli', 'heddle.mjs')

/** How many processes of each kind a cluster has. */
export interface ProcessCounts {
  readonly engines: number
  readonly webs: number
  readonly workers: number
}

/** The address of a process: where it serves pages, or answers `/readyz`. */
interface Started {
  readonly name: string
  readonly url: string
}

const READY_LOOKS = 600
const LOOK_MS = 200

/** Migrates the database and starts the processes of Heddle on it. Returns when each of them is ready. */
export async function startHeddle(
  daemons: Daemons,
  databaseUrl: string,
  { engines, webs, workers }: ProcessCounts,
): Promise<readonly Started[]> {
  // A build takes longer than a process may take to become ready.
  if (webs > 0) ensureBuild()
  const env = { DATABASE_URL: databaseUrl, HEDDLE_FUNCTIONS: join(root, 'examples', 'functions') }
  await run(process.execPath, [command, 'migrate'], { env: { ...process.env, ...env } })
  const wanted = [
    ...numbered('engine', engines, { HEDDLE_WORKER: 'off' }),
    ...numbered('web', webs),
    ...numbered('worker', workers),
  ]
  const ports = await freePorts(wanted.length + webs)
  return Promise.all(
    wanted.map(async ({ kind, name, settings }) => {
      const opsPort = ports.pop() ?? 0
      const port = kind === 'web' ? (ports.pop() ?? 0) : null
      await daemons.start(name, process.execPath, [command, kind], {
        env: { ...env, ...settings, HEDDLE_OPS_PORT: String(opsPort), ...(port !== null && { PORT: String(port) }) },
      })
      await untilReady(daemons, name, opsPort)
      return { name, url: port === null ? `http://127.0.0.1:${opsPort}/readyz` : `http://127.0.0.1:${port}` }
    }),
  )
}

const numbered = (kind: 'engine' | 'web' | 'worker', count: number, settings: Readonly<Record<string, string>> = {}) =>
  Array.from({ length: count }, (_, index) => ({ kind, name: `${kind}${index + 1}`, settings }))

async function untilReady(daemons: Daemons, name: string, opsPort: number): Promise<void> {
  for (let look = 0; look < READY_LOOKS; look += 1) {
    if (!(await daemons.isRunning(name))) break
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await sleep(LOOK_MS)
  }
  throw new Error(`${name} has not become ready. Its log is ${daemons.logOf(name)}.`)
}
