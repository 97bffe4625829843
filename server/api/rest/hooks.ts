import { Hono, type Context as HonoContext } from 'hono'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { limits } from '#core/limits.ts'
import { ApiError, tooManyRequests } from '../../api-error.ts'
import type { Mode } from '../../directory/models.ts'
import type { KeyRing } from '../../secrets/key-ring.ts'
import type { Secrets } from '../../secrets.ts'
import type { Stores, StoresOf } from '../../stores.ts'
import { callHook, hookNotFound } from '../../triggers/hooks/call-hook.ts'
import { isHookId, isTestId } from '../../triggers/hooks/hook-id.ts'
import { keepTestCall } from '../../triggers/hooks/test-calls.ts'
import { readBytes } from '../request/request-body.ts'

export interface HookServices {
  readonly stores: Stores
  readonly storesOf?: StoresOf | undefined
  /** Finds the owner of a webhook, for all owners. Unset: local mode, where the stores see every owner. */
  readonly hookOwners?: Pool | undefined
  readonly keyRing: KeyRing
  /** How callers are known. Unset: local mode, whose environment has secrets too. */
  readonly mode?: Mode | undefined
  readonly secrets?: Secrets | undefined
}

const { callBytes, callMs, callsPerSecond } = limits.triggers

/**
 * Calls of webhooks. The address alone tells the webhook and its owner: no cookie and no key is read. The body is read as
 * bytes before anything else, because signatures are made of bytes. An address of a test starts nothing.
 */
export function hookRoutes(services: HookServices): Hono {
  const rate = new RateLimiterMemory({ keyPrefix: 'hook', points: callsPerSecond, duration: 1 })
  const app = new Hono()
  app.post('/:id', async (c) => {
    const id = c.req.param('id')
    const isTest = isTestId(id)
    if (!isTest && !isHookId(id)) throw hookNotFound()
    await count(rate, id)
    const body = await withinTime(readBytes(c.req.raw, callBytes))
    const stores = await storesOfHook(services, id)
    const call = { body, headers: headersOf(c), query: queryOf(c), receivedAt: Date.now() }
    if (isTest) {
      await keepTestCall(stores.pool, id, call)
      return c.json({ heard: true }, 202)
    }
    const { runId } = await callHook(
      {
        pool: stores.pool,
        starter: stores.engine.starter,
        ring: services.keyRing,
        environment: environmentOf(services),
      },
      id,
      call,
    )
    return c.json({ run_id: runId }, 202)
  })
  return app
}

const environmentOf = ({ mode, secrets }: HookServices) => (mode === 'login' ? undefined : secrets)

async function storesOfHook({ stores, storesOf, hookOwners }: HookServices, id: string): Promise<Stores> {
  if (!storesOf || !hookOwners) return stores
  const { rows } = await hookOwners.query<{ ownerId: string }>({
    name: isTestId(id) ? 'owner-of-test-call' : 'owner-of-hook',
    text: `select owner_id as "ownerId" from ${isTestId(id) ? 'test_call where id' : 'trigger where hook_id'} = $1`,
    values: [id],
  })
  const [row] = rows
  if (!row) throw hookNotFound()
  return storesOf(row.ownerId)
}

async function count(rate: RateLimiterMemory, id: string): Promise<void> {
  try {
    await rate.consume(id)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw tooManyRequests('This webhook gets too many calls. Send the next one in 1 s.', 1)
  }
}

async function withinTime(reading: Promise<Buffer>): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new ApiError('BAD_REQUEST', 'The body did not arrive in time.', 'body')
    timer = setTimeout(() => reject(error), callMs)
  })
  reading.catch(() => undefined)
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}

const headersOf = (c: HonoContext) => Object.fromEntries(c.req.raw.headers)
const queryOf = (c: HonoContext) => Object.fromEntries(new URL(c.req.url).searchParams)
