import { readFile, rm } from 'node:fs/promises'
import type { Pool } from 'pg'
import { readableJson } from '#server/db/readable-json.ts'
import { effectViolations, type ReceivedEffect, recordedCalls } from '../testing/crash/effects.ts'
import { inspect } from '../testing/invariants.ts'
import type { LockWitness } from '../testing/lock-witness.ts'
import { isFanOut } from './fan-outs.ts'
import { lockingFailures } from './locking.ts'
import type { Accepted } from './workload.ts'

/** Checks all runs in the database, and removes ended runs without violations, so that the disk does not fill. */
export interface Inspector {
  readonly violations: ReadonlyMap<string, number>
  /** The first few of each kind, in words. */
  readonly examples: readonly string[]
  readonly rowsLookedAt: number
  readonly tally: Readonly<Record<string, number>>
  readonly ended: Readonly<Record<string, number>>
  inspect(options: { readonly settled: boolean; readonly endedForMs: number }): Promise<void>
}

const EXAMPLES = 5

/** `witness`: of the locks, where runs have envelopes. */
export function createInspector(
  pool: Pool,
  accepted: Map<string, Accepted>,
  witness: LockWitness | null = null,
): Inspector {
  const violations = new Map<string, number>()
  const examples: string[] = []
  const tally: Record<string, number> = {}
  const ended: Record<string, number> = {}
  let rowsLookedAt = 0
  /** Runs without violations that are to be removed. */
  let checked: readonly string[] = []
  const files = new Set<string>()

  const violated = (what: string, culprit: string) => {
    const times = (violations.get(what) ?? 0) + 1
    violations.set(what, times)
    if (times <= EXAMPLES) examples.push(`${what}: ${culprit}`)
  }

  /** Finds accepted starts that the database does not know: each is a lost run, whatever else is in order. */
  const findLost = async (): Promise<readonly string[]> => {
    const ids = [...accepted.keys()]
    const { rows } = await pool.query<{ id: string }>('select id from run where id = any($1)', [ids])
    const there = new Set(rows.map(({ id }) => id))
    return ids.filter((id) => !there.has(id))
  }

  const checkOutcomes = (roots: readonly EndedRun[]) => {
    for (const { id, status, quarantined } of roots) {
      const run = accepted.get(id)
      if (!run) continue
      const wanted = wantedOf(run)
      ended[status] = (ended[status] ?? 0) + 1
      if (quarantined) violated(`a step of ${run.workflow} was quarantined, and none of them does harm`, id)
      else if (status !== wanted) violated(`${run.workflow} ended as ${status}, not ${wanted}`, id)
    }
  }

  return {
    violations,
    examples,
    get rowsLookedAt() {
      return rowsLookedAt
    },
    tally,
    ended,
    async inspect({ settled, endedForMs }) {
      // Everything that can fail comes first, so that a finding counts once.
      await removeChecked()
      const lost = await findLost()
      const { rows } = await pool.query<EndedRun>(endedFamilies, [endedForMs / 1_000])
      const ids = rows.map(({ id }) => id)
      const inspection = await inspect(pool, { settled })
      const recorded = await recordedCalls(pool, ids)
      const happened = await countEvents(pool, ids)
      const received = await receivedBy(ids)
      const ofLocks = (await witness?.replay(settled)) ?? []

      for (const id of lost) violated('invariant 1, an accepted run is not there', id)
      for (const { invariant, what, rows: looked, culprits } of inspection) {
        rowsLookedAt += looked
        for (const culprit of culprits) violated(`invariant ${invariant}, ${what}`, culprit)
      }
      for (const what of ofLocks) violated('invariant 5, locks', what)
      checkOutcomes(rows.filter(({ root }) => root))
      for (const what of effectViolations(received, recorded)) violated('invariants 6 and 14', what)
      const attempts = new Set(received.map(({ key, attempt }) => `${key} ${attempt}`)).size
      for (const [name, times] of Object.entries({
        ...happened,
        effects: received.length,
        repeatedEffects: received.length - attempts,
      })) {
        tally[name] = (tally[name] ?? 0) + times
      }
      for (const id of [...ids, ...lost]) accepted.delete(id)
      checked = ids
      await removeFiles()
      await removeChecked()
    },
  }

  async function removeChecked(): Promise<void> {
    await remove(pool, checked)
    checked = []
  }

  async function receivedBy(ids: readonly string[]): Promise<readonly ReceivedEffect[]> {
    const files = new Set(ids.flatMap((id) => accepted.get(id)?.receiver ?? []))
    const own = new Set(ids)
    return (await effectsOf(files)).filter(({ runId }) => own.has(runId))
  }

  /** Removes receiver files that no run will write to any more. */
  async function removeFiles(): Promise<void> {
    const used = new Set([...accepted.values()].map(({ receiver }) => receiver))
    for (const file of files) {
      if (used.has(file)) continue
      files.delete(file)
      await rm(file, { force: true })
    }
    for (const file of used) files.add(file)
  }
}

