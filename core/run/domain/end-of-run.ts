import type { Json, JsonObject } from '#core/json.ts'
import type { EventOf, RunEvent } from '../event.ts'
import { type FanOut, kindOf, variantIndexOf } from '../fan-out/fan-out.ts'
import {
  cancelledError,
  outputObject,
  type ShownArtifact,
  type VariantError,
  type VariantOutput,
} from '../fan-out/variant-output.ts'
import type { PublicStatus } from '../statuses.ts'
import type { RunError } from '../words.ts'

/** The parts of a run's header that its domain events are made with. They never change. */
export interface DomainHeader {
  readonly runId: string
  readonly workflow: string
  readonly kind?: string | undefined
  readonly fanOut?: FanOut | undefined
  /** The variant that the run is, from 0: the only one of any other run. */
  readonly variantIndex: number
}

/** Why a run stopped at the first failure: the step that failed, and of a fan-out the variant that it belongs to. */
export interface FailFastReason {
  readonly kind: 'fail_fast'
  readonly variant_index: number
  readonly node_key: string | null
  readonly error: { readonly code: string; readonly message: string }
}

export type EndEvent = EventOf<'workflow.run.completed' | 'workflow.run.failed' | 'workflow.run.cancelled'>

const endTypes: readonly string[] = ['workflow.run.completed', 'workflow.run.failed', 'workflow.run.cancelled']
export const isEndEvent = (event: RunEvent): event is EndEvent => endTypes.includes(event.type)

/** What the terminal events of the public run say beside the payload of the history. */
export interface EndOfRun {
  readonly outputs: readonly JsonObject[]
  readonly reason?: FailFastReason
}

export interface EndFacts {
  /** Of a fan-out: its history up to the event. */
  readonly history: readonly RunEvent[]
  /** Of a fan-out: whether the run of a variant, by its id, counts as cancelled when it fails (`fail_fast`). */
  readonly failsFast: ReadonlyMap<string, boolean>
  /** The artifacts of the run and of its variants, by run. */
  readonly artifacts: ReadonlyMap<string, readonly ShownArtifact[]>
  /** Of a variant whose fan-out has ended: the reason of the latter. */
  readonly parentReason?: FailFastReason | undefined
}

/**
 * The outputs of a run at its end, one for each variant, and the reason of a run that stopped at the first failure. Both
 * follow from the history alone, so that every reader gets equal bytes whenever it reads: a variant that completes after
 * its fan-out has ended counts as cancelled here.
 */
export function endOfRun(header: DomainHeader, event: EndEvent, facts: EndFacts): EndOfRun {
  const variants = header.fanOut && variantsAt(header.fanOut, facts)
  const reason = reasonOf(header, event, variants, facts.parentReason)
  const outputs = variants ? variants.map((variant) => settled(variant, reason, event)) : [ownOutput(header, event)]
  const withArtifacts = outputs.map((one) => ({ ...one, artifacts: facts.artifacts.get(one.runId ?? '') ?? [] }))
  return { outputs: withArtifacts.map(outputObject), ...(reason && { reason }) }
}

const statusOf = (type: EndEvent['type']): PublicStatus => type.slice('workflow.run.'.length) as PublicStatus

function ownOutput({ runId, workflow, kind }: DomainHeader, event: EndEvent): VariantOutput {
  const own = {
    variantIndex: 0,
    runId,
    workflow,
    kind: kindOf({ workflow, ...(kind !== undefined && { kind }) }),
    artifacts: [],
  }
  if (event.type === 'workflow.run.completed') {
    return { ...own, status: 'completed', output: event.payload.output, error: null }
  }
  const { error } = event.payload
  const why = event.type === 'workflow.run.cancelled' ? event.payload.reason : undefined
  return {
    ...own,
    status: statusOf(event.type),
    output: null,
    error: error ? errorObject(error) : cancelledError(why ?? 'The run was cancelled.'),
  }
}

const errorObject = ({ code, message, step }: RunError): VariantError => ({ code, message, step: step ?? null })

