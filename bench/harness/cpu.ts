import { readdir, readFile } from 'node:fs/promises'

/** Microseconds on a processor, by what they were spent for. */
export interface Cpu {
  readonly main: number
  readonly functions: number
  /** The index of runs; what else goes on in the background is in `main`, as it is in that thread. */
  readonly background: number
  /** Garbage collection, compilation, file system. */
  readonly other: number
}

/** As `server/operations/search/run-index.ts` names it. */
const INDEX_THREAD = 'run index'

/** What looking has cost by itself. */
const looking = { total: 0, main: 0 }

/** Of this process, by thread. Without Linux's /proc everything but the main thread is `other`. */
export async function cpuOfThreads(): Promise<Cpu> {
  const total = sum(process.cpuUsage())
  const main = sum(process.threadCpuUsage())
  const { total: lookedTotal, main: lookedMain } = looking
  const { functions, background } = await cpuOfWorkers().catch(() => ({ functions: 0, background: 0 }))
  looking.total += sum(process.cpuUsage()) - total
  looking.main += sum(process.threadCpuUsage()) - main
  const ownMain = main - lookedMain
  return { main: ownMain, functions, background, other: total - lookedTotal - ownMain - functions - background }
}

async function cpuOfWorkers(): Promise<Pick<Cpu, 'functions' | 'background'>> {
  const used = { functions: 0, background: 0 }
  for (const thread of await readdir('/proc/self/task')) {
    const name = (await readFile(`/proc/self/task/${thread}/comm`, 'utf8')).trim()
    const kind = name === 'WorkerThread' ? 'functions' : name === INDEX_THREAD ? 'background' : null
    if (kind) used[kind] += (await onProcessor(`self/task/${thread}`)) / 1000
  }
  return used
}

/** Of all threads. */
export function allOf({ main, functions, background, other }: Cpu): number {
  return main + functions + background + other
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
    background: after.background - before.background,
    other: after.other - before.other,
  }
}
