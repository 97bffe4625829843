import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { EngineClient } from '#server/engine/requests/engine-client.ts'
import { NoSuchRun } from '#server/engine/requests/send-command.ts'

/**
 * The operator who approves every open human task. The task's id names the operation, so a repeated answer is the same
 * operation.
 */
export interface Operator {
  stop(): Promise<void>
}

const LOOK_MS = 20

export function startOperator(
  pool: Pool,
  client: EngineClient,
  onError: (error: unknown) => void = () => undefined,
): Operator {
  const stopping = new AbortController()
  const answered = new Set<string>()

  const answerAll = async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string; run_id: string }>(
      `select id, run_id from human_task where status = 'open'`,
    )
    for (const id of answered) if (!rows.some((task) => task.id === id)) answered.delete(id)
    for (const { id, run_id } of rows) {
      if (answered.has(id)) continue
      const command = { type: 'resume', task_id: id, input: { approved: true }, actor: { id: 'operator' } } as const
      await client.sendCommand({ runId: run_id, operationId: id, command }, 0).catch((error: unknown) => {
        if (!(error instanceof NoSuchRun)) throw error
      })
      answered.add(id)
    }
  }

  const working = (async () => {
    while (!stopping.signal.aborted) {
      await answerAll().catch(onError)
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()

  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
