import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import type { Variables } from '#core/definition/variables.ts'
import { limits } from '#core/limits.ts'
import { variantStep } from '#core/run/fan-out/fan-out.ts'
import { judgedInput } from '#core/run/fan-out/own-input.ts'
import { headerOf, type OwnedStartRequest } from '#core/run/start/create.ts'
import type { RunHeader } from '#core/run/state.ts'
import { type PerGeneration, perGeneration } from '../../db/per-generation.ts'
import { fileErrors } from '../../files/file-errors.ts'
import type { OwnerQuota, QuotaRefusal } from '../../limits/owner-quota.ts'
import { makeRunId } from '../../run-id.ts'
import { createGroupCommitter, type GroupCommitter } from '../commit/group-committer.ts'
import { beginning, newRunOf } from '../commit/new-run.ts'
import type { Definitions, RunnableDefinition } from '../definitions.ts'
import { bytesOf } from '../payload/known-payloads.ts'
import { isArchived } from '../store/definitions.ts'
import { clockAndEngines } from '../store/eager-start.ts'
import { findEarlier, type Started, type StartingRun, startRuns } from '../store/start.ts'
import { type IdInUse, startWithWorkflowId } from '../store/workflow-id.ts'
import { tuning } from '../tuning.ts'
import { createDatabaseClock, type DatabaseClock } from '../world/clock.ts'
import { localClock } from '../world/local-clock.ts'
import { createEagerStarter, type EagerStarter } from './eager-start.ts'
import type { Hints } from './hints.ts'
import { QueuePositions } from './queue-positions.ts'

export type StartRunResult =
  | ({ readonly ok: true } & Omit<Started, 'behindMs'>)
  | { readonly ok: false; readonly code: 'WORKFLOW_NOT_FOUND' | 'VERSION_NOT_FOUND' | 'ARCHIVED' }
  | ({ readonly ok: false; readonly code: 'QUOTA' } & QuotaRefusal)
  | ({ readonly ok: false; readonly code: 'WORKFLOW_ID_IN_USE' } & IdInUse)
  | {
      readonly ok: false
      readonly code: 'INVALID_INPUT'
      readonly errors: readonly { readonly path: string; readonly message: string }[]
    }

const CLOCK_VALID_MS = 10_000
const LANES = 2
const MOST_KEPT = 1_000
/** No run has this id. */
const NO_RUN = '00000000-0000-0000-0000-000000000000'

/** What starts share in one generation of the database: in another one, the versions and the engine may be lost. */
interface Shared {
  /** Starts of all requests, which go out in batches. */
  readonly committer: GroupCommitter<StartingRun, Started | null>
  readonly eager: EagerStarter
  /** By owner and name, the latest version at the last look-up. */
  readonly lastLatest: Map<string, RunnableDefinition>
  readonly clock: DatabaseClock
  clockReadAt: number
  readonly positions: QueuePositions
}

export interface RunStarterWorld {
  /** Starts of all owners. */
  readonly pool: Pool
  /** What belongs to one owner. */
  readonly poolOf: (ownerId: string) => Pool
  readonly definitions: PerGeneration<Definitions>
  /** Bounds what one owner may start. Unset: local mode. */
  readonly quota?: OwnerQuota | undefined
  readonly hints: Pick<Hints, 'wakeEngineOf' | 'eagerStarts'>
}

/** Starts runs of published versions, for a process that is no engine. */
export class RunStarter {
  readonly #world: RunStarterWorld
  readonly #shared: PerGeneration<Shared>

  constructor(world: RunStarterWorld) {
    this.#world = world
    this.#shared = perGeneration(world.pool, () => createShared(world))
  }

  /**
   * Starts a run of a published version: checks the input against its schema, pins the version, and returns once the run
   * is committed and in the queue, or is committed as the run of an engine.
   *
   * The version is not looked up first: most likely it is still the one of the last look-up, and the statement that
   * starts the run checks it. That statement looks the idempotency key up as well; before a refusal the key is looked up
   * separately, so that a key which has started a run is always answered with that run. `isAdmitted`: see `admit`.
   */
  async start(request: OwnedStartRequest, isAdmitted = false): Promise<StartRunResult> {
    const refusal = isAdmitted ? null : await this.admit(request)
    const result = refusal ? ({ ok: false, code: 'QUOTA', ...refusal } as const) : await this.#checkFiles(request)
    const earlier = result.ok ? null : await this.findStarted(request)
    return earlier === null ? result : { ok: true, ...earlier }
  }

