import { readdir, readFile } from 'node:fs/promises'

/** Microseconds on a processor, by what they were spent for. */
export interface Cpu {
  readonly main: number
  readonly functions: number
  /** Garbage collection, compilation, file system. */
  readonly other: number
}

/** What looking has cost by itself. */
const looking = { total: 0, main: 0 }

/** Of this process, by thread. Without Linux's /proc everything but the main thread is `other`. */
export async function cpuOfThreads(): Promise<Cpu> {
  const total = sum(process.cpuUsage())
  const main = sum(process.threadCpuUsage())
  const { total: lookedTotal, main: lookedMain } = looking
  const functions = await cpuOfWorkers().catch(() => 0)
  looking.total += sum(process.cpuUsage()) - total
  looking.main += sum(process.threadCpuUsage()) - main
  const ownMain = main - lookedMain
  return { main: ownMain, functions, other: total - lookedTotal - ownMain - functions }
}

async function cpuOfWorkers(): Promise<number> {
  let nanoseconds = 0
  for (const thread of await readdir('/proc/self/task')) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8')
    if (name.trim() === 'WorkerThread') nanoseconds += await onProcessor(`self/task/${thread}`)
  }
  return nanoseconds / 1000
}

export type CpuByProcess = ReadonlyMap<number, number>

/** Of whole processes of one thread each, such as those of PostgreSQL. */
export async function cpuByProcess(pids: readonly number[]): Promise<CpuByProcess> {
  const each = await Promise.all(
    pids.map(async (pid) => [pid, (await onProcessor(String(pid)).catch(() => 0)) / 1000] as const),
  )
  return new Map(each)
}

/** What has ended in between is not counted. */
export function processCpuBetween(before: CpuByProcess, after: CpuByProcess): number {
  let total = 0
  for (const [pid, used] of after) total += Math.max(0, used - (before.get(pid) ?? 0))
  return total
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
