import type { Pool } from 'pg'
import type { EnvelopeState } from '#core/run/envelope/envelope-state.ts'
import type { LockWait } from '#core/run/sentence/waiting.ts'
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
  /** Place among the requests for any of its resources, from 1; null where it waits for no lock. */
  readonly position: number | null
  readonly retryNote: string | null
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
