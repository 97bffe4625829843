import type { RunDetail } from '#components/api/models.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { inputOfVariant, variantIndexOf, variantStep } from '#core/run/fan-out/fan-out.ts'
import { refsIn } from '#core/run/payload/payload-ref.ts'
import { type RunState, stepState } from '#core/run/state.ts'

/** A variant as its card shows it at an instant of the run. */
export interface Variant {
  readonly index: number
  readonly workflow: string
  readonly version: number
  /** The run of the variant; null before it has started. */
  readonly runId: string | null
  readonly status: 'pending' | 'running' | 'waiting' | 'paused' | 'completed' | 'failed' | 'cancelled'
  readonly output: Json | undefined
  readonly error: string | null
  /** The variant's input; null where parts of it are stored elsewhere, so that no new run can take it from here. */
  readonly input: JsonObject | null
}

/**
 * The variants of a run at an instant, from its own state and events; none of a run that has no variants. Once the run has
 * ended, its `outputs` say how each variant ended, as in the API: the run reads no end of a variant after its own.
 */
export function variantsOf(
  state: RunState,
  events: readonly RunEvent[],
  outputs: RunDetail['outputs'] = [],
): readonly Variant[] {
  const { fan_out: fanOut } = state.header
  if (fanOut === undefined) return []
  const runs = runsOf(state, events)
  return fanOut.entries.map(({ workflow, version }, index) => {
    const step = variantStep(index)
    const found = stepState(state, step)
    const input = inputOfVariant(state.header, step)
    const ended = state.outcome === null ? undefined : outputs[index]
    const failure = found?.status === 'failed' ? found.error : null
    // The API calls a run cancelled that its own failed step has stopped; to people, as in the tree, it has failed.
    const status = ended && failure === null ? ended.status : statusOf(state, step)
    const output = ended ? ended.output : state.outputs[step]?.output
    return {
      index,
      workflow,
      version,
      runId: ended?.runId ?? runs.get(index) ?? null,
      status,
      output: status === 'completed' ? output : undefined,
      error: (ended ? ended.error : failure)?.message ?? null,
      input: isJsonObject(input) && refsIn(input).length === 0 ? input : null,
    }
  })
}

function statusOf(state: RunState, name: string): Variant['status'] {
  const step = stepState(state, name)
  if (step === undefined) return state.outcome === null ? 'pending' : 'cancelled'
  if (step.status === 'completed' || step.status === 'failed') return step.status
  // A variant that still runs at the end of the run is cancelled a moment later, or completes before that.
  if (step.status === 'waiting_child' && (state.children[step.childRunId]?.waits.count ?? 0) > 0) return 'waiting'
  return 'running'
}

/** The latest run of each variant. */
function runsOf({ seq }: RunState, events: readonly RunEvent[]): ReadonlyMap<number, string> {
  const runs = new Map<number, string>()
  for (const event of events) {
    if (event.seq > seq) break
    if (event.type !== 'workflow.child.spawned') continue
    const index = variantIndexOf(event.step)
    if (index !== undefined) runs.set(index, event.payload.child_run_id)
  }
  return runs
}
