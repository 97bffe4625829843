import type { Json } from '#core/json.ts'
import { kindOf, variantIndexOf, variantStep } from '#core/run/fan-out/fan-out.ts'
import { cancelledError, type VariantOutput } from '#core/run/fan-out/variant-output.ts'
import type { RunState } from '#core/run/state.ts'
import type { PublicStatus } from '#core/run/statuses.ts'
import { runError } from '#core/run/views/status.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { readRunStates } from '#server/engine/requests/read-run.ts'
import type { Stores } from '../../stores.ts'
import { publicStatusColumn } from '../public-status.ts'
import { readArtifacts } from './read-artifacts.ts'

interface ChildRow {
  readonly id: string
  readonly parent_step: string
  readonly public_status: PublicStatus
  readonly error_code: string | null
  readonly error_message: string | null
  readonly error_step: string | null
}

/** The outputs of a run, one for each variant, in their order: for an ordinary run, one. */
export async function readOutputs({ pool }: Pick<Stores, 'pool'>, state: RunState): Promise<readonly VariantOutput[]> {
  const { fan_out: fanOut, run_id } = state.header
  if (fanOut === undefined) {
    const own = state.artifacts === undefined ? new Map() : await readArtifacts(pool, [run_id])
    return [{ ...ownOutput(state), artifacts: own.get(run_id) ?? [] }]
  }
  const { rows } = await pool.query<ChildRow>(
    `select distinct on (r.parent_step) r.id, r.parent_step, ${publicStatusColumn} as public_status,
            s.error_code, s.error_message, s.error_step
       from run r join run_state s on s.run_id = r.id
      where r.parent_run_id = $1 order by r.parent_step, r.id desc`,
    [run_id],
  )
  const children = new Map(rows.map((row) => [variantIndexOf(row.parent_step), row]))
  const late = await lateOutputs(pool, state, rows)
  const artifacts = await readArtifacts(
    pool,
    rows.map(({ id }) => id),
  )
  return fanOut.entries.map((entry, variantIndex) => {
    const child = children.get(variantIndex)
    const own = state.outputs[variantStep(variantIndex)] ?? (child && late.get(child.id))
    const status = statusOf(state, child, own !== undefined)
    return {
      variantIndex,
      runId: child?.id ?? null,
      workflow: entry.workflow,
      kind: kindOf(entry),
      status,
      output: status === 'completed' ? (own?.output ?? null) : null,
      error: status === 'failed' || status === 'cancelled' ? errorOf(state, variantIndex, child) : null,
      artifacts: artifacts.get(child?.id ?? '') ?? [],
    }
  })
}

/** Outputs of variants that completed at the moment when the first failure ended the run, so that it has not read them. */
async function lateOutputs(pool: Stores['pool'], state: RunState, rows: readonly ChildRow[]) {
  const late = rows.filter(
    ({ parent_step: step, public_status: status }) => status === 'completed' && state.outputs[step] === undefined,
  )
  if (state.outcome === null || late.length === 0) return new Map<string, { readonly output: Json }>()
  const ids = late.map(({ id }) => id)
  const states = await readRunStates(pool, ids, 'refs')
  return new Map([...states].map(([id, { outcome }]) => [id, { output: outcome?.output ?? null }]))
}

function ownOutput(state: RunState): Omit<VariantOutput, 'artifacts'> {
  const { header, outcome } = state
  const { publicStatus: status } = viewsOf(state)
  const failure = runError(state)
  return {
    variantIndex: 0,
    runId: header.run_id,
    workflow: header.workflow,
    kind: kindOf(header),
    status,
    output: status === 'completed' ? (outcome?.output ?? null) : null,
    error: failure
      ? { code: failure.code, message: failure.message, step: failure.step ?? null }
      : status === 'cancelled'
        ? cancelledError(outcome?.reason ?? 'The run was cancelled.')
        : null,
  }
}

/**
 * The status of a variant. The fan-out has read the end of a variant a moment after the variant itself: until then the
 * variant is running. Once the fan-out has ended, what has not ended is being cancelled.
 */
function statusOf({ outcome }: RunState, child: ChildRow | undefined, isRead: boolean): PublicStatus {
  const status = isRead ? 'completed' : (child?.public_status ?? 'pending')
  if (status === 'completed' && !isRead) return outcome === null ? 'running' : 'cancelled'
  if (outcome === null || status === 'completed' || status === 'failed') return status
  return 'cancelled'
}

function errorOf({ steps, outcome }: RunState, index: number, child: ChildRow | undefined) {
  if (child?.error_code) return { code: child.error_code, message: child.error_message ?? '', step: child.error_step }
  const step = steps[variantStep(index)]
  if (step?.status === 'failed') return { code: step.error.code, message: step.error.message, step: null }
  const failed = outcome?.error?.step === undefined ? undefined : variantIndexOf(outcome.error.step)
  const why = failed === undefined ? (outcome?.reason ?? 'It was cancelled.') : `Variant ${failed + 1} failed.`
  return cancelledError(why)
}
