import { limits } from '#core/limits.ts'
import { workAgain, workLost } from './lose-work.ts'
import type { LostWork, WorkStore } from './ports.ts'

export interface ScanOptions {
  /** How long a worker may be silent where the step does not say. */
  readonly silenceMs: number
  /** How often an idempotent step is given to another worker. */
  readonly recoveries: number
  /** Only says what it would do. */
  readonly dryRun?: boolean
}

export interface ScanResult {
  readonly found: number
  readonly recovered: number
  readonly failed: number
  readonly durationMs: number
  /** One line for each, in words. */
  readonly lines: readonly string[]
}

/**
 * Looks for steps whose workers are gone. An idempotent one is offered to the
 * others, a few times; any other one fails its run as FAILED_WORKER_CRASH.
 * Any number of scans may run at once: each task has one token to go by.
 */
export async function scanForLostWork(store: WorkStore, options: ScanOptions): Promise<ScanResult> {
  const { silenceMs, recoveries, dryRun = false } = options
  const startedAt = performance.now()
  const lost = await store.listLost(silenceMs, limits.worker.scanBatch)
  let recovered = 0
  let failed = 0
  const lines: string[] = []
  for (const work of lost) {
    const again = work.idempotent && work.recoveries < recoveries
    const what = again ? `is run again (${work.recoveries + 1} of ${recoveries})` : 'fails'
    if (!dryRun && !(await (again ? recover(store, work, recoveries) : giveUp(store, work)))) continue
    lines.push(`${describe(work)}: ${dryRun ? 'would say that it ' : ''}${what}`)
    if (again) recovered += 1
    else failed += 1
  }
  return { found: lost.length, recovered, failed, durationMs: performance.now() - startedAt, lines }
}

function recover(store: WorkStore, { token, request, recoveries: before }: LostWork, most: number): Promise<boolean> {
  const note = `Its worker was lost; it is run again (${before + 1} of ${most}).`
  return store.offerAgain(token, true, workAgain(request, note))
}

function giveUp(store: WorkStore, { token, request, silentMs }: LostWork): Promise<boolean> {
  return store.finish(token, workLost(request, `has been silent for ${Math.round(silentMs / 1_000)} s`))
}

function describe({ workflow, runId, request, workerId, silentMs }: LostWork): string {
  return `${workflow} ${runId} ${request.step}: worker ${workerId} silent for ${Math.round(silentMs / 1_000)} s`
}
