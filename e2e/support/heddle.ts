import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WAIT_LIMIT_MS } from '../../tools/test/wait-limit.mjs'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

/** Variable with the data directory that `prepared-data.ts` has set up. */
export const PREPARED_DATA = 'HEDDLE_PREPARED_DATA'

/** A Heddle of its own for a spec: the real `npm start` on an unused data directory and a free port. */
export interface Heddle {
  readonly url: string
  readonly dataDir: string
  readonly port: number
  /** npm itself: what a terminal would send Ctrl-C to. */
  readonly process: ChildProcess
  /** Milliseconds from the command to its "ready" line. */
  readonly readyMs: number
  output(): string
  /** The pid that a child last reported as ready, from the log. */
  pidOf(child: 'database' | 'engine' | 'web'): number
  /** Resolves with the output when the command ends. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

export interface HeddleOptions {
  readonly dataDir?: string
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  readonly user?: { readonly uid: number; readonly gid: number }
}

/** Starts it and waits for its "ready" line; rejects with the output when it ends before. */
export async function startHeddle(options: HeddleOptions = {}): Promise<Heddle> {
  // On a PostgreSQL of somebody else's, Heddle makes none.
  const fresh = options.env?.DATABASE_URL ? temporaryFolder : newDataDir
  const dataDir = options.dataDir ?? (await fresh())
  const port = options.port ?? (await freePort())
  const startedAt = performance.now()
  const child = launch(dataDir, port, options)
  let output = ''
  const ended = new Promise<string>((resolve) => child.on('exit', () => resolve(output)))
  const ready = new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      if (/ready in [\d.]+ s: http/.test(output)) resolve()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('exit', () => reject(new Error(`Heddle ended before it was ready:\n${output}`)))
    setTimeout(() => reject(new Error(`Heddle was not ready in time:\n${output}`)), WAIT_LIMIT_MS).unref()
  })
  await ready.catch((error: unknown) => {
    // Nobody else would stop it, and it would go on beside the journeys that follow.
    child.kill('SIGTERM')
    throw error
  })
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    port,
    process: child,
    readyMs: performance.now() - startedAt,
    output: () => output,
    pidOf: (name) => Number([...output.matchAll(new RegExp(`${name}\\s+ready \\(pid (\\d+)\\)`, 'g'))].at(-1)?.[1]),
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
      // A database that is stopping may still write a file into a folder that is being emptied.
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Runs `npm start` until it ends by itself, for starts that are refused. */
export async function runHeddle(options: HeddleOptions): Promise<{ code: number | null; output: string }> {
  const child = launch(options.dataDir ?? (await temporaryFolder()), options.port ?? (await freePort()), options)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, output })))
}

/** A new data directory: a copy of the prepared one with its owners and rights, or an empty one without it. */
async function newDataDir(): Promise<string> {
  const dataDir = await temporaryFolder()
  const prepared = process.env[PREPARED_DATA]
  if (prepared) await run('cp', ['-a', `${prepared}/.`, dataDir])
  return dataDir
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-e2e-'))
  await chmod(folder, 0o755)
  return folder
}

function launch(dataDir: string, port: number, options: HeddleOptions): ChildProcess {
  // The path as a user has it: npm puts the project's own Node first by itself.
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.startsWith(root))
  return spawn('npm', ['start', '--silent'], {
    cwd: root,
    ...options.user,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: path.join(':'),
      PORT: String(port),
      HEDDLE_DATA_DIR: dataDir,
      // What HTTP steps of the journeys ask: its own API.
      HEDDLE_HTTP_ALLOW: `127.0.0.1:${port}`,
      ...options.env,
    },
  })
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
