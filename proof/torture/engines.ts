import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Pool } from 'pg'
import { forgetLastCalls } from '#server/engine/executor/quarantine/last-calls.ts'
import { expireLease } from '#server/engine/expire-lease.ts'

/** Several engines on one database, each started again when it has died, as the supervisor does. */
export interface Engines {
  readonly running: readonly RunningEngine[]
  readonly fencedAppends: number
  /** Function threads and isolated processes that were lost without their engine. */
  readonly lost: { readonly threads: number; readonly isolated: number }
  /** Lines in which an engine speaks of a bug: a parked run, or one that cannot be taken up. */
  readonly complaints: readonly string[]
  /** SIGKILL, then a new one. `supervised`: the lease of the dead one ends at once, otherwise when its time is up. */
  kill(engine: RunningEngine, supervised: boolean): Promise<void>
  /** SIGTERM: it hands its runs back, ends, and a new one takes its place. */
  drain(engine: RunningEngine): void
  freeze(engine: RunningEngine): void
  thaw(engine: RunningEngine): void
  stop(): Promise<void>
}

export interface RunningEngine {
  readonly pid: number
  frozen: boolean
}

const RESTART_MS = 250
/** Lost workers are noticed soon: a freeze is longer than their heartbeat timeout. */
const hastyWorkers = {
  HEDDLE_WORKER_HEARTBEAT_SECONDS: '1',
  HEDDLE_WORKER_SILENCE_SECONDS: '4',
  HEDDLE_WORKER_SCAN_SECONDS: '1',
  HEDDLE_WORKER_RECOVERIES: '20',
}
const entry = join(import.meta.dirname, '../../server/processes/engine.ts')
const functions = join(import.meta.dirname, '..', 'testing', 'functions')

export async function startEngines(databaseUrl: string, pool: Pool, count: number): Promise<Engines> {
  const children = new Map<RunningEngine, ChildProcess>()
  const complaints: string[] = []
  let fencedAppends = 0
  const lost = { threads: 0, isolated: 0 }
  let stopping = false

  const hear = (line: string) => {
    const stale = /(\d+) stale appends were refused/.exec(line)
    if (stale) fencedAppends += Number(stale[1])
    if (line.includes('a function thread was lost')) lost.threads += 1
    if (line.includes('has ended the process in which it was alone')) lost.isolated += 1
    if (/is parked|cannot be taken up|cannot be stored/.test(line)) complaints.push(line)
  }
  const launch = async (): Promise<void> => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
      env: { ...process.env, DATABASE_URL: databaseUrl, HEDDLE_FUNCTIONS: functions, ...hastyWorkers },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', hear)
    const engine: RunningEngine = { pid: child.pid ?? 0, frozen: false }
    const ended = once(child, 'exit')
    // Also when it ends by itself, say because the database is away while it starts.
    void ended.then(() => {
      children.delete(engine)
      if (!stopping) setTimeout(() => void launch(), RESTART_MS)
    })
    await Promise.race([once(child, 'message'), ended])
    if (child.exitCode === null && child.signalCode === null) children.set(engine, child)
  }
  await Promise.all(Array.from({ length: count }, launch))

  return {
    get running() {
      return [...children.keys()]
    },
    get fencedAppends() {
      return fencedAppends
    },
    lost,
    complaints,
    async kill(engine, supervised) {
      const child = children.get(engine)
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      // The supervisor knows that it was killed, and another machine has nothing of it.
      forgetLastCalls(engine.pid)
      if (supervised) await expireLease(pool, engine.pid).catch(() => undefined)
    },
    drain(engine) {
      children.get(engine)?.kill('SIGTERM')
      children.delete(engine)
    },
    freeze(engine) {
      engine.frozen = true
      children.get(engine)?.kill('SIGSTOP')
    },
    thaw(engine) {
      engine.frozen = false
      children.get(engine)?.kill('SIGCONT')
    },
    async stop() {
      stopping = true
      await Promise.all(
        [...children].map(async ([engine, child]) => {
          const ended = once(child, 'exit')
          if (engine.frozen) child.kill('SIGCONT')
          child.kill('SIGTERM')
          await ended
        }),
      )
    },
  }
}
