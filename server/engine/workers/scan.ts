import { limits } from '#core/limits.ts'
import { activityLost, workAgain, workLost } from './lose-work.ts'
import type { LostWork, WorkStore } from './ports.ts'
import { workerTuning } from './tuning.ts'

export interface ScanOptions {
  /** Heartbeat timeout of a worker where neither the step nor its workflow has one. */
  readonly heartbeatTimeoutMs: number
  /** How often an idempotent step is offered to another worker, where its workflow does not say. */
  readonly recoveries: number
  /** Changes nothing, and says what it would do. */
  readonly dryRun?: boolean
}

export interface ScanResult {
  readonly found: number
  readonly recovered: number
  readonly failed: number
  readonly durationMs: number
  /** One line for each lost task. */
  readonly lines: readonly string[]
}

/**
 * The scan looks for steps whose workers are lost. An idempotent step is offered to other workers, a few times; any other
 * step fails its run as FAILED_WORKER_CRASH. Any number of scans may run at once, because a change of a task needs its
 * token.
 */
export async function scanForLostWork(store: WorkStore, options: ScanOptions): Promise<ScanResult> {
  const { heartbeatTimeoutMs, dryRun = false } = options
  const startedAt = performance.now()
  const lost = await store.listLost(heartbeatTimeoutMs, workerTuning.scanBatch)
  if (!dryRun) await store.removeOldAnswers(limits.agent.answersKeptMs)
  let recovered = 0
  let failed = 0
  const lines: string[] = []
  for (const work of lost) {
    const most = work.request.recoveries ?? options.recoveries
    // News for a body changes nothing until it is answered: it goes to another agent as often as that is needed.
    const again = work.kind === 'workflow' || (work.idempotent && work.recoveries < most)
    const what = again ? `is retried (${work.recoveries + 1} of ${most})` : 'fails'
    if (!dryRun && !(await (again ? recover(store, work, most) : giveUp(store, work)))) continue
    lines.push(`${describe(work)}: ${dryRun ? 'would say that it ' : ''}${what}`)
    if (again) recovered += 1
    else failed += 1
  }
  return { found: lost.length, recovered, failed, durationMs: performance.now() - startedAt, lines }
}

function recover(
  store: WorkStore,
  { token, kind, request, recoveries: before }: LostWork,
  most: number,
): Promise<boolean> {
  if (kind === 'workflow') return store.offerAgain(token, true, null)
  const note = `Its worker was lost; retrying (${before + 1} of ${most}).`
  return store.offerAgain(token, true, workAgain(request, note))
}

function giveUp(store: WorkStore, work: LostWork): Promise<boolean> {
  const { token, kind, request, sinceHeartbeatMs, isOverdue } = work
  if (kind === 'activity') return store.finish(token, activityLost(request, isOverdue === true))
  return store.finish(token, workLost(request, `has been silent for ${Math.round(sinceHeartbeatMs / 1_000)} s`))
}

function describe({ workflow, runId, request, workerId, sinceHeartbeatMs }: LostWork): string {
  return `${workflow} ${runId} ${request.step ?? 'its code'}: worker ${workerId} silent for ${Math.round(sinceHeartbeatMs / 1_000)} s`
}
