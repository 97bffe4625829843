import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, localActor } from '#server/access/actor.ts'
import { createRefusals } from '#server/audit/refusals.ts'
import { ApiError } from '../../api-error.ts'
import { createDatabase } from '../../db/client.ts'
import { perGeneration } from '../../db/per-generation.ts'
import { createPool } from '../../db/pool.ts'
import { prepareRoles } from '../../db/roles/prepare-roles.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { type EngineOptions, startEngine } from '../../engine/engine.ts'
import { createWakeUp } from '../../engine/world/wake-up.ts'
import { startRunIndex } from '../../operations/search/run-index.ts'
import { workBulk } from '../../runs/bulk/work-bulk.ts'
import { createCellCache } from '../../runs/grid/cell-cache.ts'
import { type ChangeFeed, startChangeFeed } from '../../runs/live/change-feed.ts'
import { openKeyRing } from '../../secrets/key-ring.ts'
import { openStoredSecrets } from '../../secrets/stored-secrets.ts'
import { noSecrets, type Secrets } from '../../secrets.ts'
import { createOwnedStores, createStores, localStores, type Stores, type StoresOf } from '../../stores.ts'
import { createApp } from '../app.ts'
import type { Context } from '../context.ts'
import { createStreams } from '../streams.ts'
import { expectConforming } from './conformance.ts'

export interface TestApi {
  readonly databaseUrl: string
  readonly services: Omit<Context, 'actor'>
  /** The stores of a request of this owner; in local mode those of the services. */
  readonly storesOf: StoresOf
  /** The stores that find due operations over many runs. */
  readonly bulkStores: Stores
  readonly changes: ChangeFeed
  /** Errors that were nobody's fault but ours; a test expects none. */
  readonly errors: unknown[]
  /**
   * The whole API, as the front calls it. `actor` stands for who is signed in. An answer that differs from the OpenAPI
   * document is thrown.
   */
  fetch(path: string, init?: RequestInit, actor?: Actor | null): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  publish(yaml: string): Promise<Response>
  /** From then on nobody executes anything, until it is started again. */
  stopEngine(): Promise<void>
  startEngine(): Promise<void>
  stop(): Promise<void>
}

const LOOK_MS = 10

/** Asks until there is an answer, again where the database took too long for one; throws after minutes without any. */
export async function eventually<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const deadline = performance.now() + 600_000
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof Error && error.cause instanceof ApiError && error.cause.code === 'UNAVAILABLE')
        return undefined
      throw error
    })
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error('It did not happen within minutes.')
    await sleep(LOOK_MS)
  }
}

/** Waits until the engine has let go of these runs, which it does a moment after it has said how they stand. */
export async function letGo({ services }: TestApi, runIds: readonly string[]): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await services.stores.pool.query(
      'select from run_state where run_id = any($1::uuid[]) and engine_id is null',
      [runIds],
    )
    return rowCount === runIds.length ? true : undefined
  })
}

/** Works off the operations over many runs: an engine that was slow to answer is asked again at once, not after a pause. */
export async function workOff({ services: { stores }, bulkStores, storesOf }: TestApi): Promise<void> {
  const hurry = 'update bulk_operation set resume_at = now() where ended_at is null'
  do while (await workBulk(bulkStores, storesOf)) {}
  while ((await stores.pool.query(hurry)).rowCount !== 0)
}

/** Step functions of the tests, in one file `t.ts`. */
const functions = `
export function double(state) { return { n: (state.n ?? 1) * 2 } }
export function fail() { throw new Error('broken on purpose') }
export function pass(state) { return {} }
export function ask() { throw Object.assign(new Error('asks'), { [Symbol.for('heddle.directive')]: true, kind: 'pause', result: null }) }
export function huge() { return { text: 'x'.repeat(5 * 1024 * 1024) } }
`

