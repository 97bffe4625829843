import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { WAIT_LIMIT_MS } from '#tools/test/wait-limit.mjs'

const root = join(import.meta.dirname, '..', '..', '..')

/** A process that runs by itself, without a supervisor. */
export interface AloneProcess {
  readonly child: ChildProcess
  readonly output: () => string
  /** Waits for a text in its output, and returns the first group of the match. */
  said(text: RegExp): Promise<string>
  /** The answer of its operations port. */
  ops(path: string): Promise<{ readonly status: number; readonly body: unknown }>
  /** The answer of `/readyz`, once it has this status. */
  readyz(status: number): Promise<unknown>
  /** Its exit code. */
  readonly ended: Promise<number | null>
}

export function runAlone(
  parameters: readonly string[],
  settings: { readonly [name: string]: string },
  entry = join('cli', 'heddle.mjs'),
): AloneProcess {
  const child = spawn(process.execPath, [join(root, entry), ...parameters], {
    env: { ...process.env, HEDDLE_OPS_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const alone: AloneProcess = {
    child,
    output: () => output,
    ended,
    said: (text) => until(() => text.exec(output)?.[1] ?? null),
    async ops(path) {
      const port = await alone.said(/answers \/healthz and \/readyz on [\d.]+:(\d+)/)
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return { status: response.status, body: await response.json() }
    },
    readyz: (status) =>
      until(async () => {
        const answer = await alone.ops('/readyz')
        return answer.status === status ? answer.body : null
      }),
  }
  return alone

  async function until<Found>(look: () => Found | null | Promise<Found | null>): Promise<Found> {
    const deadline = performance.now() + WAIT_LIMIT_MS
    for (;;) {
      const found = await look()
      if (found !== null) return found
      if (child.exitCode !== null) throw new Error(`The process has ended:\n${output}`)
      if (performance.now() > deadline) throw new Error(`The process has not come so far:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
