import { isJsonList, type Json, objectOf } from '#core/json.ts'
import type { ActivityOptions } from '#core/run/code/code-state.ts'
import { numberOf } from '#core/run/code/command-names.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunHeader } from '#core/run/state.ts'
import type { Actor } from '#server/access/actor.ts'
import { answeredUpdates, findTaskAt, type TaskOfRun, type UpdateEnd } from '#server/agents/gathered/held-tasks.ts'
import { getRunRow } from '#server/runs/get-run-row.ts'
import type { RunRow } from '#server/runs/run-row.ts'
import { readEvents } from '../../engine/store/read-events.ts'
import type { Stores } from '../../stores.ts'

/** A command of a body, as the log tells of it. */
export interface LoggedCommand {
  readonly n: number
  readonly step: string
  readonly kind: string
  readonly name: string
  readonly args: Json
  readonly options?: ActivityOptions | undefined
  readonly durationMs: number
  readonly startedAt: number
  /** Instants of its attempts. */
  readonly attempts: readonly number[]
  readonly childRunId?: string
  readonly end?: {
    readonly at: number
    readonly value?: Json
    readonly error?: { readonly code: string; readonly message: string }
    readonly isCancelled?: true
  }
}

/** A run with its log, its row, and the delivery that waits or is held. */
export interface RunLog {
  readonly row: RunRow
  readonly header: RunHeader
  readonly events: readonly RunEvent[]
  readonly commands: ReadonlyMap<number, LoggedCommand>
  readonly delivery: TaskOfRun | null
  /** Updates whose handlers have ended, though the log does not say so yet. */
  readonly endedUpdates: readonly UpdateEnd[]
}

/** Reads a run that the actor may see. Throws `NOT_FOUND`. */
export async function readRunLog(stores: Stores, actor: Actor, runId: string): Promise<RunLog> {
  const row = await getRunRow(stores, actor, runId)
  const delivery = await findTaskAt(stores.pool, actor, { runId, kind: 'workflow' })
  const answered = await answeredUpdates(stores.pool, runId)
  const events = await readEvents(stores.pool, runId)
  const created = events[0]
  if (created?.type !== 'workflow.run.created') throw new Error(`The log of run ${runId} does not begin with it.`)
  const recorded = new Set(events.flatMap(endedUpdateOf))
  // An answer between the two reads has what the delivery had gathered.
  const told = new Map([...(delivery?.gathered?.updates ?? []), ...answered].map((end) => [end.id, end]))
  const endedUpdates = [...told.values()].filter(({ id }) => !recorded.has(id))
  return { row, header: created.payload, events, delivery, endedUpdates, commands: commandsOf(events) }
}

function endedUpdateOf(event: RunEvent): readonly string[] {
  const isEnd = event.type === 'workflow.update.completed' || event.type === 'workflow.update.rejected'
  return isEnd ? [event.payload.update_id] : []
}

function commandsOf(events: readonly RunEvent[]): ReadonlyMap<number, LoggedCommand> {
  const commands = new Map<number, LoggedCommand>()
  const change = (step: string | undefined, changes: Partial<LoggedCommand>) => {
    const known = step === undefined ? undefined : commands.get(numberOf(step))
    if (known) commands.set(known.n, { ...known, ...changes })
  }
  for (const event of events) {
    switch (event.type) {
      case 'workflow.node.started': {
        const { command, with: args = null } = event.payload
        if (!command) break
        const { n, kind, name, options, duration_ms: durationMs = 0 } = command
        const attempts = [...(commands.get(n)?.attempts ?? []), event.at]
        const startedAt = attempts[0] as number
        commands.set(n, { n, kind, name, step: event.step, args, options, durationMs, startedAt, attempts })
        break
      }
      case 'workflow.child.spawned':
        change(event.step, { childRunId: event.payload.child_run_id })
        break
      case 'workflow.node.completed':
        change(event.step, { end: { at: event.at, value: event.payload.output } })
        break
      case 'workflow.node.failed': {
        const { code, message } = event.payload.error
        change(event.step, { end: { at: event.at, error: { code, message } } })
        break
      }
      case 'workflow.node.skipped':
        change(event.step, { end: { at: event.at, isCancelled: true } })
    }
  }
  return commands
}

/** The arguments of a run: the list that PostGrip's clients send, or its whole input. */
export function argsOf({ input }: Pick<RunHeader, 'input'>): readonly Json[] {
  const { args } = objectOf(input)
  return isJsonList(args) ? args : [input]
}

/** The arguments of a signal or an update. */
export const messageArgsOf = (data: Json): readonly Json[] => (isJsonList(data) ? data : data === null ? [] : [data])

export const workflowIdOf = ({ workflow_id, run_id }: RunHeader) => workflow_id ?? run_id
export const queueOf = ({ input }: Pick<RunHeader, 'input'>) => String(objectOf(input).task_queue ?? 'default')
export const isoOf = (at: number) => new Date(at).toISOString()
