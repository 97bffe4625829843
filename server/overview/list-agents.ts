import type { AgentCode } from '#server/agents/models.ts'
import type { Instant } from '../page.ts'
import type { Stores } from '../stores.ts'

/** Agents that one page lists. */
const MOST_AGENTS = 100
/** Tasks in hand that are counted. */
const MOST_TASKS = 10_000

/** An agent: a program that takes tasks of queues by HTTP. */
export interface AgentProcess {
  readonly id: string
  /** The version of its program, as the agent reports it. */
  readonly version: string | null
  readonly queues: readonly string[]
  /** Workflows whose bodies the agent runs. `version`: the version that was published from the agent's code. */
  readonly workflows: readonly { readonly type: string; readonly version: number }[]
  /** The number of functions that the agent has; null: every function of its queues. */
  readonly functions: number | null
  readonly isAlive: boolean
  /** The last request of the agent. */
  readonly seenAt: Instant
  /** Tasks that the agent holds, and since when it has held the oldest of them. */
  readonly tasks: number
  readonly busySince: Instant | null
  /** Deliveries to bodies, and cache hits: deliveries without a replay, since the agent had the body cached. */
  readonly deliveries: number
  readonly cacheHits: number
}

type Row = Omit<AgentProcess, 'workflows' | 'seenAt' | 'busySince'> & {
  readonly code: AgentCode
  readonly seen: Date
  readonly since: Date | null
}

/** The registered agents of an owner, the live ones first. `owner`: null for every owner, in local mode. */
export async function listAgents(
  { pool }: Pick<Stores, 'pool'>,
  owner: string | null,
): Promise<readonly AgentProcess[]> {
  const { rows } = await pool.query<Row>(
    `with held as (
       select owner_id, worker_id, count(*)::int as tasks, min(claimed_at) as since
         from (select owner_id, worker_id, claimed_at from async_task where token is not null limit $3) t
        group by owner_id, worker_id)
     select a.id, a.version, a.queues, a.workflows as code, cardinality(a.activities) as functions,
            a.expires_at > now() as "isAlive", a.seen_at as seen, coalesce(h.tasks, 0) as tasks, h.since, a.deliveries, a.cache_hits as "cacheHits"
       from agent a left join held h on h.worker_id = a.id and h.owner_id = a.owner_id
      where $1::text is null or a.owner_id = $1
      order by "isAlive" desc, a.id limit $2`,
    [owner, MOST_AGENTS, MOST_TASKS],
  )
  return rows.map(({ code, seen, since, ...agent }) => ({
    ...agent,
    workflows: Object.entries(code).map(([type, { version }]) => ({ type, version })),
    seenAt: seen.toISOString(),
    busySince: since?.toISOString() ?? null,
  }))
}
