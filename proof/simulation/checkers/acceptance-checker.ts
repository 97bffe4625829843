import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Tables } from '#server/engine/store/memory/tables.ts'
import type { SimulatedViolation } from '../world/world.ts'
import type { Accepted } from './answer-checker.ts'
import { brokenAcceptances } from './applied-checker.ts'
import type { Arrived } from './arrivals.ts'

type HistoryOf = (runId: string) => readonly RunEvent[]
/** The state of the run when each operation arrived, by operation id. */
type Operations = ReadonlyMap<string, Arrived>
type Violate = (violation: SimulatedViolation) => void

/**
 * Checks the promises: every accepted command was carried out as acknowledged, and once; and no run was started without
 * a request.
 */
export function checkPromises(tables: Tables, operations: Operations, historyOf: HistoryOf, violate: Violate): void {
  for (const [runId, accepted] of acceptedOf(tables, operations)) {
    const history = historyOf(runId)
    for (const { command } of accepted) {
      const broken = brokenPromise(command, history)
      if (broken !== null) violate({ invariant: 2, what: `${broken} (run ${runId})` })
    }
    for (const broken of brokenAcceptances(accepted, history))
      violate({ invariant: 2, what: `${broken} (run ${runId})` })
  }
  for (const { runId, header } of tables.runs.values()) {
    const parentRunId = header.parent?.run_id
    for (const childRunId of startedBy(historyOf(runId))) {
      if (!tables.runs.has(childRunId))
        violate({ invariant: 1, what: `${childRunId}, started by ${runId}, never began, and nothing says so` })
    }
    // A run that another one continues as has the parent of the first one of the chain.
    if (parentRunId === undefined || header.continued_from !== undefined) continue
    const isKnown = historyOf(parentRunId).some(
      (event) => event.type === 'workflow.child.spawned' && event.payload.child_run_id === runId,
    )
    if (!isKnown) violate({ invariant: 1, what: `run ${parentRunId} never asked for its child ${runId}` })
  }
}

/** The child runs that a run has started, except children that it reports could not begin. */
function startedBy(history: readonly RunEvent[]): ReadonlySet<string> {
  const started = new Set<string>()
  for (const event of history) {
    if (event.type === 'workflow.child.spawned') started.add(event.payload.child_run_id)
    if (event.type === 'workflow.child.ended' && event.payload.never_began) started.delete(event.payload.child_run_id)
  }
  return started
}

/** Accepted operations by run, in the order in which the run read them. */
function acceptedOf(tables: Tables, operations: Operations): ReadonlyMap<string, readonly Accepted[]> {
  const accepted = new Map<string, Accepted[]>()
  for (const { runId, operationId, reply, command } of [...tables.operations.values()].toSorted(
    (a, b) => a.id - b.id,
  )) {
    const arrived = operations.get(operationId as string)
    if (reply === null || !('ok' in reply) || arrived === undefined) continue
    const commands = accepted.get(runId) ?? []
    commands.push({ command: JSON.parse(command) as Command, arrived })
    accepted.set(runId, commands)
  }
  return accepted
}

function brokenPromise(command: Command, history: readonly RunEvent[]): string | null {
  if (command.type !== 'cancel' || !command.compensate) return null
  const [created] = history
  const isSaga = created?.type === 'workflow.run.created' && created.payload.saga
  const began = history.some((event) => event.type === 'workflow.run.started')
  const turned = history.some(
    (event) => event.type === 'workflow.run.rolling_back' && event.payload.cause === 'operator',
  )
  return isSaga && began && !turned ? 'it was to compensate when it was cancelled, and did not' : null
}
