import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Carried, RerunRef } from '#core/run/events/operator-event.ts'
import type { ActorRef, Drive } from '#core/run/words.ts'
import { generationsOf } from '../../db/pool.ts'
import { createGroupCommitter, type GroupCommitter } from '../commit/group-committer.ts'
import { beginning, newRunOf } from '../commit/new-run.ts'
import type { Definitions, RunnableDefinition } from '../definitions.ts'
import { bytesOf } from '../payload/known-payloads.ts'
import { isArchived } from '../store/definitions.ts'
import { clockAndEngine } from '../store/eager-start.ts'
import { definitionsOf } from '../store/pool-definitions.ts'
import { findEarlier, type Started, type StartingRun, startRuns } from '../store/start.ts'
import { tuning } from '../tuning.ts'
import { createDatabaseClock, type DatabaseClock } from '../world/clock.ts'
import { localClock } from '../world/local-clock.ts'
import { createEagerStarter, type EagerStarter } from './eager-start.ts'
import { wakeEngines } from './pool-wake-up.ts'

/** A request to start a run. For absent fields, the definition or the default decides. */
export interface StartRunRequest {
  readonly ownerId: string
  readonly dataRegion: string
  readonly actor: ActorRef
  readonly workflow: string
  /** The latest when absent. */
  readonly version?: number | undefined
  readonly input: Json
  /** The caller's opaque `state`, echoed with the outcome. */
  readonly clientState?: Json | undefined
  readonly drive?: Drive | undefined
  readonly saga?: boolean | undefined
  readonly failFast?: boolean | undefined
  readonly tags?: readonly string[] | undefined
  readonly priority?: number | undefined
  /** The same key of the same owner and actor starts one run, and always returns that one. */
  readonly idempotencyKey?: string | undefined
  /** Stored beside the key, and returned with the run that it started (`server/request-identity.ts`). */
  readonly requestIdentity?: string | undefined
  /** A run of this id is started once. */
  readonly runId?: string | undefined
  /** The run that this run repeats, and the data that it takes over. */
  readonly rerunOf?: RerunRef | undefined
  readonly carried?: Carried | undefined
}

export type StartRunResult =
  | ({ readonly ok: true } & Omit<Started, 'behindMs'>)
  | { readonly ok: false; readonly code: 'WORKFLOW_NOT_FOUND' | 'VERSION_NOT_FOUND' | 'ARCHIVED' }
  | {
      readonly ok: false
      readonly code: 'INVALID_INPUT'
      readonly errors: readonly { readonly path: string; readonly message: string }[]
    }

/** Defaults of a start for absent fields that no definition decides. */
export const startDefaults = { drive: 'auto', tags: [] as readonly string[], priority: 0 } as const

/** Distance in the queue between an owner's runs of one moment, so that a burst does not delay other owners. */
const SPREAD_MS = 1
const CLOCK_VALID_MS = 10_000
const LANES = 2
const MOST_KEPT = 1_000
/** No run has this id. */
const NO_RUN = '00000000-0000-0000-0000-000000000000'

/** A starter is the state that this process keeps for a pool: the starts of all requests go out in batches. */
interface Starter {
  readonly committer: GroupCommitter<StartingRun, Started | null>
  readonly eager: EagerStarter
  readonly definitions: Definitions
  /** By owner and name, the latest version at the last look-up. */
  readonly lastLatest: Map<string, RunnableDefinition>
  readonly clock: DatabaseClock
  clockReadAt: number
  /** How far the front of the queue was behind the present moment at the last start. */
  behindMs: number
  readonly lastPlaceOf: Map<string, number>
}

const starters = new WeakMap<Pool, Starter>()

/**
 * Starts a run of a published version: checks the input against its schema, pins the version, and returns once the run
 * is committed and in the queue.
 *
 * The version is not looked up first: most likely it is still the one of the last look-up, and the statement that
 * starts the run checks it. That statement looks the idempotency key up as well; before a refusal the key is looked up
 * separately, so that a key which has started a run is always answered with that run.
 */
export async function startRun(pool: Pool, request: StartRunRequest): Promise<StartRunResult> {
  const result = await startOrRefuse(pool, request)
  const earlier = result.ok ? null : await findStarted(pool, request)
  return earlier === null ? result : { ok: true, ...earlier }
}

/** The run that the request's idempotency key has started before; null when there is none. */
export async function findStarted(
  pool: Pool,
  { ownerId, actor, idempotencyKey }: Pick<StartRunRequest, 'ownerId' | 'actor' | 'idempotencyKey'>,
): Promise<Omit<Started, 'behindMs'> | null> {
  if (idempotencyKey === undefined) return null
  const key = { runId: NO_RUN, ownerId, createdBy: actor.id, idempotencyKey }
  return (await findEarlier(pool, [key])).get(NO_RUN) ?? null
}

async function startOrRefuse(pool: Pool, request: StartRunRequest): Promise<StartRunResult> {
  const starter = starterOf(pool)
  const { ownerId, workflow, version } = request
  const assumed =
    version === undefined
      ? starter.lastLatest.get(keyOf(request))
      : starter.definitions.known(ownerId, workflow, version)
  const started = assumed && inputErrors(assumed, request).length === 0 && (await commit(pool, request, assumed))
  return started || lookUpAndStart(pool, request)
}

