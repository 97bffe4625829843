import type { EndedRun } from '#core/run/rerun/carry-over.ts'
import type { Actor } from '#server/access/actor.ts'
import type { RunnableDefinition } from '#server/engine/definitions.ts'
import { readRunState } from '#server/engine/requests/read-run.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { getRunRow } from '../get-run-row.ts'
import { runNotFound } from '../run-not-found.ts'
import type { RerunChoice } from './rerun-choice.ts'

/** One of the actor's runs in its present state, with its definition version. Throws `NOT_FOUND`. */
export async function readRunAndDefinition(stores: Stores, actor: Actor, runId: string): Promise<EndedRun> {
  await getRunRow(stores, actor, runId)
  const state = await readRunState(stores.pool, runId, 'whole')
  if (state === null) throw runNotFound(runId)
  const { owner_id, workflow, version } = state.header
  const own = await stores.engine.definitions.find(owner_id, workflow, version)
  if (own === null) throw new ApiError('NOT_FOUND', `Version ${version} of ${workflow} no longer exists.`, 'version')
  return { executable: own.executable, state }
}

/** The definition version for a rerun. Throws `NOT_PUBLISHED`. */
export async function versionFor(
  { engine: { definitions } }: Stores,
  { state: { header } }: EndedRun,
  { version }: Pick<RerunChoice, 'version'>,
): Promise<RunnableDefinition> {
  const { owner_id, workflow } = header
  const found =
    // The variants of a fan-out keep the versions that are pinned for them.
    version === 'newest' && header.fan_out === undefined
      ? await definitions.latest(owner_id, workflow)
      : await definitions.find(owner_id, workflow, header.version)
  if (found === null) throw new ApiError('NOT_PUBLISHED', `${workflow} has no published version.`, 'version')
  return found
}
