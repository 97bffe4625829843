import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { type Attempt, createEndRecorder, endLanes, type LaneEnd } from './delivery/end-lanes.ts'
import { repairLanes } from './delivery/keep-lanes.ts'
import { claimLanes, type Lane } from './delivery/lanes.ts'
import { presentWithoutWebhooks } from './delivery/note-events.ts'
import { webhookLimits } from './webhook-limits.ts'

let api: TestApi
let pool: Pool

beforeAll(async () => {
  api = await startTestApi()
  pool = api.services.stores.pool
  await api.stopEngine()
})
beforeEach(() => pool.query('delete from webhook'))
afterAll(() => api.stop())

const hook = async (ownerId = 'local') => {
  const id = randomUUID()
  await pool.query(
    `insert into webhook (id, owner_id, url, max_retries, created_by) values ($1, $2, 'https://example.com/', 3, 'ana')`,
    [id, ownerId],
  )
  return id
}
/** Lanes of a webhook with that many deliveries each. */
const lanes = async (webhookId: string, count: number, each = 1) => {
  await pool.query(
    `with lane as (
       insert into webhook_lane (webhook_id, lane, owner_id, pending, next_at)
       select w.id, gen_random_uuid(), w.owner_id, $3, clock_timestamp() from webhook w, generate_series(1, $2)
        where w.id = $1 returning webhook_id, lane, owner_id)
     insert into webhook_delivery (id, owner_id, webhook_id, lane, seq, kind)
     select gen_random_uuid(), owner_id, webhook_id, lane, seq, 'workflow.run.created'
       from lane, generate_series(1, $3) as seq`,
    [webhookId, count, each],
  )
}
const claim = async (most = 32, busy: ReadonlyMap<string, number> = new Map()) => claimLanes(pool, most, busy)
const claimOne = async () => {
  const [lane] = await claim()
  if (!lane) throw new Error('No lane was due.')
  return lane
}
const delivered = async ({ lane }: Lane, count: number): Promise<readonly Attempt[]> => {
  const { rows } = await pool.query<{ id: string }>(
    'select id from webhook_delivery where lane = $1 order by seq limit $2',
    [lane, count],
  )
  const rest = { statusCode: 200, error: null, durationMs: 1, bodySha256: null } as const
  return rows.map(({ id }) => ({ id, state: 'delivered', attempts: 1, ...rest }))
}
const laneOf = async ({ lane }: Lane) => {
  const { rows } = await pool.query<{ pending: number; next_at: Date }>(
    'select pending, next_at from webhook_lane where lane = $1',
    [lane],
  )
  return rows[0]
}
const expireLeases = () => pool.query('update webhook_lane set next_at = clock_timestamp() where pending > 0')

