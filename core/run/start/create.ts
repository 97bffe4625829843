import { hasEnvelope } from '#core/definition/envelope.ts'
import type { Variables } from '#core/definition/variables.ts'
import type { Effect, StartSignal } from '../effect.ts'
import type { RunEvent, RunEventBody } from '../event.ts'
import type { Carried, RerunRef } from '../events/operator-event.ts'
import { entryOf, type FanOut, type Regenerates } from '../fan-out/fan-out.ts'
import type { RunHeader, RunState } from '../state.ts'
import type { ActorRef, TriggerRef } from '../words.ts'
import { originOf } from './origin.ts'
import { type DefinitionOptions, inheritedOptions, type StartRequest, sagaOf, storedOptions } from './start-request.ts'

/** A start request with its owner and actor, as the engine takes it, and what only the server adds to a request. */
export interface OwnedStartRequest extends StartRequest {
  readonly ownerId: string
  readonly dataRegion: string
  readonly actor: ActorRef
  /** Stored beside the key, and returned with the run that it started (`server/request-identity.ts`). */
  readonly requestIdentity?: string | undefined
  /** A run of this id is started once. */
  readonly runId?: string | undefined
  /** The run that this run repeats, and the data that it takes over. */
  readonly rerunOf?: RerunRef | undefined
  readonly carried?: Carried | undefined
  readonly fanOut?: FanOut | undefined
  readonly kind?: string | undefined
  readonly regenerates?: Regenerates | undefined
  readonly trigger?: TriggerRef | undefined
  /** Signals that the run begins with. */
  readonly signals?: readonly StartSignal[] | undefined
  /** The trace context of the caller. It is no part of what is requested: a repeated request may have another one. */
  readonly traceparent?: string | undefined
}

/** A published version as a run is pinned to it. */
export interface PinnedVersion {
  readonly version: number
  readonly hash: string
  readonly definition: DefinitionOptions
}

/** The header of a run that a request starts. */
export function headerOf(request: OwnedStartRequest, found: PinnedVersion, runId: string, vars?: Variables): RunHeader {
  return {
    run_id: runId,
    workflow: request.workflow,
    version: found.version,
    hash: found.hash,
    input: request.input,
    ...storedOptions(request, found.definition),
    owner_id: request.ownerId,
    data_region: request.dataRegion,
    root_run_id: runId,
    ...(request.rerunOf !== undefined && { rerun_of: request.rerunOf }),
    ...(request.fanOut !== undefined && { fan_out: request.fanOut }),
    ...(request.kind !== undefined && { kind: request.kind }),
    ...(request.regenerates !== undefined && { regenerates: request.regenerates }),
    ...(vars !== undefined && { vars }),
    ...(request.trigger !== undefined && { trigger: request.trigger }),
    ...(request.traceparent !== undefined && { traceparent: request.traceparent }),
    ...(request.workflowId !== undefined && { workflow_id: request.workflowId }),
    ...(hasEnvelope(found.definition) && { envelope: true as const }),
    ...(found.definition.kind === 'code' && { code: true as const }),
    depth: 0,
    actor: request.actor,
  }
}

export interface CreateContext {
  readonly now: number
  readonly carried?: Carried | undefined
  /** Signals that the run begins with. */
  readonly signals?: readonly StartSignal[] | undefined
}

/** The first events of a run: created, with what it begins with, and queued. `now`: milliseconds by the database's clock. */
export function createEvents(header: RunHeader, { now, carried, signals = [] }: CreateContext): readonly RunEvent[] {
  const bodies: readonly RunEventBody[] = [
    { type: 'workflow.run.created', payload: header },
    ...(carried === undefined ? [] : [{ type: 'workflow.run.carried_over' as const, payload: carried }]),
    ...signals.map(({ name: signal, data, actor = { id: 'engine' } }) => ({
      type: 'workflow.signal.received' as const,
      payload: { signal, data, actor },
    })),
    { type: 'workflow.run.queued', payload: {} },
  ]
  return bodies.map((body, index) => ({ seq: index + 1, at: now, ...body }))
}

/** A detached run has no parent, and is the root of its own tree; its origin stays that of the run that starts it. */
function lineageOf(header: RunHeader, { id, step, iteration, detached }: Extract<Effect, { kind: 'child' }>) {
  if (detached) return { root_run_id: id, origin_run_id: originOf(header) }
  const { root_run_id, origin_run_id, run_id } = header
  return { root_run_id, ...(origin_run_id !== undefined && { origin_run_id }), parent: { run_id, step, iteration } }
}

function kindOfChild(header: RunHeader, step: string) {
  const kind = entryOf(header, step)?.kind
  return kind !== undefined && { kind }
}

/** The header of a child run: owner, region, root and inherited options are its parent's. */
export function childHeader(
  { header }: RunState,
  effect: Extract<Effect, { kind: 'child' }>,
  { version, hash, definition }: PinnedVersion,
): RunHeader {
  if (effect.continues !== undefined) return successorHeader(header, effect, { version, hash })
  return {
    run_id: effect.id,
    workflow: effect.workflow,
    version,
    hash,
    saga: sagaOf(definition),
    fail_fast: definition.fail_fast,
    input: effect.input,
    ...inheritedOptions(header),
    ...header.fan_out?.options,
    ...kindOfChild(header, effect.step),
    ...(header.traceparent !== undefined && { traceparent: header.traceparent }),
    owner_id: header.owner_id,
    data_region: header.data_region,
    ...lineageOf(header, effect),
    depth: header.depth + 1,
    ancestors: [...(header.ancestors ?? []), header.workflow],
    ...(hasEnvelope(definition) && { envelope: true as const }),
    ...(definition.kind === 'code' && { code: true as const }),
    actor: header.actor,
  }
}

/** The header of the run as which a run continues: its own, with a fresh history and the newest version. */
function successorHeader(
  header: RunHeader,
  { id: run_id, input }: Extract<Effect, { kind: 'child' }>,
  pinned: Pick<PinnedVersion, 'version' | 'hash'>,
): RunHeader {
  const first_run_id = header.continued_from?.first_run_id ?? header.run_id
  const root_run_id = header.root_run_id === header.run_id ? run_id : header.root_run_id
  return { ...header, ...pinned, run_id, root_run_id, input, continued_from: { run_id: header.run_id, first_run_id } }
}
