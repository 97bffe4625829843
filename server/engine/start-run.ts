import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { validateJson } from '#core/definition/json-schema.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { ActorRef, Drive } from '#core/run/event.ts'
import { askTogether } from './ask-together.ts'
import { createDatabaseClock, type DatabaseClock } from './clock.ts'
import { createDefinitions, type Definitions, type RunnableDefinition } from './definitions.ts'
import { createGroupCommitter, type GroupCommitter } from './group-committer.ts'
import { localClock } from './local-clock.ts'
import { newRun } from './new-run.ts'
import { wakeEngines } from './pool-wake-up.ts'
import { definitionOf, latestDefinition } from './store/definitions.ts'
import { type LatestVersion, latestVersions } from './store/latest-versions.ts'
import { type Started, type StartingRun, startRuns } from './store/start.ts'

/** What somebody asks to be started. Where nothing is said, the definition or the default decides. */
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
  /** The same key of the same owner starts one run, and always returns that one. */
  readonly idempotencyKey?: string | undefined
}

export type StartRunResult =
  | ({ readonly ok: true } & Started)
  | { readonly ok: false; readonly code: 'WORKFLOW_NOT_FOUND' | 'VERSION_NOT_FOUND' | 'ARCHIVED' }
  | {
      readonly ok: false
      readonly code: 'INVALID_INPUT'
      readonly errors: readonly { readonly path: string; readonly message: string }[]
    }

/** An owner's runs of one moment are put into the queue this far apart, so that a burst does not hold up the others. */
const SPREAD_MS = 1
const CLOCK_VALID_MS = 10_000
const LANES = 2

/** What this process keeps for a pool: the starts of all requests go out together. */
interface Starter {
  readonly committer: GroupCommitter<StartingRun, Started | null>
  readonly definitions: Definitions
  readonly clock: DatabaseClock
  readonly lastPlaceOf: Map<string, number>
}

const starters = new WeakMap<Pool, Starter>()

/**
 * Starts a run of a published version: checks the input against its schema,
 * pins the version, and returns once the run is committed and in the queue.
 */
export async function startRun(pool: Pool, request: StartRunRequest): Promise<StartRunResult> {
  const starter = starterOf(pool)
  const { ownerId, workflow, version } = request
  const latest = await starter.latest({ ownerId, name: workflow })
  if (!latest) return { ok: false, code: 'WORKFLOW_NOT_FOUND' }
  if (latest.archived) return { ok: false, code: 'ARCHIVED' }
  const found = await starter.definitions.find(ownerId, workflow, version ?? latest.version)
  if (!found) return { ok: false, code: 'VERSION_NOT_FOUND' }
  const schema = found.definition.input_schema
    const errors = schema ? validateJson(schema, request.input) : []
    if (errors.length > 0 && !assumed) return { ok: false, code: 'INVALID_INPUT', errors }
    assumed = null
    if (errors.length > 0) continue

    const now = starter.clock.now()
    const run = newRun(headerOf(request, found, uuidv7()), {
      now,
      appendId: randomUUID(),
      idempotencyKey: request.idempotencyKey ?? null,
    })
    const started = await starter.committer.commit({
      ...run,
      queueDelayMs: queueDelay(starter, ownerId, now),
      ifLatest: version === undefined,
    })
    if (started) {
      wakeEngines(pool)
      return { ok: true, ...started }
    }
  }
}

function lookUp(definitions: Definitions, { ownerId, workflow, version }: StartRunRequest) {
  return version === undefined
    ? definitions.latest(ownerId, workflow)
    : definitions.find(ownerId, workflow, version)
}

function headerOf(request: StartRunRequest, found: RunnableDefinition, runId: string) {
  return {
    run_id: runId,
    workflow: request.workflow,
    version: found.version,
    hash: found.hash,
    input: request.input,
    ...(request.clientState !== undefined && { client_state: request.clientState }),
    drive: request.drive ?? ('auto' as const),
    saga: request.saga ?? found.definition.saga_enabled,
    fail_fast: request.failFast ?? found.definition.fail_fast,
    tags: request.tags ?? [],
    priority: request.priority ?? 0,
    owner_id: request.ownerId,
    data_region: request.dataRegion,
    root_run_id: runId,
    depth: 0,
    actor: request.actor,
  }
}

function starterOf(pool: Pool): Starter {
  const known = starters.get(pool)
  if (known) return known
  const clock = createDatabaseClock(localClock)
  let clockReadAt = Number.NEGATIVE_INFINITY
  const starter: Starter = {
    latest: askTogether(async (workflows) => {
      const sentAt = clock.monotonic()
      const { answers, now } = await latestVersions(pool, workflows)
      if (sentAt - clockReadAt >= CLOCK_VALID_MS) {
        clock.adjust(now, sentAt, clock.monotonic())
        clockReadAt = sentAt
      }
      return answers
    }),
    committer: createGroupCommitter<StartingRun, Started | null>({
      lanes: LANES,
      itemsPerBatch: limits.committer.runsPerFlush,
      bytesPerBatch: limits.committer.bytesPerFlush,
      after: localClock.after,
      bytesOf: (run) => run.events.length,
      write: (runs) => startRuns(pool, runs),
    }),
    definitions: createDefinitions({
      definition: (...key) => definitionOf(pool, ...key),
      latestDefinition: (...key) => latestDefinition(pool, ...key),
    }),
    clock,
    lastPlaceOf: new Map(),
  }
  starters.set(pool, starter)
  return starter
}

/** By how much this start stands behind the present moment in the queue. */
function queueDelay(starter: Starter, ownerId: string, now: number): number {
  const place = Math.max(now, (starter.lastPlaceOf.get(ownerId) ?? 0) + SPREAD_MS)
  starter.lastPlaceOf.set(ownerId, place)
  if (starter.lastPlaceOf.size > 10_000) {
    for (const [owner, last] of starter.lastPlaceOf) if (last < now) starter.lastPlaceOf.delete(owner)
  }
  return place - now
}
