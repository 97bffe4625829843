import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { EnvelopeState } from '#core/run/envelope/envelope-state.ts'
import type { BlockingLock, LockWait } from '#core/run/sentence/waiting.ts'
import type { RunState } from '#core/run/state.ts'
import type { EnvelopeTimer } from '#core/run/words.ts'
import type { Instant } from '../../page.ts'

/** What a run waits for before its steps, or while it takes its locks again. */
export interface EnvelopeWait {
  readonly kind: 'conditions' | 'discovery' | 'locks'
  /** The conditions that are not true; the function that discovers; the resources. */
  readonly names: readonly string[]
  readonly since: Instant
  /** Null where it waits without a limit, or is held. */
  readonly deadlineAt: Instant | null
  /** The runs that hold the resources or come first. */
  readonly blockedBy: readonly string[]
  /** The locks for which it waits now, in the order of the resources; empty where it waits for no lock. */
  readonly holders: readonly LockInTheWay[]
  /** Place among the requests for any of its resources, from 1; null where it waits for no lock. */
  readonly position: number | null
  readonly retryNote: string | null
}

interface LockInTheWay extends BlockingLock {
  readonly mode: 'exclusive' | 'shared'
  readonly since: Instant
}

/** The part of a run that its envelope adds. */
export interface EnvelopeOfRun {
  /** Discovered resources, sorted. */
  readonly resources: readonly string[]
  /** Fencing tokens by resource; 0 for a shared lock. Empty while the run has no locks. */
  readonly lockTokens: Readonly<Record<string, number>>
  readonly envelopeWait: EnvelopeWait | null
}

/** The envelope of a run in this state. The place in the queue is read from the queue. */
export async function envelopeOfRun(pool: Pool, state: RunState): Promise<EnvelopeOfRun> {
  const { envelope } = state
  if (envelope === undefined) return { resources: [], lockTokens: {}, envelopeWait: null }
  const isLockless = envelope.released === true || isOver(state)
  return {
    resources: envelope.resources ?? [],
    lockTokens: isLockless ? {} : (envelope.tokens ?? {}),
    envelopeWait: await waitOf(pool, state, envelope),
  }
}

/** Whether the end of the run has given its locks back; an unsafe run keeps its tokens until a person acknowledges it. */
const isOver = ({ outcome, phase }: RunState) => outcome !== null && phase !== 'FAILED_UNSAFE'

async function waitOf(pool: Pool, state: RunState, envelope: EnvelopeState): Promise<EnvelopeWait | null> {
  const { phase, outcome, header } = state
  if (outcome !== null) return null
  const wait = {
    since: new Date(envelope.since).toISOString(),
    blockedBy: [],
    holders: [],
    position: null,
    retryNote: null,
  }
  if (phase === 'BLOCKED_WAITING') {
    const names = (envelope.conditions ?? []).flatMap(({ name, value }) => (value ? [] : [name]))
    return { ...wait, kind: 'conditions', names, deadlineAt: deadlineOf(envelope, 'conditions_timeout') }
  }
  if (phase === 'RESOURCE_DISCOVERY') {
    return { ...wait, kind: 'discovery', names: [], deadlineAt: deadlineOf(envelope, 'discovery_timeout') }
  }
  if (phase !== 'SCHEDULED' && phase !== 'LOCKING' && envelope.released !== true) return null
  const row = await requestOf(pool, header.run_id)
  // A run that has given its locks back waits for people, until it asks for them again.
  if (row === undefined && envelope.released === true) return null
  return {
    ...wait,
    kind: 'locks',
    names: envelope.resources ?? [],
    deadlineAt: deadlineOf(envelope, 'lock_timeout'),
    blockedBy: row?.blockedBy ?? envelope.blockedBy ?? [],
    holders: row === undefined ? [] : await holdersFor(pool, header.run_id),
    position: row?.position ?? null,
    retryNote: row?.retryNote ?? envelope.retryNote ?? null,
  }
}

/** The wait for locks, for the sentence of the run. */
export const lockWaitOf = ({ envelopeWait }: Pick<EnvelopeOfRun, 'envelopeWait'>): { readonly lockWait?: LockWait } =>
  envelopeWait?.kind === 'locks' ? { lockWait: envelopeWait } : {}

function deadlineOf({ timers }: EnvelopeState, purpose: EnvelopeTimer): Instant | null {
  const timer = timers[purpose]
  return timer !== undefined && 'dueAt' in timer ? new Date(timer.dueAt).toISOString() : null
}

/** The locks of other runs that the request of a run conflicts with. Those of the runs above it do not count. */
async function holdersFor(pool: Pool, runId: string): Promise<readonly LockInTheWay[]> {
  const { rows } = await pool.query<LockInTheWay>({
    name: 'locks-holders-for-run',
    text: `
with recursive above as (
  select parent_run_id as run_id from run where id = $1
  union all
  select r.parent_run_id from above a join run r on r.id = a.run_id
)
select l.resource, l.run_id as "runId", l.mode, l.quarantined,
       to_char(l.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
  from lock_request q join resource_lock l on l.owner_id = q.owner_id and l.resource = any(q.resources)
 where q.run_id = $1 and l.run_id <> $1 and l.run_id not in (select run_id from above where run_id is not null)
   and (l.mode = 'exclusive' or not l.resource = any(q.shared) or l.resource = q.slot ->> 'resource')
 order by l.resource, l.since, l.run_id limit ${limits.shown.lockHolders}`,
    values: [runId],
  })
  return rows
}

interface RequestRow {
  readonly blockedBy: readonly string[] | null
  readonly retryNote: string | null
  readonly position: number
}

/** The request of a run, with its place among those that share a resource with it. */
async function requestOf(pool: Pool, runId: string): Promise<RequestRow | undefined> {
  const { rows } = await pool.query<RequestRow>({
    name: 'locks-request-of-run',
    text: `
select q.blocked_by as "blockedBy", q.retry_note as "retryNote",
       1 + (select count(*)::int from lock_request o
             where o.owner_id = q.owner_id and o.run_id <> q.run_id and o.resources && q.resources
               and (o.position, o.run_id) < (q.position, q.run_id)) as position
  from lock_request q where q.run_id = $1`,
    values: [runId],
  })
  return rows[0]
}
