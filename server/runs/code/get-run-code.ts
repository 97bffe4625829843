import { isCode } from '#core/definition/definition.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { getRunRow } from '../get-run-row.ts'

/** The code of a run, and the messages that it declares. */
export interface RunCode {
  readonly version: number
  /** The modules, the entry first. */
  readonly files: readonly { readonly name: string; readonly source: string }[]
  readonly signals: readonly string[]
  readonly queries: readonly string[]
  readonly updates: readonly string[]
}

/**
 * The code that a run executes; `version`: the one that a retry of the run has taken. Throws `NOT_FOUND`, and
 * `INVALID_TRANSITION` for a run of steps.
 */
export async function getRunCode(
  stores: Stores,
  actor: Actor,
  { runId, version }: { readonly runId: string; readonly version?: number | undefined },
): Promise<RunCode> {
  const row = await getRunRow(stores, actor, runId)
  const { owner_id, workflow } = row
  const taken = version ?? row.version
  const found = await stores.engine.definitions.find(owner_id, workflow, taken)
  if (found === null) throw new ApiError('NOT_FOUND', `${workflow} has no version ${taken}.`, 'version')
  if (!isCode(found.definition)) {
    throw new ApiError('INVALID_TRANSITION', 'The workflow of this run is made of steps: it has no code.')
  }
  const { entry, sources, signals, queries, updates } = found.definition.code
  const names = Object.keys(sources).toSorted((a, b) => Number(b === entry) - Number(a === entry))
  const files = names.map((name) => ({ name, source: sources[name] as string }))
  return { version: taken, files, signals, queries, updates }
}
