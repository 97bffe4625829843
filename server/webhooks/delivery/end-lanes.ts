import type { Pool } from 'pg'
import { type Lane, unsynced } from './lanes.ts'

/** What came of an attempt. */
export interface Attempt {
  readonly id: string
  readonly state: 'delivered' | 'failed' | 'waiting' | 'dropped'
  readonly attempts: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly bodySha256: string | null
}

export interface LaneEnd {
  readonly lane: Lane
  readonly attempts: readonly Attempt[]
  /** Null: the rest of the lane is due at once. */
  readonly retryInMs: number | null
}

/**
 * Records attempts, gives the lanes back, and notes since when each webhook has failed alone, in one statement: a crash
 * undoes all of it or nothing. After the end of its lease another engine may have ended the same deliveries, or hold the
 * lane: only rows that change here are counted, and only the lane of its claim is given back. Webhooks are locked before
 * their lanes, and only where their health changes; lanes in the order in which events are noted.
 *
 * The commit does not wait for the disk: deliveries whose record a crash undoes are repeated under their ids.
 */
export async function endLanes(pool: Pool, ends: readonly LaneEnd[]): Promise<void> {
  const lanes = ends.map(({ lane: { webhookId, lane, leasedUntil }, retryInMs }) => ({
    webhookId,
    lane,
    leasedUntil,
    retryInMs: retryInMs ?? 0,
  }))
  const attempts = ends.flatMap(({ lane: { lane }, attempts: all }) => all.map((attempt) => ({ ...attempt, lane })))
  await pool.query({
    name: 'webhook-lanes-end',
    text: `with ${unsynced},
     ended as (
       select * from json_to_recordset($1::json)
           as e ("webhookId" uuid, lane uuid, "leasedUntil" timestamptz, "retryInMs" float8)),
     health as (select key::uuid as id, value::boolean as well from jsonb_each_text($3)),
     turned as (
       select w.id, well from webhook w join health using (id) where (w.failing_since is null) <> well
        order by w.id for no key update of w),
     noted as (
       update webhook w set failing_since = case when well then null else clock_timestamp() end
         from turned where w.id = turned.id returning w.id),
     held as (
       select l.webhook_id from webhook_lane l join ended e on l.webhook_id = e."webhookId" and l.lane = e.lane
        where (select count(*) from noted) >= 0
        order by l.webhook_id, l.lane for update of l),
     attempted as (
       update webhook_delivery d
          set state = a.state, attempts = a.attempts, status_code = a."statusCode", error = a.error,
              duration_ms = a."durationMs", body_sha256 = a."bodySha256", attempted_at = clock_timestamp(),
              ended_at = case when a.state <> 'waiting' then clock_timestamp() end
         from json_to_recordset($2::json) as a (id uuid, lane uuid, state text, attempts int, "statusCode" int,
                                                error text, "durationMs" int, "bodySha256" text)
        where d.id = a.id and d.lane = a.lane and d.state = 'waiting' and (select count(*) from held) >= 0
       returning d.webhook_id, d.lane, d.state),
     settled as (
       select webhook_id, lane, count(*)::int as settled from attempted where state <> 'waiting' group by 1, 2)
     update webhook_lane l
        set pending = greatest(0, l.pending - coalesce(s.settled, 0)),
            next_at = case when l.next_at = e."leasedUntil"
                           then clock_timestamp() + make_interval(secs => e."retryInMs" / 1000) else l.next_at end
       from ended e left join settled s on s.webhook_id = e."webhookId" and s.lane = e.lane, unsynced
      where l.webhook_id = e."webhookId" and l.lane = e.lane`,
    values: [JSON.stringify(lanes), JSON.stringify(attempts), JSON.stringify(healthOf(ends))],
  })
}

/** Whether the last attempt of each webhook succeeded. What was dropped says nothing about its receiver. */
function healthOf(ends: readonly LaneEnd[]): Readonly<Record<string, boolean>> {
  const health: Record<string, boolean> = {}
  for (const { lane, attempts } of ends) {
    const last = attempts.at(-1)
    if (last && last.state !== 'dropped') health[lane.webhookId] = last.state === 'delivered'
  }
  return health
}

/**
 * A recorder of lanes that ended: those that end while a statement is under way share the next one. Ends that fail
 * together are recorded one by one, so that one cannot keep the others from their record.
 */
export function createEndRecorder(
  record: (ends: readonly LaneEnd[]) => Promise<void>,
): (end: LaneEnd) => Promise<void> {
  let waiting: { readonly end: LaneEnd; readonly settle: (recorded: Promise<void>) => void }[] = []
  let isRecording = false

  async function recordAll(): Promise<void> {
    isRecording = true
    while (waiting.length > 0) {
      const together = waiting
      waiting = []
      const recorded = record(together.map(({ end }) => end))
      const hasFailed = await recorded.then(
        () => false,
        () => true,
      )
      for (const { end, settle } of together) settle(hasFailed && together.length > 1 ? record([end]) : recorded)
    }
    isRecording = false
  }

  return (end) =>
    new Promise((resolve) => {
      waiting.push({ end, settle: resolve })
      if (!isRecording) void recordAll()
    })
}
