import type { Command } from '#core/run/command.ts'
import type { WorkOffered, WorkRecalled } from '../../commit/append.ts'
import type { WorkerRequest } from '../../ports.ts'
import type { LostWork, TakenWork, WorkStore } from '../../workers/ports.ts'
import { post, type Tables, type WorkRow, wake } from './tables.ts'

/** The tasks of workers in memory; the twin of `workers/work-store.ts`. */
export function createMemoryWork(tables: Tables, now: () => number, newToken: () => string): WorkStore {
  const rows = () => [...tables.work.values()]
  const holding = (token: string) => rows().find((row) => row.token === token)
  const stillWanted = (tokens: readonly string[]) => new Set(tokens.filter((token) => holding(token) !== undefined))
  const change = (row: WorkRow, changes: Partial<WorkRow>) =>
    tables.work.set(workKey(row.runId, row.taskId), { ...row, ...changes })
  const tell = (runId: string, command: Command) => {
    post(tables, now(), { runId, operationId: null, command: JSON.stringify(command) })
    wake(tables, runId, now())
  }
  const take = (row: WorkRow, workerId: string): TakenWork => {
    const token = newToken()
    change(row, { token, workerId, heartbeatAt: now(), claimed: true })
    return taken({ ...row, token })
  }

  return {
    take: async (workerId, queues, limit) =>
      rows()
        .filter((row) => row.token === null && queues.includes(row.queue) && row.kind !== 'workflow')
        .slice(0, limit)
        .map((row) => take(row, workerId)),
    stillWanted: async (tokens) => stillWanted(tokens),
    async beat(tokens) {
      const wanted = stillWanted(tokens)
      for (const token of wanted) change(holding(token) as WorkRow, { heartbeatAt: now() })
      return wanted
    },
    async finish(token, command) {
      const row = holding(token)
      if (!row) return false
      tables.work.delete(workKey(row.runId, row.taskId))
      tell(row.runId, command)
      return true
    },
    async progress(token, _progress, command) {
      const row = holding(token)
      if (!row) return false
      change(row, { heartbeatAt: now() })
      tell(row.runId, command)
      return true
    },
    async offerAgain(token, counted, command) {
      const row = holding(token)
      if (!row?.idempotent) return false
      const recoveries = row.recoveries + (counted ? 1 : 0)
      change(row, { token: null, workerId: null, heartbeatAt: null, recoveries })
      if (command !== null) tell(row.runId, command)
      return true
    },
    removeOldAnswers: () => Promise.resolve(),
    listLost: async (heartbeatTimeoutMs, limit) =>
      rows()
        .flatMap((row) => lost(row, now(), heartbeatTimeoutMs) ?? [])
        .sort((a, b) => b.sinceHeartbeatMs - a.sinceHeartbeatMs)
        .slice(0, limit),
  }
}

export function offerWork(tables: Tables, runId: string, offered: WorkOffered): void {
  const key = workKey(runId, offered.taskId)
  if (tables.work.has(key)) return
  const untaken = { token: null, workerId: null, heartbeatAt: null, claimed: false, recoveries: 0 }
  tables.work.set(key, { ...offered, runId, ...untaken })
}

/** No worker takes it any more; what its run hears, unless a worker has it. */
export function recallWork(tables: Tables, runId: string, recalled: WorkRecalled): Command | null {
  const key = workKey(runId, recalled.taskId)
  const row = tables.work.get(key)
  if (!row) return null
  tables.work.set(key, { ...row, idempotent: false, token: row.token ?? `recalled ${key}` })
  if (row.workerId !== null) return null
  return row.claimed ? recalled.ifLost : recalled.ifNotBegun
}

export function workKey(runId: string, taskId: string): string {
  return `${runId} ${taskId}`
}

function taken({ token, runId, ownerId, workflow, request, heartbeatTimeoutMs }: WorkRow): TakenWork {
  return {
    token: token as string,
    runId,
    ownerId,
    workflow,
    request: JSON.parse(request) as WorkerRequest,
    heartbeatTimeoutMs,
  }
}

function lost(row: WorkRow, now: number, heartbeatTimeoutMs: number): LostWork | null {
  const { workerId, heartbeatAt, idempotent, recoveries } = row
  if (workerId === null || heartbeatAt === null) return null
  const sinceHeartbeatMs = now - heartbeatAt
  return sinceHeartbeatMs >= (row.heartbeatTimeoutMs ?? heartbeatTimeoutMs)
    ? { ...taken(row), workerId, sinceHeartbeatMs, idempotent, recoveries, kind: row.kind ?? 'step' }
    : null
}
