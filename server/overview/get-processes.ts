import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { PARKED } from '#server/engine/store/queue-position.ts'
import { needsAgent, servingProcesses } from '#server/runs/serving-processes.ts'
import type { Instant } from '../page.ts'
import type { RunBudget } from '../run-budget.ts'
import type { Stores } from '../stores.ts'
import { installation } from './installation.ts'
import { type AgentProcess, listAgents } from './list-agents.ts'

/** Bounds of the page: what it lists, and up to which number it counts. */
export const processLimits = { warnings: 50, engines: 50, workers: 100, queues: 100, counted: 10_000 } as const

export interface EngineProcess {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly startedAt: Instant
  readonly isAlive: boolean
  /** The end of its lease: an engine that is alive renews the lease before. */
  readonly leaseExpiresAt: Instant
  /** Runs that it has in memory. */
  readonly runs: number
}

export interface WorkerProcess {
  readonly id: string
  readonly queues: readonly string[]
  readonly isAlive: boolean
  /** Without another heartbeat it counts as lost then. */
  readonly expiresAt: Instant
  /** Tasks that it executes, and since when it has had the oldest of them. */
  readonly tasks: number
  readonly busySince: Instant | null
}

/** A queue with work or with workers. */
export interface QueueState {
  readonly queue: string
  readonly waiting: number
  /** When the longest waiting task was offered. */
  readonly waitingSince: Instant | null
  readonly running: number
  /** A waiting task needs an agent: it is the body of a code workflow, which workers do not run. */
  readonly needsAgent: boolean
  /** Live workers and agents that serve the queue; agents only, where a task needs one. */
  readonly workers: number
}

export interface Processes {
  /** The clock of the database, by which leases and heartbeats are judged. */
  readonly now: Instant
  readonly web: { readonly version: string; readonly node: string; readonly pid: number; readonly startedAt: Instant }
  readonly warnings: readonly ProcessWarning[]
  readonly engines: readonly EngineProcess[]
  readonly workers: readonly WorkerProcess[]
  readonly agents: readonly AgentProcess[]
  readonly queues: readonly QueueState[]
  /** Runs that wait for an engine. */
  readonly queued: { readonly count: number; readonly since: Instant | null }
  /** The slots that runs of the actor's owner hold; null where nothing bounds how many runs execute at once. */
  readonly slots: { readonly used: number; readonly most: number | null; readonly perOwner: number | null } | null
}

/** What a process of the installation warns of: it works, and an operator should look at it. */
export interface ProcessWarning {
  readonly kind: string
  readonly process: string
  readonly sentence: string
}

/** The processes of the installation, and the work that waits for them: the answer to “why does it not move?”. */
export async function getProcesses(stores: Stores, actor: Actor, budget: RunBudget | undefined): Promise<Processes> {
  const owner = ownerScope(actor)
  const [now, warnings, engines, workers, agents, queues, queued, used] = await Promise.all([
    stores.pool.query<{ now: Date }>('select now()'),
    listWarnings(stores),
    listEngines(stores),
    listWorkers(stores),
    listAgents(stores, owner),
    listQueues(stores, owner),
    countQueued(stores, owner),
    budget ? countSlots(stores, owner) : 0,
  ])
  return {
    now: (now.rows[0]?.now ?? new Date(0)).toISOString(),
    web: installation(),
    warnings,
    engines,
    workers,
    agents,
    queues,
    queued,
    slots: budget ? { used, most: budget.slots, perOwner: budget.perOwner } : null,
  }
}

async function listWarnings({ pool }: Stores): Promise<readonly ProcessWarning[]> {
  const { rows } = await pool.query<ProcessWarning>(
    `select p.kind, p.id as process, w.sentence
       from fleet_process p cross join unnest(p.warnings) with ordinality as w(sentence, place)
      where p.expires_at > clock_timestamp() order by p.kind, p.id, w.place limit $1`,
    [processLimits.warnings],
  )
  return rows
}

