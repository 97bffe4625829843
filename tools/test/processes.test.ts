import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'vitest'

const command = join(import.meta.dirname, 'testing', 'stubborn-run.mjs')

test.concurrent.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s leaves no process and no temporary file behind',
  async (signal, { expect }) => {
    const run = spawn(process.execPath, [command], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(run, 'exit')
    const { pid, folder } = await leftBehind(run.stdout)
    expect(isAlive(pid)).toBe(true)

    run.kill(signal)
    await ended

    // Init may take a moment to collect a process that has ended.
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(existsSync(folder)).toBe(false)
  },
)

/** The pid of a process that ignores SIGTERM in a group of its own, and a folder that stays behind. */
async function leftBehind(output: NodeJS.ReadableStream): Promise<{ pid: number; folder: string }> {
  for await (const line of createInterface({ input: output })) {
    const [, pid, folder] = /left (\d+) (.+)/.exec(line) ?? []
    if (pid && folder) return { pid: Number(pid), folder }
  }
  throw new Error('The run ended before it had started anything.')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
