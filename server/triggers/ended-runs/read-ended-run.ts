import type { Pool } from 'pg'
import { instantText } from '#core/definition/triggers/planned-instants.ts'
import type { JsonObject } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { readCreated, readEvent } from '#server/engine/requests/read-created.ts'
import type { EndedAs } from './note-ended-runs.ts'

/** The ended run as the input of a `run` trigger reads it; null when the run was removed. `key`: that of the firing. */
export async function readEndedRun(pool: Pool, key: string): Promise<JsonObject | null> {
  const [runId = '', seq = ''] = key.split('/')
  const created = await readCreated(pool, runId)
  const ended = await readEvent(pool, runId, Number(seq))
  if (created?.type !== 'workflow.run.created' || ended === null) return null
  const end = endOf(ended)
  if (end === null) return null
  const { workflow, version, input, tags = [], actor } = created.payload
  return {
    ...{ id: runId, workflow, version, input, tags, started_by: actor.id, ended_at: instantText(ended.at) },
    ...end,
  }
}

type End = { readonly outcome: EndedAs; readonly output: JsonObject[string]; readonly error: JsonObject | null }

function endOf({ type, payload }: RunEvent): End | null {
  switch (type) {
    case 'workflow.run.completed':
      return { outcome: 'completed', output: payload.output, error: null }
    case 'workflow.run.failed':
      return { outcome: 'failed', output: null, error: errorOf(payload.error) }
    case 'workflow.run.cancelled':
      return {
        outcome: payload.cause === 'fail_fast' ? 'failed' : 'cancelled',
        output: null,
        error: errorOf(payload.error ?? { code: 'CANCELLED', message: payload.reason ?? 'The run was cancelled.' }),
      }
    default:
      return null
  }
}

const errorOf = ({
  code,
  message,
  step,
}: {
  readonly code: string
  readonly message: string
  readonly step?: string
}) => ({
  code,
  message,
  step: step ?? null,
})
