import { closeSync, openSync, readdirSync, readSync } from 'node:fs'

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
export function cpuOfThreads(): Cpu {
  const total = sum(process.cpuUsage())
  const main = sum(process.threadCpuUsage())
  const { total: lookedTotal, main: lookedMain } = looking
  const { functions, background } = cpuOfWorkers()
  looking.total += sum(process.cpuUsage()) - total
  looking.main += sum(process.threadCpuUsage()) - main
  const ownMain = main - lookedMain
  return { main: ownMain, functions, background, other: total - lookedTotal - ownMain - functions - background }
}

function cpuOfWorkers(): Pick<Cpu, 'functions' | 'background'> {
  const used = { functions: 0, background: 0 }
  for (const thread of threadsOf('self')) {
    const name = read(`self/task/${thread}/comm`).trim()
    const kind = name === 'WorkerThread' ? 'functions' : name === INDEX_THREAD ? 'background' : null
    if (kind) used[kind] += onProcessor(`self/task/${thread}`) / 1000
  }
  return used
}

/** Of all threads. */
export function allOf({ main, functions, background, other }: Cpu): number {
  return main + functions + background + other
}

export type CpuByProcess = ReadonlyMap<number, number>

/** Of whole processes of one thread each, such as those of PostgreSQL. */
export function cpuByProcess(pids: readonly number[]): CpuByProcess {
  return new Map(pids.map((pid) => [pid, onProcessor(String(pid)) / 1000]))
}

/** What has ended in between is not counted. */
export function processCpuBetween(before: CpuByProcess, after: CpuByProcess): number {
  let total = 0
  for (const [pid, used] of after) total += Math.max(0, used - (before.get(pid) ?? 0))
  return total
}

/** Of one process with all its threads. */
export function cpuOfProcess(pid: number): number {
  return sumOf(threadsOf(String(pid)).map((thread) => onProcessor(`${pid}/task/${thread}`))) / 1000
}

function onProcessor(path: string): number {
  return Number(read(`${path}/schedstat`).split(' ')[0])
}

function threadsOf(process: string): readonly string[] {
  try {
    return readdirSync(`/proc/${process}/task`)
  } catch {
    return []
  }
}

const bytes = Buffer.alloc(256)

/**
 * A short file of /proc; empty when it is not there, or not any more. Node's own way takes half a megabyte of memory for each, as
 * these files do not say how long they are: what looked on had the engine collect its garbage every few runs.
 */
function read(path: string): string {
  try {
    const file = openSync(`/proc/${path}`, 'r')
    try {
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
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
