import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { refuseCanaryIn } from '#server/db/testing/canary.ts'
import { forgetLastCalls } from '#server/engine/executor/quarantine/last-calls.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
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

const engineEntry = join(import.meta.dirname, '../../server/processes/engine.ts')

export async function spawnEngine(databaseUrl: string): Promise<EngineProcess> {
  const { child, output, died } = spawnNode(databaseUrl, [engineEntry])
  const started = await Promise.race([once(child, 'message'), died.then(() => null)])
  if (!started) throw new Error(`The engine did not start:\n${output()}`)
  const pid = child.pid ?? 0
  return {
    pid,
    output,
    died,
    signal: (signal) => child.kill(signal),
    async kill(pool) {
      child.kill('SIGKILL')
      await died
      forgetLastCalls(pid)
      await expireLease(pool, pid)
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await died
      refuseCanaryIn('The output of an engine', output())
    },
  }
}

export interface NodeProcess {
  readonly child: ChildProcess
  readonly output: () => string
  readonly died: Promise<unknown>
}

/** A process of this Node with a channel to it, that knows the database and the functions of the tests. */
export function spawnNode(
  databaseUrl: string,
  parameters: readonly string[],
  settings: { readonly [name: string]: string } = {},
): NodeProcess {
  const child = spawn(process.execPath, parameters, {
    env: {
      ...process.env,
      ...settings,
      DATABASE_URL: databaseUrl,
      HEDDLE_FUNCTIONS: testFunctions,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return { child, output: () => output, died: once(child, 'exit') }
}