export interface TestApiOptions {
  /** Another database than a new one. */
  readonly database?: TestDatabase
  /** How the API itself reaches the database, for tests in which it does not. */
  readonly via?: (databaseUrl: string) => Promise<string>
  /** More step functions in `t.ts`. */
  readonly functions?: string
  readonly secrets?: Secrets
  readonly engine?: Partial<EngineOptions>
  /** Hosts that requests may reach wherever they are. */
  readonly httpAllow?: readonly string[]
  /** Keeps the index in which runs are found by their values. */
  readonly index?: boolean
  /** Requests and engine use the database as they do where people log in: each by its own role. */
  readonly roles?: boolean | undefined
}

/** The API on a database of its own, with an engine that executes. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const testDatabase = options.database ?? (await createTestDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'heddle-api-'))
  await writeFile(join(folder, 't.ts'), functions + (options.functions ?? ''))
  const databaseUrl = testDatabase.url
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const webUrl = (await options.via?.(databaseUrl)) ?? databaseUrl
  const pool = createPool(webUrl, 10)
  const database = createDatabase(webUrl)
  const owned = options.roles ? await openOwnedPools(databaseUrl) : null
  const wakeUp = createWakeUp({ databaseUrl: owned?.urls.web ?? webUrl, notify: true })
  const changes = await startChangeFeed({ pool: owned?.startPool ?? pool, wakeUp, onError })
  const { secrets } = options
  const keyRing = openKeyRing({ current: { from: 'made', file: join(folder, 'master-key') }, previous: null })
  const secretPool = createPool(owned?.urls.engine ?? databaseUrl, 2)
  const stored = openStoredSecrets({
    pool: secretPool,
    ring: keyRing,
    environment: secrets ?? noSecrets,
    log: options.engine?.log ?? onError,
  })
  const engineUrl = owned?.urls.engine ?? databaseUrl
  const openEngine = () =>
    startEngine({ databaseUrl: engineUrl, functionsFolders: [folder], secrets: stored, ...options.engine })
  let engine = await openEngine()
  const index = options.index
    ? startRunIndex({ pool, databaseUrl, engineId: () => engine.identity.id, log: onError })
    : undefined
  const stores = createStores(pool, database)
  const bound = owned ? createOwnedStores(owned) : localStores(stores)
  const { storesOf } = bound
  const refusals = createRefusals({ onError })
  const services = {
    stores,
    changes,
    streams: createStreams(),
    workHints: wakeUp,
    refusals,
    cells: perGeneration(pool, createCellCache),
    functionsFolders: [folder],
    secrets,
    keyRing,
    httpAllow: options.httpAllow,
    budget: options.engine?.budget,
  }
  let actor: Actor | null = localActor
  const app = createApp({ ...services, storesOf, actorOf: () => actor, onError })
  const fetchAs: TestApi['fetch'] = async (path, init, as = localActor) => {
    actor = as
    const response = await app.request(path, init)
    await expectConforming(init?.method ?? 'GET', path, response)
    return response
  }
  return {
    databaseUrl,
    services,
    storesOf,
    bulkStores: { ...bound.stores, pool: owned?.startPool ?? pool },
    changes,
    errors,
    fetch: fetchAs,
    post: (path, body, headers = {}) =>
      fetchAs(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    publish: (yaml) =>
      fetchAs('/v1/workflows', { method: 'POST', headers: { 'content-type': 'application/yaml' }, body: yaml }),
    stopEngine: () => engine.stop(),
    async startEngine() {
      engine = await openEngine()
    },
    async stop() {
      await refusals.stop()
      await index?.stop()
      await engine.stop()
      await changes.stop()
      await Promise.all([stores.engine.close(), bound.stores.engine.close()])
      await owned?.close()
      await Promise.all([wakeUp.close(), pool.end(), secretPool.end(), database.$disconnect()])
      await testDatabase.drop()
      await rm(folder, { recursive: true })
    },
  }
}

async function openOwnedPools(databaseUrl: string) {
  const urls = await prepareRoles(databaseUrl)
  const pool = createPool(urls.web, 10)
  const startPool = createPool(urls.start, 10)
  const database = createDatabase(urls.web)
  return {
    urls,
    pool,
    startPool,
    database,
    close: () => Promise.all([pool.end(), startPool.end(), database.$disconnect()]),
  }
}
