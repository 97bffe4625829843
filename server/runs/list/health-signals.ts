import { statuses } from '#core/run/statuses.ts'
import { readableJson } from '#server/db/readable-json.ts'
import { PARKED } from '#server/engine/store/queue-position.ts'
import { needsAgent, servingProcesses } from '../serving-processes.ts'
import { oldestIsSignal } from './waiting-for.ts'

/**
 * Reasons why a run needs attention. `waiting`: it waits for people for too long. `signal`: it waits for a signal for
 * too long. `retrying`: it retries again and again. `no_worker`: no worker serves its work or has time for it. `stale`:
 * it makes no progress though it should. `quarantined`: it harmed its engine, or no engine can load it. `failed`: it
 * failed, and no person has acknowledged the failure.
 */
export const healthSignals = ['waiting', 'signal', 'retrying', 'no_worker', 'stale', 'quarantined', 'failed'] as const
export type HealthSignal = (typeof healthSignals)[number]

/** A reason by which runs are filtered: `any` is all runs that need attention. */
export const troubles = [...healthSignals, 'any'] as const
export type Trouble = (typeof troubles)[number]

/**
 * When a run needs attention: how long it has waited for people, at which attempt it retries, how long the workers of
 * its queue have left its work, and how long it has made no progress. Also how many queues and workflows the overview
 * names. Durations are milliseconds.
 */
export const attentionLimits = {
  waitingMs: 24 * 3_600_000,
  retryAttempts: 3,
  busyMs: 600_000,
  staleMs: 600_000,
  /** Runs with one health signal are counted up to this: a larger number need not be exact. */
  counted: 1_000,
  queues: 5,
  workflows: 8,
} as const

const { waitingMs, retryAttempts, busyMs, staleMs } = attentionLimits
const ago = (ms: number) => `(now() - interval '${ms} milliseconds')`
const waitingSince = `to_timestamp((s.human_wait->'oldest'->>'since')::float8 / 1000)`
/** Roots of waiting trees, however deep below the root the task or the awaited signal is. */
const rootThatWaits = 'r.parent_run_id is null and s.human_wait is not null and s.ended_at is null'
const lastProgress = `(select l.at from run_log l where l.run_id = s.run_id order by l.seq desc limit 1)`
/** The first event of a run tells whether a person drives it by hand: such a run may rest without being stuck. */
const drivenByHand = `(select ${readableJson('l.events')}->0->'payload'->>'drive' = 'manual' from run_log l where l.run_id = s.run_id and l.seq = 1)`
const failedStatuses = statuses.filter((status) => status.startsWith('FAILED'))
const parkedRuns = `select a.run_id from ready a where a.position >= ${PARKED}`

/** Queues that a live worker or agent serves, queried once however many tasks there are. */
const servedQueues = `select unnest(k.queues) from ${servingProcesses} k where k.expires_at > now()`
const queuesOfAgents = `${servedQueues} and k.owner_id is not null`

/**
 * Unclaimed worker tasks, `async_task w`: no worker serves their queue, which is reported at once, or its workers have
 * been busy for too long. A worker that is busy for a moment counts as healthy.
 */
export const unclaimed = `w.token is null
  and (w.queue <> all(case when ${needsAgent} then array(${queuesOfAgents}) else array(${servedQueues}) end)
       or w.offered_at < ${ago(busyMs)})`

/** Each health signal as a condition on `run r` and `run_state s`, and the instant since which it has lasted. */
export const healthSignalOf: Readonly<Record<HealthSignal, { readonly condition: string; readonly since: string }>> = {
  waiting: {
    // `offset 0` makes this a lookup per run: the list needs only some runs, and mostly no task has to be read.
    condition: `${rootThatWaits} and exists (
      select from human_task t where t.root_run_id = s.run_id and t.status = 'open'
         and (t.opened_at < ${ago(waitingMs)} or t.due_at < now()) offset 0)`,
    // The oldest wait is mostly for a person, and is then known without reading the tasks.
    since: `case when ${oldestIsSignal}
      then (select min(t.opened_at) from human_task t where t.root_run_id = r.id and t.status = 'open') else ${waitingSince} end`,
  },
  signal: {
    // The oldest wait decides: if it is for a person, the run is `waiting` instead.
    condition: `${rootThatWaits} and ${oldestIsSignal} and ${waitingSince} < ${ago(waitingMs)}`,
    since: waitingSince,
  },
  retrying: {
    condition: `s.ended_at is null and s.run_id in (
      select t.run_id from timer t
       where t.timer_id like 'retry:%' and substring(t.timer_id from '[0-9]+$')::numeric >= ${retryAttempts})`,
    since: 's.started_at',
  },
  no_worker: {
    condition: `s.ended_at is null and s.run_id in (select w.run_id from async_task w where ${unclaimed})`,
    since: `(select min(w.offered_at) from async_task w where w.run_id = r.id and w.token is null)`,
  },
  stale: {
    condition: `s.status = 'ACTIVE' and s.ended_at is null and not s.held and r.created_at < ${ago(staleMs)}
      and ${lastProgress} < ${ago(staleMs)} and not ${drivenByHand}`,
    since: lastProgress,
  },
  quarantined: {
    condition: `s.run_id in (
      select e.run_id from own_run_state e where e.error_code = 'STEP_QUARANTINED' and e.phase not like '%\\_ACK'
       union all ${parkedRuns})`,
    since: 'coalesce(s.ended_at, r.created_at)',
  },
  failed: {
    condition: `r.parent_run_id is null and s.status = any('{${failedStatuses}}') and s.phase not like '%\\_ACK'
      and not exists (select from own_run again where again.rerun_of = r.id)`,
    since: 's.ended_at',
  },
}

/** Signals of single runs at any depth; the others are of roots, for all of their descendants. */
const ofSingleRuns: ReadonlySet<HealthSignal> = new Set(['retrying', 'no_worker', 'stale', 'quarantined'])

const joined = 'from own_run r join own_run_state s on s.run_id = r.id'

/**
 * The roots of runs that meet a condition on `run r` and `run_state s`: a root needs attention because of any of its
 * descendants, and the list and its counts are of roots.
 */
export const rootsOf = (condition: string) => `select r.root_run_id ${joined} where ${condition}`

/** A reason as a condition on `run r`: of the run itself, or of a root and its descendants. */
export function troubleCondition(trouble: Trouble, rootsOnly: boolean): string {
  if (trouble === 'any') {
    return `r.id in (${healthSignals.map((signal) => runsWith(signal, rootsOnly)).join(' union all ')})`
  }
  const { condition } = healthSignalOf[trouble]
  return rootsOnly && ofSingleRuns.has(trouble) ? `r.id in (${rootsOf(condition)})` : condition
}

function runsWith(signal: HealthSignal, rootsOnly: boolean): string {
  const { condition } = healthSignalOf[signal]
  return rootsOnly && ofSingleRuns.has(signal) ? rootsOf(condition) : `select r.id ${joined} where ${condition}`
}
