import { type Preview, previewRerun, previewRetry } from '#core/run/preview/preview-retry.ts'
import { type VersionDifference, versionDifference } from '#core/run/rerun/version-difference.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { archivedWords } from './archived-words.ts'
import { readRunAndDefinition, versionFor } from './read-run-and-definition.ts'
import { type RerunChoice, refuseUnheeded } from './rerun-choice.ts'

export interface RerunPreview {
  readonly preview: Preview
  /** The version that would execute, and its difference from the run's own. */
  readonly version: number
  readonly difference: VersionDifference
  /** The schema of a new input. */
  readonly inputSchema: object | null
}

/** The effect of a retry of the run. Throws `NOT_FOUND`. */
export async function previewRetryOf(
  stores: Stores,
  actor: Actor,
  { runId, fromStep }: { readonly runId: string; readonly fromStep?: string | undefined },
): Promise<RerunPreview> {
  const run = await readRunAndDefinition(stores, actor, runId)
  return {
    preview: previewRetry(run, fromStep),
    version: run.state.header.version,
    difference: versionDifference(run.executable, run.executable),
    inputSchema: run.executable.definition.input_schema ?? null,
  }
}

/** The effect of a rerun. Throws `BAD_REQUEST`, `NOT_FOUND` and `NOT_PUBLISHED`. */
export async function previewRerunOf(
  stores: Stores,
  actor: Actor,
  { runId, ...choice }: RerunChoice & { readonly runId: string },
): Promise<RerunPreview> {
  refuseUnheeded(choice)
  const run = await readRunAndDefinition(stores, actor, runId)
  const next = await versionFor(stores, run, choice)
  const archived = await archivedWords(stores, run.state.header)
  const { results, fromStep } = choice
  const step = fromStep !== undefined && { step: fromStep }
  return {
    preview:
      archived === null
        ? previewRerun(run, next.executable, results === 'none' ? { results } : { results, ...step })
        : { ok: false, message: archived },
    version: next.version,
    difference: versionDifference(run.executable, next.executable),
    inputSchema: next.definition.input_schema ?? null,
  }
}
