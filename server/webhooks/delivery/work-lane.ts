import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { reachCall } from '#server/engine/crash-points.ts'
import { type SigningKeys, signingKeys } from '../sign.ts'
import { testBody, webhookBodies } from '../webhook-event.ts'
import { webhookLimits } from '../webhook-limits.ts'
import { backOff } from './back-off.ts'
import type { Attempt, LaneEnd } from './end-lanes.ts'
import { disableWebhook, hasFailedTooLong, recountLane } from './keep-lanes.ts'
import { type DueDelivery, isTest, type Lane, readLane } from './lanes.ts'
import type { PostAnswer, WebhookClient } from './send.ts'

export type DeliveryOutcome = 'delivered' | 'postponed' | 'failed' | 'dropped'

export interface LaneWork {
  readonly pool: Pool
  readonly client: WebhookClient
  readonly secretsOf: (lane: Lane) => Promise<readonly string[]>
  /** Records what came of the attempts, and gives the lane back. */
  readonly end: (end: LaneEnd) => Promise<void>
  readonly onDelivery: (outcome: DeliveryOutcome) => void
  readonly log: (line: string) => void
  readonly retryMs: readonly number[]
}

const GONE = 410

/**
 * Sends the deliveries of a claimed lane one after the other, up to the first failure, and records what came of them
 * together. A failure holds back the rest of the lane until it succeeds or is given up. An engine that dies before
 * the record leaves the deliveries to its successor, which repeats them under their ids.
 */
export async function workLane(work: LaneWork, lane: Lane, signal: AbortSignal): Promise<void> {
  const { pool } = work
  const beganAt = performance.now()
  reachCall('webhook', 'starting')
  const attempts: Attempt[] = []
  let retryInMs: number | null = null
  let answer: PostAnswer | null = null
  const deliveries = await readLane(pool, lane)
  if (deliveries.length === 0) return recountLane(pool, lane)
  const secrets = await work.secretsOf(lane).catch(messageOf)
  if (typeof secrets === 'string') return postpone(work, lane, deliveries, secrets)
  const keys = secrets.map(signingKeys)
  const bodies = await bodiesOf(pool, deliveries)
  for (const [index, delivery] of deliveries.entries()) {
    if (signal.aborted || performance.now() - beganAt > webhookLimits.laneMs) break
    const body = bodies[index] ?? null
    if (body === null) {
      attempts.push(droppedOf(delivery, 'The run was removed.'))
      continue
    }
    const seconds = Math.floor((lane.now.getTime() + performance.now() - beganAt) / 1_000)
    answer = await attempt(work, lane, { ...delivery, body, seconds, keys }, signal)
    // An attempt that the end of the process cut off is none.
    if (signal.aborted && answer.error !== null) break
    const ended = endOf(answer, delivery, lane)
    attempts.push(ended)
    if (ended.state === 'delivered') continue
    retryInMs = ended.state === 'waiting' ? backOff(work.retryMs, ended.attempts) : null
    break
  }
  reachCall('webhook', 'ended')
  await work.end({ lane, attempts, retryInMs })
  for (const { state } of attempts) work.onDelivery(state === 'waiting' ? 'postponed' : state)
  if (answer && answer.error !== null && !signal.aborted) await disableIfGone(pool, lane, answer)
}

/**
 * A fault of Heddle is no attempt, and says nothing about the receiver: the lane is due again later. The person who
 * waits for a test is told.
 */
async function postpone(
  { end, log, onDelivery }: LaneWork,
  lane: Lane,
  deliveries: readonly DueDelivery[],
  fault: string,
): Promise<void> {
  log(`webhook ${lane.webhookId}: ${fault}`)
  const attempts = deliveries.filter(isTest).map((test) => droppedOf(test, fault))
  await end({ lane, attempts, retryInMs: webhookLimits.ownFaultMs })
  for (const _ of attempts) onDelivery('dropped')
}

interface Sending extends DueDelivery {
  readonly body: string
  readonly seconds: number
  readonly keys: readonly SigningKeys[]
}

async function attempt(
  { client }: LaneWork,
  lane: Lane,
  { id, kind, body, seconds, keys }: Sending,
  signal: AbortSignal,
): Promise<PostAnswer> {
  reachCall('webhook', 'called')
  const answer = await client.post({ url: lane.url, id, kind, body, seconds }, keys, signal)
  reachCall('webhook', 'returned')
  return answer
}

/** The bodies of the deliveries of a lane, in their order: they are events of one run, or one test. */
async function bodiesOf(pool: Pool, deliveries: readonly DueDelivery[]): Promise<readonly (string | null)[]> {
  const logged = deliveries.flatMap(({ runId, seq, events }) => (runId === null ? [] : [{ runId, seq, events }]))
  if (logged.length === deliveries.length) return webhookBodies(pool, logged)
  return deliveries.map((delivery) => (isTest(delivery) ? testBody(delivery.id, delivery.createdAt) : null))
}

const droppedOf = ({ id, attempts }: DueDelivery, error: string): Attempt => ({
  id,
  state: 'dropped',
  attempts,
  statusCode: null,
  error,
  durationMs: 0,
  bodySha256: null,
})

function endOf(answer: PostAnswer, delivery: DueDelivery, { maxRetries }: Lane): Attempt {
  const { status, error, durationMs, bodySha256 } = answer
  const attempts = delivery.attempts + 1
  const isLast = isTest(delivery) || attempts > maxRetries || status === GONE
  const state = error === null ? 'delivered' : isLast ? 'failed' : 'waiting'
  return { id: delivery.id, state, attempts, statusCode: status, error, durationMs, bodySha256 }
}

async function disableIfGone(pool: Pool, { webhookId }: Lane, { status }: PostAnswer): Promise<void> {
  if (status === GONE) await disableWebhook(pool, webhookId, 'The receiver answered 410: it wants no more events.')
  else if (await hasFailedTooLong(pool, webhookId)) {
    await disableWebhook(pool, webhookId, 'Every delivery has failed for 3 days.')
  }
}
