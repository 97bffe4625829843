import type { Pool } from 'pg'

/** One call of a function, as it was received out there. */
export interface ReceivedEffect {
  readonly runId: string
  readonly step: string
  readonly iteration: number
  /** Of a PARALLEL step: its place. */
  readonly item?: number
  readonly attempt: number
  readonly undo: boolean
  readonly key: string
}

/** One thing that a history says was called, whatever the attempts: with which key, and whether it is known to have ended well. */
export interface RecordedCall {
  readonly runId: string
  readonly step: string
  readonly iteration: number
  readonly item: number | null
  readonly undo: boolean
  readonly key: string
  readonly done: boolean
}

/** What histories say about the calls of functions, of all runs or of these. */
export async function recordedCalls(
  pool: Pool,
  runIds: readonly string[] | null = null,
): Promise<readonly RecordedCall[]> {
  const { rows } = await pool.query<RecordedCall>(
    `
with events as (
  select l.run_id, e.value as event, e.value->>'type' as type
    from run_log l cross join lateral json_array_elements(l.events::json) e
   where $1::uuid[] is null or l.run_id = any($1)
),
calls as (
  select distinct run_id, event->>'step' as step, (event->>'iteration')::int as iteration, (event->>'item')::int as item,
         type = 'workflow.compensation.started' as undo, event->'payload'->>'key' as key
    from events where type in ('workflow.node.started', 'workflow.item.started', 'workflow.compensation.started')
     and event->'payload'->>'key' is not null
     -- A script reaches nobody.
     and coalesce(event->'payload'->>'step_type', '') <> 'SCRIPT'
),
ends as (
  select distinct run_id, event->>'step' as step, (event->>'iteration')::int as iteration, (event->>'item')::int as item,
         type = 'workflow.compensation.completed' as undo
    from events where type in ('workflow.node.completed', 'workflow.item.completed')
      or (type = 'workflow.compensation.completed' and event->'payload'->>'outcome' = 'done')
)
select c.run_id as "runId", c.step, c.iteration, c.item, c.undo, c.key, e.run_id is not null as done
  from calls c left join ends e
    on (e.run_id, e.step, e.iteration, e.undo) = (c.run_id, c.step, c.iteration, c.undo) and e.item is not distinct from c.item`,
    [runIds],
  )
  return rows
}

/**
 * Invariants 6 and 14, seen from outside: what a history says was done was
 * received at least once, always with the recorded key, and nothing was received
 * that no history had announced. One sentence per breach.
 */
export function effectViolations(
  received: readonly ReceivedEffect[],
  recorded: readonly RecordedCall[],
): readonly string[] {
  const calls = new Map(recorded.map((call) => [nameOf(call), call]))
  const seen = new Set<string>()
  const violations: string[] = []
  for (const effect of received) {
    const name = nameOf(effect)
    const call = calls.get(name)
    seen.add(name)
    if (!call) violations.push(`${name} was received without a record that it would be`)
    else if (call.key !== effect.key) violations.push(`${name} was received as ${effect.key}, recorded as ${call.key}`)
  }
  for (const [name, call] of calls) {
    if (call.done && !seen.has(name)) violations.push(`${name} is recorded as done and was never received`)
  }
  return violations
}

function nameOf({
  runId,
  step,
  iteration,
  item,
  undo,
}: Omit<ReceivedEffect, 'attempt' | 'key'> | RecordedCall): string {
  return `${runId} ${undo ? 'undo ' : ''}${step}@${iteration}${item === undefined || item === null ? '' : `[${item}]`}`
}