function wantedOf({ workflow, fails }: Accepted): string {
  if (!fails) return 'COMPLETED'
  if (isFanOut(workflow)) return 'FAILED'
  return lockingFailures[workflow] ?? 'FAILED_ROLLED_BACK'
}

async function countEvents(pool: Pool, ids: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const { rows } = await pool.query<Record<string, number>>(
    `select count(*) filter (where type = 'workflow.compensation.completed')::int as compensations,
            count(*) filter (where type = 'workflow.timer.fired')::int as "timersFired",
            count(*) filter (where type = 'workflow.human_task.decided')::int as approvals,
            count(*) filter (where type = 'workflow.child.ended')::int as children,
            count(*) filter (where type = 'workflow.signal.received')::int as signals,
            count(*) filter (where type = 'workflow.node.completed' and step in ('Carry', 'Store'))::int as "workersResults",
            count(*) filter (where type = 'workflow.node.completed')::int as "stepResults",
            count(*) filter (where phase = 'LOCKED' or type = 'workflow.locks.reacquired')::int as "locksTaken",
            count(*) filter (where phase = 'SCHEDULED' and result = 'error')::int as "locksRefused",
            count(*) filter (where phase = 'BLOCKED_WAITING')::int as "conditionsAwaited",
            count(*) filter (where phase = 'FAILED_UNSAFE')::int as "unsafeEnds"
       from (select e->>'type' as type, e->>'step' as step, e->'payload'->>'to' as phase, e->'payload'->>'result' as result
               from run_log, json_array_elements(${readableJson('events')}) e where run_id = any($1)) e`,
    [ids],
  )
  return rows[0] ?? {}
}

interface EndedRun {
  readonly id: string
  readonly root: boolean
  readonly status: string
  /** Whether a step or compensation of the run or its children is in quarantine. */
  readonly quarantined: boolean
}

/**
 * Runs of families whose members all ended so long ago that any frozen engine has woken up since, and which are owed
 * nothing: no acknowledgement, no end of a quarantine.
 */
const endedFamilies = `
select r.id, r.id = r.root_run_id as root, s.status,
       exists (select from run q join run_log l on l.run_id = q.id
                where q.root_run_id = r.root_run_id and l.events like '%"STEP_QUARANTINED"%') as quarantined
  from run r join run_state s on s.run_id = r.id
 where not exists (
   select from run m join run_state ms on ms.run_id = m.id
    where m.root_run_id = r.root_run_id
      and (ms.ended_at is null or ms.engine_id is not null or ms.ended_at > clock_timestamp() - make_interval(secs => $1)
           or exists (select from timer t where t.run_id = m.id)
           or exists (select from ready q where q.run_id = m.id)
           or exists (select from resource_lock l where l.run_id = m.id)))`

const tables = [
  'run_log',
  'run_state',
  'run_search',
  'run_number',
  'mailbox',
  'ready',
  'timer',
  'human_task',
  'task_event',
  'async_task',
  'snapshot',
] as const

/** Removes runs with all their rows or not at all: a run without its history would be a violation. */
async function remove(pool: Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const deletions = tables.map((table) => `gone_${table} as (delete from ${table} where run_id = any($1))`)
  await pool.query(`with ${deletions.join(', ')} delete from run where id = any($1)`, [ids])
}

async function effectsOf(files: ReadonlySet<string>): Promise<readonly ReceivedEffect[]> {
  const effects: ReceivedEffect[] = []
  for (const file of files) {
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      if (line !== '') effects.push(JSON.parse(line) as ReceivedEffect)
    }
  }
  return effects
}