describe('a lane of deliveries', () => {
  it('counts each delivery once, also when two engines record it (public run 10)', async () => {
    await lanes(await hook(), 1, 3)
    const lane = await claimOne()
    const end = { lane, attempts: await delivered(lane, 2), retryInMs: null }
    await endLanes(pool, [end])
    await endLanes(pool, [end])
    expect((await laneOf(lane))?.pending).toBe(1)
  })

  it('is given back together with others, each with the count of its own deliveries (public run 10)', async () => {
    await lanes(await hook(), 2, 3)
    await lanes(await hook(), 1, 3)
    const claimed = await claim()
    const ends = await Promise.all(
      claimed.map(async (lane, index) => ({ lane, attempts: await delivered(lane, index), retryInMs: null })),
    )
    await endLanes(pool, ends)
    expect(await Promise.all(claimed.map(async (lane) => (await laneOf(lane))?.pending))).toEqual([3, 2, 1])
    expect(await claim()).toHaveLength(3)
  })

  it('counts an event that is noted while its end waits for the lock (public run 10)', async () => {
    await lanes(await hook(), 1, 2)
    const lane = await claimOne()
    const client = await pool.connect()
    await client.query('begin')
    await client.query('update webhook_lane set pending = pending + 1 where lane = $1', [lane.lane])
    const ended = endLanes(pool, [{ lane, attempts: await delivered(lane, 2), retryInMs: null }])
    await expect
      .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0)
    await client.query('commit')
    client.release()
    await ended
    expect((await laneOf(lane))?.pending).toBe(1)
  })

  it('is recorded together with since when its webhook fails, and with the success that ends that (public run 10)', async () => {
    const webhook = await hook()
    await lanes(webhook, 1, 2)
    const failingSince = async () => {
      const { rows } = await pool.query<{ at: Date | null }>('select failing_since as at from webhook where id = $1', [
        webhook,
      ])
      return rows[0]?.at ?? null
    }
    /** The connections of an engine that dies behind its first statement. */
    const dying = () => {
      let asked = 0
      const query = (...given: Parameters<Pool['query']>) => {
        asked += 1
        if (asked > 1) throw new Error('The engine has died.')
        return pool.query(...given)
      }
      return { query } as unknown as Pool
    }
    const failedOnce = async () => {
      const lane = await claimOne()
      const attempts = (await delivered(lane, 1)).map((one) => ({ ...one, state: 'waiting' as const, error: '500' }))
      await endLanes(dying(), [{ lane, attempts, retryInMs: 0 }])
    }
    await failedOnce()
    const first = await failingSince()
    expect(first).not.toBeNull()
    await failedOnce()
    expect(await failingSince()).toEqual(first)
    const lane = await claimOne()
    await endLanes(dying(), [{ lane, attempts: await delivered(lane, 1), retryInMs: null }])
    expect(await failingSince()).toBeNull()
    // What was dropped says nothing about the receiver.
    const last = await claimOne()
    const dropped = (await delivered(last, 2)).slice(-1).map((one) => ({ ...one, state: 'dropped' as const }))
    await endLanes(dying(), [{ lane: last, attempts: dropped, retryInMs: null }])
    expect(await failingSince()).toBeNull()
  })

  it('is not given back by an engine whose lease has ended (public run 10)', async () => {
    await lanes(await hook(), 1, 2)
    const stale = await claimOne()
    await expireLeases()
    const present = await claimOne()
    await endLanes(pool, [{ lane: stale, attempts: await delivered(stale, 1), retryInMs: null }])
    expect(await laneOf(stale)).toEqual({ pending: 1, next_at: present.leasedUntil })
    expect(await claim()).toEqual([])
    await endLanes(pool, [{ lane: present, attempts: [], retryInMs: null }])
    expect(await claim()).toHaveLength(1)
  })

  it('is repaired when its count is too low, or it is missing (public run 10)', async () => {
    await lanes(await hook(), 2, 2)
    await pool.query(
      `update webhook_lane set pending = 0 where lane = (select min(lane::text)::uuid from webhook_lane)`,
    )
    await pool.query(`delete from webhook_lane where pending > 0`)
    expect(await claim()).toEqual([])
    await repairLanes(pool)
    const repaired = await claim()
    expect(repaired).toHaveLength(2)
    for (const lane of repaired) expect((await laneOf(lane))?.pending).toBe(2)
  })

  it('of one owner leaves room for those of others, also when its webhooks never answer (public run 10)', async () => {
    const dead = await Promise.all(Array.from({ length: 4 }, () => hook('dead')))
    for (const id of dead) await lanes(id, 20)
    const first = await claim()
    expect(first).toHaveLength(webhookLimits.lanesPerOwner)
    const busyOf = (claimed: readonly Lane[]) =>
      new Map(dead.map((id) => [id, claimed.filter(({ webhookId }) => webhookId === id).length]))
    const busy = busyOf(first)
    expect([...busy.values()]).toEqual([6, 6, 6, 6])
    const free = webhookLimits.lanesAtOnce - first.length
    expect(await claim(free, busy)).toEqual([])
    const other = await hook('other')
    await lanes(other, 20)
    await expireLeases()
    const second = await claim(free, busy)
    expect(second.map(({ webhookId }) => webhookId)).toEqual(Array.from({ length: free }, () => other))
  })

  it('of the owner with the least in work comes first (public run 10)', async () => {
    const [busy, idle] = [await hook('busy'), await hook('idle')]
    await lanes(busy, 4)
    await lanes(idle, 2)
    const claimed = await claim(3, new Map([[busy, 1]]))
    expect(claimed.map(({ webhookId }) => webhookId).sort()).toEqual([busy, idle, idle].sort())
  })
})

describe('the recorder of lanes that ended', () => {
  const laneEnd = (lane: string): LaneEnd => ({ lane: { lane } as Lane, attempts: [], retryInMs: null })
  const lanesIn = (ends: readonly LaneEnd[]) => ends.map(({ lane }) => lane.lane)

  it('records lanes together that end while another record is under way (public run 17)', async () => {
    const records: string[][] = []
    const end = createEndRecorder(async (ends) => {
      records.push(lanesIn(ends))
      await new Promise(setImmediate)
    })
    await Promise.all(['a', 'b', 'c'].map((lane) => end(laneEnd(lane))))
    expect(records).toEqual([['a'], ['b', 'c']])
  })

  it('records each by itself when they fail together: only the one at fault fails (public run 17)', async () => {
    const recorded: string[] = []
    const end = createEndRecorder(async (ends) => {
      await new Promise(setImmediate)
      if (lanesIn(ends).includes('bad')) throw new Error('A lane is at fault.')
      recorded.push(...lanesIn(ends))
    })
    const settled = await Promise.allSettled(['a', 'bad', 'c'].map((lane) => end(laneEnd(lane))))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(recorded).toEqual(['a', 'c'])
    await end(laneEnd('later'))
    expect(recorded).toEqual(['a', 'c', 'later'])
  })
})

describe('the present of the log without webhooks', () => {
  it('lies before every webhook that is committed meanwhile (public run 10)', async () => {
    const committed: string[] = []
    const query = async (sql: string) => {
      const result = await pool.query(sql)
      const id = await hook()
      const { rows } = await pool.query<{ xid: string }>('select xmin::text as xid from webhook where id = $1', [id])
      committed.push(rows[0]?.xid ?? '')
      return result
    }
    const present = await presentWithoutWebhooks({ query } as unknown as Pool)
    expect(Number(present?.next.xid)).toBeLessThanOrEqual(Number(committed[0]))
    expect(await presentWithoutWebhooks(pool)).toBeNull()
  })
})
