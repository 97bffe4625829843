import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { testFunctions } from './harness.ts'

/** The engine as its own process, to be killed and frozen. */
export interface EngineProcess {
  readonly pid: number
  readonly output: () => string
  readonly died: Promise<unknown>
  signal(signal: NodeJS.Signals): void
  /** SIGKILL, and what the supervisor does then: the dead engine's lease ends at once. */
  kill(pool: Pool): Promise<void>
  stop(): Promise<void>
}

export async function spawnEngine(databaseUrl: string): Promise<EngineProcess> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl, HEDDLE_FUNCTIONS: testFunctions },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exited = once(child, 'exit')
  const started = await Promise.race([once(child, 'message'), exited.then(() => null)])
  if (!started) throw new Error(`The engine did not start:\n${output}`)
  const pid = child.pid ?? 0
  return {
    pid,
    output: () => output,
    died: exited,
    signal: (signal) => child.kill(signal),
    async kill(pool) {
      child.kill('SIGKILL')
      await exited
      await expireLease(pool, pid)
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}

export async function expireLease(pool: Pool, pid: number): Promise<void> {
  await pool.query('update engine set lease_expires_at = clock_timestamp() where pid = $1 and host = $2', [
    pid,
    hostname(),
  ])
}
