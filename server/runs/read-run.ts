import { barsByData } from '#core/run/decide/override/people-from-data.ts'
import { permissions } from '#core/run/preview/permissions.ts'
import { isSafeToRetry } from '#core/run/preview/safe-to-retry.ts'
import { sentence } from '#core/run/sentence/sentence.ts'
import { type Names, namesIn } from '#core/run/sentence/waiting.ts'
import type { RunState } from '#core/run/state.ts'
import { allowedVerbs } from '#core/run/views/allowed-verbs.ts'
import { currentSteps, isWithWorkers, openTasks } from '#core/run/views/open-work.ts'
import { runError } from '#core/run/views/status.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { humanWaits } from '#core/run/views/waits.ts'
import type { Actor } from '#server/access/actor.ts'
import { listDirectory } from '../directory/list-directory.ts'
import { readShownState } from '../engine/requests/read-run.ts'
import type { Stores } from '../stores.ts'
import { authorizationFor } from './authorization/authorization-context.ts'
import { readOutputs } from './fan-out/outputs.ts'
import { getRunRow } from './get-run-row.ts'
import { listRunWork } from './list-run-work.ts'
import { envelopeOfRun, lockWaitOf } from './locks/envelope-of-run.ts'
import type { RunAtPresent, RunWork } from './models.ts'
import { missingRun } from './run-not-found.ts'
import { summariseRun } from './run-row.ts'

/** A run folded from its history, with all views from one state. Throws `NOT_FOUND`. */
export async function readRun(stores: Stores, actor: Actor, runId: string): Promise<RunAtPresent> {
  const row = await getRunRow(stores, actor, runId)
  const read = await readShownState(stores.pool, runId)
  if (!read) throw await missingRun(stores.pool, actor, runId)
  const { shown: state } = read
  const { workflow, version } = state.header
  const definition = await stores.engine.definitions.find(row.owner_id, workflow, version)
  // A payload reference would name other people than the value behind it.
  const judged = definition !== null && barsByData(definition.executable, state) ? await read.whole() : state
  const waits = humanWaits(state)
  const failure = runError(state)
  const { header, outcome } = state
  const ofEnvelope = await envelopeOfRun(stores.pool, state)
  const asker = { actor: { id: actor.id, name: actor.name }, standing: await authorizationFor(stores, actor, runId) }
  return {
    ...summariseRun(row),
    ...viewsOf(state),
    ...ofEnvelope,
    held: state.hold !== null,
    retryIsSafe: definition === null ? null : isSafeToRetry(definition.executable, state),
    currentSteps: currentSteps(state),
    humanWait: waits.count > 0 ? waits : null,
    error: failure && { code: failure.code, message: failure.message, step: failure.step ?? null },
    updatedAt: new Date(state.at).toISOString(),
    drive: header.drive,
    saga: header.saga,
    failFast: header.fail_fast,
    createdBy: row.created_by,
    input: header.input,
    clientState: header.client_state ?? null,
    workflowState: state.data,
    output: outcome?.output ?? null,
    outputs: await readOutputs(stores, state),
    failure,
    executed: { workflow, version },
    allowedVerbs: allowedVerbs(state),
    permissions: definition === null ? [] : permissions(definition.executable, judged, asker),
    asker,
    lastSeq: state.seq,
    sentence: sentence(definition?.executable ?? null, state, Date.now(), {
      ...(await besideOf(stores, actor, state)),
      ...lockWaitOf(ofEnvelope),
    }),
  }
}

/** The names of asked people, and the tasks at workers, each only where the run has any. */
async function besideOf(
  stores: Stores,
  actor: Actor,
  state: RunState,
): Promise<{ readonly names?: Names; readonly work?: readonly RunWork[] }> {
  const [work, directory] = await Promise.all([
    isWithWorkers(state) ? listRunWork(stores, actor, state.header.run_id) : [],
    openTasks(state).length > 0 ? listDirectory(stores, actor) : null,
  ])
  return { work, ...(directory && { names: namesIn(directory.people, directory.groups) }) }
}