async function listEngines({ pool }: Stores): Promise<readonly EngineProcess[]> {
  const { rows } = await pool.query<
    Omit<EngineProcess, 'startedAt' | 'leaseExpiresAt'> & { started: Date; lease: Date }
  >(
    `with held as (
       select engine_id, count(*)::int as runs
         from (select engine_id from run_state where engine_id is not null limit $2) s group by engine_id)
     select e.id, e.host, e.pid, e.started_at as started, e.lease_expires_at as lease,
            e.lease_expires_at > clock_timestamp() as "isAlive", coalesce(h.runs, 0) as runs
       from engine e left join held h on h.engine_id = e.id
      order by "isAlive" desc, e.started_at desc limit $1`,
    [processLimits.engines, processLimits.counted],
  )
  return rows.map(({ started, lease, ...engine }) => ({
    ...engine,
    startedAt: started.toISOString(),
    leaseExpiresAt: lease.toISOString(),
  }))
}

async function listWorkers({ pool }: Stores): Promise<readonly WorkerProcess[]> {
  const { rows } = await pool.query<
    Omit<WorkerProcess, 'expiresAt' | 'busySince'> & { expires: Date; since: Date | null }
  >(
    `with held as (
       select worker_id, count(*)::int as tasks, min(claimed_at) as since
         from (select worker_id, claimed_at from async_task where token is not null limit $2) t group by worker_id)
     select w.id, w.queues, w.expires_at as expires, w.expires_at > now() as "isAlive",
            coalesce(h.tasks, 0) as tasks, h.since
       from worker w left join held h on h.worker_id = w.id
      order by "isAlive" desc, w.id limit $1`,
    [processLimits.workers, processLimits.counted],
  )
  return rows.map(({ expires, since, ...worker }) => ({
    ...worker,
    expiresAt: expires.toISOString(),
    busySince: since?.toISOString() ?? null,
  }))
}

async function listQueues({ pool }: Stores, owner: string | null): Promise<readonly QueueState[]> {
  const { rows } = await pool.query<Omit<QueueState, 'waitingSince'> & { since: Date | null }>(
    `with work as (
       select queue, count(*) filter (where token is null)::int as waiting, count(*) filter (where token is not null)::int as running,
              min(offered_at) filter (where token is null) as since,
              coalesce(bool_or(${needsAgent}) filter (where token is null), false) as "needsAgent"
         from (select queue, token, offered_at, kind from async_task where ($1::text is null or owner_id = $1) limit $3) w
        group by queue),
     served as (
       select q as queue, count(*)::int as workers, count(*) filter (where w.owner_id is not null)::int as agents
         from ${servingProcesses} w cross join unnest(w.queues) q where w.expires_at > now() and ($1::text is null or coalesce(w.owner_id, $1) = $1) group by q)
     select queue, coalesce(waiting, 0) as waiting, coalesce(running, 0) as running, since,
            coalesce("needsAgent", false) as "needsAgent",
            coalesce(case when "needsAgent" then agents else workers end, 0) as workers
       from work full join served using (queue)
      order by (coalesce(waiting, 0) > 0 and coalesce(case when "needsAgent" then agents else workers end, 0) = 0) desc, since nulls last, queue limit $2`,
    [owner, processLimits.queues, processLimits.counted],
  )
  return rows.map(({ since, ...queue }) => ({ ...queue, waitingSince: since?.toISOString() ?? null }))
}

async function countQueued({ pool }: Stores, owner: string | null): Promise<Processes['queued']> {
  const { rows } = await pool.query<{ count: number; since: Date | null }>(
    `select count(*)::int as count, min(created_at) as since
       from (select created_at from ready where position < ${PARKED} and ($1::text is null or owner_id = $1) limit $2) r`,
    [owner, processLimits.counted],
  )
  return { count: rows[0]?.count ?? 0, since: rows[0]?.since?.toISOString() ?? null }
}

async function countSlots({ pool }: Stores, owner: string | null): Promise<number> {
  const { rows } = await pool.query<{ used: number }>(
    'select count(*)::int as used from (select from run_slot where ($1::text is null or owner_id = $1) limit $2) s',
    [owner, processLimits.counted],
  )
  return rows[0]?.used ?? 0
}
