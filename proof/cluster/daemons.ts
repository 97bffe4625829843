import { spawn } from 'node:child_process'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface DaemonOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly user?: { readonly uid: number; readonly gid: number } | null
}

/** Processes that outlive the command that starts them: each has a pid file, a log and a process group of its own. */
export interface Daemons {
  start(name: string, command: string, words: readonly string[], options?: DaemonOptions): Promise<void>
  /** Sends the signal to the process and to all that it started; false when it does not run. */
  signal(name: string, signal: NodeJS.Signals): Promise<boolean>
  /** SIGTERM, and SIGKILL where that is not enough. */
  stop(name: string): Promise<void>
  isRunning(name: string): Promise<boolean>
  names(): Promise<readonly string[]>
  logOf(name: string): string
}

const STOP_LOOKS = 100
const LOOK_MS = 100

export async function daemonsIn(folder: string): Promise<Daemons> {
  const pids = join(folder, 'pids')
  const logs = join(folder, 'logs')
  await mkdir(pids, { recursive: true })
  await mkdir(logs, { recursive: true })
  const fileOf = (name: string) => join(pids, `${name}.pid`)
  const logOf = (name: string) => join(logs, `${name}.log`)
  const pidOf = async (name: string) => Number(await readFile(fileOf(name), 'utf8').catch(() => '0'))

  const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
    try {
      process.kill(-pid, signal)
      return true
    } catch {
      return false
    }
  }

  const daemons: Daemons = {
    logOf,
    async start(name, command, words, { env, cwd, user } = {}) {
      const log = await open(logOf(name), 'a')
      const child = spawn(command, words, {
        ...user,
        cwd: cwd ?? folder,
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      })
      await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
      child.unref()
      await log.close()
      await writeFile(fileOf(name), String(child.pid))
    },
    async signal(name, signal) {
      const pid = await pidOf(name)
      return pid > 0 && send(pid, signal)
    },
    async stop(name) {
      const pid = await pidOf(name)
      if (pid > 0) {
        // A stopped process takes no SIGTERM.
        send(pid, 'SIGCONT')
        send(pid, 'SIGTERM')
        for (let look = 0; look < STOP_LOOKS && send(pid, 0); look += 1) await sleep(LOOK_MS)
        send(pid, 'SIGKILL')
      }
      await rm(fileOf(name), { force: true })
    },
    async isRunning(name) {
      const pid = await pidOf(name)
      return pid > 0 && send(pid, 0)
    },
    async names() {
      return (await readdir(pids)).map((file) => file.replace(/\.pid$/, '')).sort()
    },
  }
  return daemons
}