  /**
   * Counts a start of the owner, for a caller that must know of a refusal before it acts. Null: the quota of the owner has
   * room for the start. Of a fan-out, each variant counts whose result is not taken over.
   */
  async admit({
    ownerId,
    fanOut,
    carried,
  }: Pick<OwnedStartRequest, 'ownerId' | 'fanOut' | 'carried'>): Promise<QuotaRefusal | null> {
    const runs = fanOut?.entries.filter((_, index) => carried?.outputs[variantStep(index)] === undefined).length
    return this.#world.quota?.admit(ownerId, Math.max(runs ?? 1, 1)) ?? null
  }

  /** The run that the request's idempotency key has started before; null when there is none. */
  async findStarted({
    ownerId,
    actor,
    idempotencyKey,
  }: Pick<OwnedStartRequest, 'ownerId' | 'actor' | 'idempotencyKey'>): Promise<Omit<Started, 'behindMs'> | null> {
    if (idempotencyKey === undefined) return null
    const key = { runId: NO_RUN, ownerId, createdBy: actor.id, idempotencyKey }
    return (await findEarlier(this.#world.pool, [key])).get(NO_RUN) ?? null
  }

  /** Settles when no start is under way. No more starts are accepted. */
  async close(): Promise<void> {
    this.#shared.close()
    await this.#shared.current().committer.close()
  }

  /** A run refers only to files that its owner has. */
  async #checkFiles(request: OwnedStartRequest): Promise<StartRunResult> {
    const { ownerId, input } = request
    const errors = await fileErrors(this.#world.poolOf(ownerId), ownerId, input)
    return errors.length > 0 ? { ok: false, code: 'INVALID_INPUT', errors } : this.#startOrRefuse(request)
  }

  async #startOrRefuse(request: OwnedStartRequest): Promise<StartRunResult> {
    const { ownerId, workflow, version } = request
    const assumed =
      version === undefined
        ? this.#shared.current().lastLatest.get(keyOf(request))
        : this.#world.definitions.current().known(ownerId, workflow, version)
    const started = assumed && inputErrors(assumed, request).length === 0 && (await this.#commit(request, assumed))
    return started || this.#lookUpAndStart(request)
  }

  async #lookUpAndStart(request: OwnedStartRequest): Promise<StartRunResult> {
    const { ownerId, workflow, version } = request
    const isGenerated = version !== undefined && (version < 0 || request.fanOut !== undefined)
    if (isGenerated) return this.#startGenerated(request, version)
    const definitions = this.#world.definitions.current()
    const { lastLatest } = this.#shared.current()
    for (;;) {
      const latest = await definitions.latest(ownerId, workflow)
      if (!latest) return { ok: false, code: 'WORKFLOW_NOT_FOUND' }
      const oldest = lastLatest.size >= MOST_KEPT ? lastLatest.keys().next().value : undefined
      if (oldest !== undefined) lastLatest.delete(oldest)
      lastLatest.set(keyOf(request), latest)
      if (await isArchived(this.#world.poolOf(ownerId), ownerId, workflow)) return { ok: false, code: 'ARCHIVED' }
      const found = version === undefined ? latest : await definitions.find(ownerId, workflow, version)
      if (!found) return { ok: false, code: 'VERSION_NOT_FOUND' }
      const errors = inputErrors(found, request)
      if (errors.length > 0) return { ok: false, code: 'INVALID_INPUT', errors }
      const started = await this.#commit(request, found)
      if (started) return started
    }
  }

  /** Starts a run of a draft's snapshot, or of a fan-out's definition, without the need of a published version. */
  async #startGenerated(request: OwnedStartRequest, version: number): Promise<StartRunResult> {
    const found = await this.#world.definitions.current().find(request.ownerId, request.workflow, version)
    if (!found) return { ok: false, code: 'VERSION_NOT_FOUND' }
    const errors = inputErrors(found, request)
    if (errors.length > 0) return { ok: false, code: 'INVALID_INPUT', errors }
    return (await this.#commit(request, found)) ?? { ok: false, code: 'ARCHIVED' }
  }

  /**
   * Null when the version is no longer the latest although the request asked for the latest, or the workflow was
   * archived.
   */
  async #commit(request: OwnedStartRequest, definition: RunnableDefinition): Promise<StartRunResult | null> {
    const shared = this.#shared.current()
    const { clock, committer, eager, positions } = shared
    await setClock(this.#world.pool, shared)
    const now = clock.now()
    const vars = await this.#world.definitions.current().variables(request.ownerId, definition.definition)
    const header = headerWith(request, definition, vars)
    const begun = beginning(header, { now, carried: request.carried, signals: request.signals })
    const { idempotencyKey = null, requestIdentity = null, workflowId, workflowIdReuse } = request
    const context = { now, appendId: randomUUID(), idempotencyKey, requestIdentity }
    const onlyIf = request.version === undefined ? ('latest' as const) : ('offered' as const)
    const isAlone = committer.pending === 0
    if (isAlone && workflowId === undefined) {
      const started = await eager.start(begun, context, definition, onlyIf)
      if (started) return { ok: true, ...started }
    }
    const position = positions.take(request.ownerId, now)
    const starting = { ...newRunOf(begun, context), queueDelayMs: position.delayMs, onlyIf }
    const started =
      workflowId === undefined
        ? await committer.commit(starting)
        : await startWithWorkflowId(this.#world.pool, starting, workflowId, workflowIdReuse)
    if (!started) return null
    if ('holder' in started) return { ok: false, code: 'WORKFLOW_ID_IN_USE', ...started }
    const { behindMs, ...run } = started
    if (behindMs !== undefined) positions.correct(request.ownerId, position, now, behindMs)
    const first = isAlone ? eager.nextEngine() : null
    this.#world.hints.wakeEngineOf({ epoch: first?.epoch ?? 0, holds: false })
    return { ok: true, ...run }
  }
}

function createShared({ pool, hints }: RunStarterWorld): Shared {
  const clock = createDatabaseClock(localClock)
  return {
    committer: createGroupCommitter<StartingRun, Started | null>({
      lanes: LANES,
      itemsPerBatch: tuning.committer.runsPerFlush,
      bytesPerBatch: tuning.committer.bytesPerFlush,
      after: localClock.after,
      // A caller waits for the answer; a retry with the idempotency key gets the run if it was started after all.
      retryForMs: limits.command.replyWaitMs,
      bytesOf: ({ events, payloads }) => events.length + bytesOf(payloads),
      write: (runs) => startRuns(pool, runs),
    }),
    eager: createEagerStarter(pool, clock, hints.eagerStarts),
    lastLatest: new Map(),
    clock,
    clockReadAt: Number.NEGATIVE_INFINITY,
    positions: new QueuePositions(),
  }
}

async function setClock(pool: Pool, shared: Shared): Promise<void> {
  const sentAt = shared.clock.monotonic()
  const validMs = shared.eager.knowsEngine ? CLOCK_VALID_MS : tuning.eagerRetryMs
  if (sentAt - shared.clockReadAt < validMs) return
  const { now, engines } = await clockAndEngines(pool)
  shared.clock.adjust(now, sentAt, shared.clock.monotonic())
  shared.eager.meet(engines)
  shared.clockReadAt = sentAt
}

/** The header of the run; invalid input that is to be recorded is judged by the run, as its envelope does it. */
function headerWith(request: OwnedStartRequest, definition: RunnableDefinition, vars?: Variables): RunHeader {
  const header = headerOf(request, definition, request.runId ?? makeRunId(request.ownerId), vars)
  const isInvalid =
    request.recordInvalid && inputErrors(definition, { ...request, recordInvalid: undefined }).length > 0
  return isInvalid ? { ...header, envelope: true } : header
}

/** Why the input is refused; none where a run records what is wrong with it. */
function inputErrors({ definition }: RunnableDefinition, { input, regenerates, recordInvalid }: OwnedStartRequest) {
  if (recordInvalid || definition.envelope?.validate !== undefined) return []
  const judged = regenerates === undefined ? input : judgedInput(definition, input)
  return definition.input_schema ? validateJson(definition.input_schema, judged) : []
}

function keyOf({ ownerId, workflow }: OwnedStartRequest): string {
  return `${ownerId}\u0000${workflow}`
}
