import type { Pool, PoolClient } from 'pg'
import type { Overlap, Trigger } from '#core/definition/trigger.ts'
import { instantText } from '#core/definition/triggers/planned-instants.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { committing } from '#server/engine/crash-points.ts'
import type { RunStarter } from '#server/engine/requests/start-run.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { timesInChain } from '../ended-runs/chain.ts'
import { readEndedRun } from '../ended-runs/read-ended-run.ts'
import { starterName, triggerService } from '../service.ts'
import { triggerTuning } from '../tuning.ts'
import { renderOfTrigger, type TriggerNames } from './render-input.ts'
import { whyNotStarted } from './why-not-started.ts'

interface WaitingRow {
  readonly triggerId: string
  readonly key: string
  readonly ownerId: string
  readonly region: string
  readonly overlap: Overlap
  readonly plannedAt: Date
  readonly now: Date
  readonly workflow: string
  readonly name: string
  readonly spec: Trigger
  /** Why no run of the trigger may start at all. */
  readonly refusal: string | null
  /** Whether a run of the trigger has not ended. */
  readonly isOpen: boolean
}

/** What becomes of a firing; `waiting`: until the run before has ended. */
interface Outcome {
  readonly state: 'started' | 'skipped' | 'failed' | 'waiting'
  readonly reason?: string
  readonly runId?: string
}

/** Firings whose time has come, locked, the earliest first, with what decides whether a run may start. */
const claimStatement = `
  with due as (
    select trigger_id, key from trigger_firing where state = 'waiting' and due_at <= clock_timestamp()
     order by due_at limit ${triggerTuning.firingsPerTransaction} for update skip locked),
  closed as (
    update trigger_firing f set open = false
     where f.open and f.trigger_id in (select trigger_id from due)
       and not exists (select from run_state s where s.run_id = f.run_id and s.ended_at is null)
    returning f.trigger_id, f.key)
  select f.trigger_id as "triggerId", f.key, f.owner_id as "ownerId", coalesce(o.region, 'local') as region,
         f.overlap, f.planned_at as "plannedAt", clock_timestamp() as now, t.workflow, t.name, t.spec,
         case when o.status <> 'active' then 'The owner is not active.'
              when w.archived_at is not null then 'The workflow is archived. Restore it to let its triggers start runs.'
              when m.kind is distinct from 'service' or m.status <> 'active'
              then 'The service ${triggerService.id} may not start runs: it is disabled or removed.' end as refusal,
         exists (select from trigger_firing e where e.trigger_id = f.trigger_id and e.open
                    and not exists (select from closed c where c.trigger_id = e.trigger_id and c.key = e.key)) as "isOpen"
    from due d join trigger_firing f on f.trigger_id = d.trigger_id and f.key = d.key
    join trigger t on t.id = f.trigger_id
    left join "owner" o on o.id = f.owner_id
    left join workflow w on w.owner_id = t.owner_id and w.name = t.workflow
    left join member m on m.owner_id = t.owner_id and m.person_id = '${triggerService.id}'
   order by f.due_at, f.planned_at`

/**
 * Starts the runs of firings that are due. The rows stay locked until their outcomes are written, so another engine leaves
 * them alone; an engine that dies in between leaves them waiting, and the idempotency key of the start gives the same run
 * to the next engine. Returns how many firings were due.
 */
export function startFirings(pool: Pool, starter: RunStarter): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<WaitingRow>({ name: 'due-firings', text: claimStatement })
    if (rows.length === 0) return 0
    const groups = Map.groupBy(rows, ({ triggerId }) => triggerId)
    const outcomes = await Promise.all([...groups.values()].map((group) => startInOrder({ pool, starter }, group)))
    await committing('firings_started', () => writeOutcomes(client, outcomes.flat()))
    return rows.length
  })
}

interface StartingWorld {
  readonly pool: Pool
  readonly starter: RunStarter
}

type Ended = readonly [WaitingRow, Outcome]

/** The firings of one trigger, one after the other: each sees whether an earlier one has started a run. */
async function startInOrder(world: StartingWorld, group: readonly WaitingRow[]): Promise<readonly Ended[]> {
  const ended: Ended[] = []
  let isOpen = group[0]?.isOpen === true
  for (const row of group) {
    const outcome = await startOne(world, row, isOpen)
    if (outcome.state === 'started') isOpen = true
    ended.push([row, outcome])
  }
  return ended
}

async function startOne({ pool, starter }: StartingWorld, row: WaitingRow, isOpen: boolean): Promise<Outcome> {
  if (row.refusal !== null) return { state: 'failed', reason: row.refusal }
  if (isOpen && row.overlap === 'skip') return { state: 'skipped', reason: 'The run before was still running.' }
  if (isOpen && row.overlap === 'queue') return { state: 'waiting' }
  const input = row.spec.type === 'run' ? await inputOfRun(pool, row) : await inputOf(pool, row)
  if (!input.ok) return { state: 'failed', reason: input.message }
  const key = `${row.spec.type}/${row.triggerId}/${row.key}`
  const started = await starter.start({
    workflow: row.workflow,
    input: input.value,
    ownerId: row.ownerId,
    dataRegion: row.region,
    actor: { id: triggerService.id, name: starterName(row.name, row.spec.type) },
    idempotencyKey: key,
    trigger: { id: row.triggerId, type: row.spec.type, name: row.name, planned_at: row.plannedAt.getTime() },
  })
  return started.ok ? { state: 'started', runId: started.runId } : { state: 'failed', reason: whyNotStarted(started) }
}

type Input = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

function inputOf(pool: Pool, row: WaitingRow): Promise<Input> {
  const names = { planned_at: instantText(row.plannedAt.getTime()), now: instantText(row.now.getTime()) }
  return renderInput(pool, row, { names })
}

/** The input from the ended run; a chain of runs that start each other for ever is refused. */
async function inputOfRun(pool: Pool, row: WaitingRow): Promise<Input> {
  const { chained } = limits.triggers
  if ((await timesInChain(pool, row)) > chained) {
    const message = `This trigger has fired ${chained} times in a chain of runs that start each other. Start one of the runs by hand, or change the triggers.`
    return { ok: false, message }
  }
  const run = await readEndedRun(pool, row.key)
  return run === null ? { ok: false, message: 'The ended run was removed.' } : renderInput(pool, row, { run })
}

async function renderInput(pool: Pool, { spec, ownerId }: WaitingRow, names: TriggerNames): Promise<Input> {
  const template = 'input' in spec ? spec.input : undefined
  const rendered = await renderOfTrigger({ pool, ownerId }, template ?? {}, names)
  return rendered.ok ? rendered : { ok: false, message: `The input cannot be computed: ${rendered.message}` }
}

async function writeOutcomes(client: PoolClient, ended: readonly Ended[]): Promise<void> {
  const rows = ended.map(([{ triggerId, key }, { state, reason, runId }]) => ({
    ...{ trigger_id: triggerId, key, state },
    ...(reason !== undefined && { reason }),
    ...(runId !== undefined && { run_id: runId }),
  }))
  await client.query(
    `update trigger_firing f
        set state = r.state, reason = r.reason, run_id = r.run_id, open = r.state = 'started',
            ended_at = case when r.state <> 'waiting' then clock_timestamp() end,
            due_at = case when r.state = 'waiting'
                          then clock_timestamp() + interval '${triggerTuning.waitForRunMs} milliseconds' else f.due_at end
       from jsonb_to_recordset($1::jsonb) as r(trigger_id uuid, key text, state text, reason text, run_id uuid)
      where f.trigger_id = r.trigger_id and f.key = r.key`,
    [JSON.stringify(rows)],
  )
}