/** The variants of a fan-out as far as its history has read of them. */
function variantsAt(fanOut: FanOut, { history, failsFast }: EndFacts): readonly VariantOutput[] {
  const variants = fanOut.entries.map((entry, variantIndex): VariantOutput => {
    const { workflow } = entry
    return {
      variantIndex,
      runId: null,
      workflow,
      kind: kindOf(entry),
      status: 'pending',
      output: null,
      error: null,
      artifacts: [],
    }
  })
  for (const event of history) {
    if (!('step' in event) || event.step === undefined) continue
    const index = variantIndexOf(event.step)
    const variant = index === undefined ? undefined : variants[index]
    if (variant !== undefined) variants[variant.variantIndex] = applied(variant, event, failsFast)
  }
  return variants
}

function applied(variant: VariantOutput, event: RunEvent, failsFast: EndFacts['failsFast']): VariantOutput {
  switch (event.type) {
    case 'workflow.child.spawned':
    case 'workflow.child.retried':
      return { ...variant, runId: event.payload.child_run_id, status: 'running', output: null, error: null }
    case 'workflow.child.ended':
      return ended(variant, event.payload, failsFast.get(event.payload.child_run_id) ?? true)
    case 'workflow.node.failed':
      // A variant that could not be started.
      return variant.error ? variant : { ...variant, status: 'failed', error: errorObject(event.payload.error) }
    default:
      return variant
  }
}

type ChildEnd = EventOf<'workflow.child.ended'>['payload']

function ended(variant: VariantOutput, { status, state, error, never_began }: ChildEnd, failsFast: boolean) {
  const runId = never_began ? null : variant.runId
  if (status === 'COMPLETED') return { ...variant, runId, status: 'completed' as const, output: state, error: null }
  const isCancelled = status === 'CANCELLED' || (status === 'FAILED' && failsFast)
  return {
    ...variant,
    runId,
    status: isCancelled ? ('cancelled' as const) : ('failed' as const),
    output: null,
    error: error ? errorObject(error) : cancelledError('The run was cancelled.'),
  }
}

/** A variant once its fan-out has ended: what had not ended is being cancelled. */
function settled(variant: VariantOutput, reason: FailFastReason | undefined, { payload }: EndEvent): VariantOutput {
  if (variant.status === 'completed' || variant.error !== null) return variant
  const said = 'reason' in payload ? (payload.reason as string | undefined) : undefined
  const why = reason ? `Variant ${reason.variant_index + 1} failed.` : (said ?? 'The run has ended.')
  return { ...variant, status: 'cancelled', error: cancelledError(why) }
}

function reasonOf(
  { variantIndex }: DomainHeader,
  event: EndEvent,
  variants: readonly VariantOutput[] | undefined,
  parentReason: FailFastReason | undefined,
): FailFastReason | undefined {
  if (event.type !== 'workflow.run.cancelled') return undefined
  const { cause, error } = event.payload
  if (cause === 'parent') return parentReason
  if (cause !== 'fail_fast' || error === undefined) return undefined
  const failed = variants?.[variantIndexOf(error.step ?? '') ?? -1]
  if (failed?.error) return reasonObject(failed.variantIndex, failed.error)
  return reasonObject(variantIndex, errorObject(error))
}

function reasonObject(variantIndex: number, { code, message, step }: VariantError): FailFastReason {
  return { kind: 'fail_fast', variant_index: variantIndex, node_key: step, error: { code, message } }
}

/** The payload of a terminal event of the public run: that of the history, with the outputs and the reason. */
export function endPayload(event: EndEvent, { outputs, reason }: EndOfRun, isFanOut: boolean): JsonObject {
  const { output, artifacts: _, ...payload } = event.payload as JsonObject & { readonly output?: Json }
  // Several variants have outputs of their own, and none in common.
  const own = output === undefined || isFanOut ? {} : { output }
  return { ...own, ...payload, ...(reason && { reason: { ...reason } }), outputs } as JsonObject
}