async function lookUpAndStart(pool: Pool, request: StartRunRequest): Promise<StartRunResult> {
  const { definitions, lastLatest } = starterOf(pool)
  const { ownerId, workflow, version } = request
  if (version !== undefined && version < 0) return startSnapshot(pool, request, version)
  for (;;) {
    const latest = await definitions.latest(ownerId, workflow)
    if (!latest) return { ok: false, code: 'WORKFLOW_NOT_FOUND' }
    const oldest = lastLatest.size >= MOST_KEPT ? lastLatest.keys().next().value : undefined
    if (oldest !== undefined) lastLatest.delete(oldest)
    lastLatest.set(keyOf(request), latest)
    if (await isArchived(pool, ownerId, workflow)) return { ok: false, code: 'ARCHIVED' }
    const found = version === undefined ? latest : await definitions.find(ownerId, workflow, version)
    if (!found) return { ok: false, code: 'VERSION_NOT_FOUND' }
    const errors = inputErrors(found, request)
    if (errors.length > 0) return { ok: false, code: 'INVALID_INPUT', errors }
    const started = await commit(pool, request, found)
    if (started) return started
  }
}

/** Starts a test run of a draft's snapshot, without the need of a published version. */
async function startSnapshot(pool: Pool, request: StartRunRequest, version: number): Promise<StartRunResult> {
  const found = await starterOf(pool).definitions.find(request.ownerId, request.workflow, version)
  if (!found) return { ok: false, code: 'VERSION_NOT_FOUND' }
  const errors = inputErrors(found, request)
  if (errors.length > 0) return { ok: false, code: 'INVALID_INPUT', errors }
  return (await commit(pool, request, found)) ?? { ok: false, code: 'ARCHIVED' }
}

function inputErrors({ definition }: RunnableDefinition, { input }: StartRunRequest) {
  return definition.input_schema ? validateJson(definition.input_schema, input) : []
}

/**
 * Null when the version is no longer the latest although the request asked for the latest, or the workflow was
 * archived.
 */
async function commit(
  pool: Pool,
  request: StartRunRequest,
  definition: RunnableDefinition,
): Promise<StartRunResult | null> {
  const starter = starterOf(pool)
  await setClock(pool, starter)
  const now = starter.clock.now()
  const begun = beginning(headerOf(request, definition, request.runId ?? uuidv7()), { now, carried: request.carried })
  const { idempotencyKey = null, requestIdentity = null } = request
  const context = { now, appendId: randomUUID(), idempotencyKey, requestIdentity }
  const onlyIf = request.version === undefined ? ('latest' as const) : ('offered' as const)
  if (starter.committer.pending === 0) {
    const eager = await starter.eager.start(begun, context, definition, onlyIf)
    if (eager) return { ok: true, ...eager }
  }
  const front = now - starter.behindMs
  const place = placeBehind(starter, request.ownerId, front)
  const started = await starter.committer.commit({
    ...newRunOf(begun, context),
    queueDelayMs: place - front,
    onlyIf,
  })
  if (!started) return null
  const { behindMs, ...run } = started
  if (behindMs !== undefined) {
    // The front differs from the assumed one, so the place of the run differs by as much.
    const actual = place + (now - behindMs - front)
    if (starter.lastPlaceOf.get(request.ownerId) === place) starter.lastPlaceOf.set(request.ownerId, actual)
    starter.behindMs = behindMs
  }
  wakeEngines(pool)
  return { ok: true, ...run }
}

function headerOf(request: StartRunRequest, found: RunnableDefinition, runId: string) {
  return {
    run_id: runId,
    workflow: request.workflow,
    version: found.version,
    hash: found.hash,
    input: request.input,
    ...(request.clientState !== undefined && { client_state: request.clientState }),
    drive: request.drive ?? startDefaults.drive,
    saga: request.saga ?? found.definition.saga_enabled,
    fail_fast: request.failFast ?? found.definition.fail_fast,
    tags: request.tags ?? startDefaults.tags,
    priority: request.priority ?? startDefaults.priority,
    owner_id: request.ownerId,
    data_region: request.dataRegion,
    root_run_id: runId,
    ...(request.rerunOf !== undefined && { rerun_of: request.rerunOf }),
    depth: 0,
    actor: request.actor,
  }
}

function starterOf(pool: Pool): Starter {
  const known = starters.get(pool)
  if (known) return known
  const clock = createDatabaseClock(localClock)
  const starter: Starter = {
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
    definitions: definitionsOf(pool),
    lastLatest: new Map(),
    eager: createEagerStarter(pool, clock),
    clock,
    clockReadAt: Number.NEGATIVE_INFINITY,
    behindMs: 0,
    lastPlaceOf: new Map(),
  }
  starters.set(pool, starter)
  // In another generation of the database the latest versions and the known engine may be lost.
  const endWatch = generationsOf(pool).onChange(() => {
    starters.delete(pool)
    endWatch()
  })
  return starter
}

async function setClock(pool: Pool, starter: Starter): Promise<void> {
  const sentAt = starter.clock.monotonic()
  const validMs = starter.eager.knowsEngine ? CLOCK_VALID_MS : tuning.eagerRetryMs
  if (sentAt - starter.clockReadAt < validMs) return
  const { now, engine } = await clockAndEngine(pool)
  starter.clock.adjust(now, sentAt, starter.clock.monotonic())
  starter.eager.meet(engine)
  starter.clockReadAt = sentAt
}

/** The place of a start in the queue: at the front, or behind the last start of its owner. */
function placeBehind(starter: Starter, ownerId: string, front: number): number {
  const place = Math.max(front, (starter.lastPlaceOf.get(ownerId) ?? 0) + SPREAD_MS)
  starter.lastPlaceOf.set(ownerId, place)
  if (starter.lastPlaceOf.size > 10_000) {
    for (const [owner, last] of starter.lastPlaceOf) if (last < front) starter.lastPlaceOf.delete(owner)
  }
  return place
}

function keyOf({ ownerId, workflow }: StartRunRequest): string {
  return `${ownerId}\u0000${workflow}`
}
