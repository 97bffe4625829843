import { readdir, readFile } from 'node:fs/promises'

/** Microseconds on a processor, by what they were spent for. */
export interface Cpu {
  readonly main: number
  readonly functions: number
  /** Garbage collection, compilation, file system. */
  readonly other: number
}

/** Of this process, by thread. Without Linux's /proc everything but the main thread is `other`. */
export async function cpuOfThreads(): Promise<Cpu> {
  const total = sum(process.cpuUsage())
  const main = sum(process.threadCpuUsage())
  const functions = await cpuOfWorkers().catch(() => 0)
  return { main, functions, other: total - main - functions }
}

async function cpuOfWorkers(): Promise<number> {
  let nanoseconds = 0
  for (const thread of await readdir('/proc/self/task')) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8')
    if (name.trim() === 'WorkerThread') nanoseconds += await onProcessor(`self/task/${thread}`)
  }
  return nanoseconds / 1000
}

/** Of whole processes of one thread each, such as those of PostgreSQL. What has ended meanwhile counts as nothing. */
export async function cpuOfProcesses(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map((pid) => onProcessor(String(pid)).catch(() => 0)))
  return each.reduce((total, nanoseconds) => total + nanoseconds, 0) / 1000
}

/** Of one process with all its threads. */
export async function cpuOfProcess(pid: number): Promise<number> {
  let nanoseconds = 0
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    nanoseconds += await onProcessor(`${pid}/task/${thread}`).catch(() => 0)
  }
  return nanoseconds / 1000
}

async function onProcessor(path: string): Promise<number> {
  return Number((await readFile(`/proc/${path}/schedstat`, 'utf8')).split(' ')[0])
}

function sum({ user, system }: { readonly user: number; readonly system: number }): number {
  return user + system
}

export function cpuBetween(before: Cpu, after: Cpu): Cpu {
  return {
    main: after.main - before.main,
    functions: after.functions - before.functions,
    other: after.other - before.other,
  }
}
