import type { Pool, PoolClient } from 'pg'
import { erasedName, eraseName } from '#core/people/erase-name.ts'
import { heddleActor } from '#server/audit/remove-old-rows.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { committing } from '../../engine/crash-points.ts'
import { eraseInArchive, isInArchive } from '../archive/erase-in-archive.ts'
import { erasureTuning } from './tuning.ts'

const { batchRuns, rounds: wholeRounds } = erasureTuning

interface Erasure {
  readonly ownerId: string
  readonly personId: string
  readonly rounds: number
  readonly cursor: string | null
  readonly held: readonly string[]
}

/** A batch has done something, has nothing to do before an engine lets a run go, or has found no erasure. */
export type Progress = 'worked' | 'waits' | 'idle'

/** What a batch has come to; `archive`: the names are out of the database, and files of the archive may still have them. */
type BatchProgress = Progress | { readonly archive: Erasure }

/**
 * One batch of an erasure, in one transaction, in which its position is kept: a killed engine's successor goes on. Two
 * rounds go over all runs of the owner. A run that an engine had in memory meanwhile may write the name once more, with
 * its next snapshot: it is looked at again until that engine has let it go. The archive comes last, between two
 * transactions.
 */
export async function eraseBatch(pool: Pool, archive?: string): Promise<Progress> {
  const progress = await batch(pool, async (client) => {
    const erasure = await takeErasure(client)
    return erasure === null ? 'idle' : workOn(client, erasure, archive)
  })
  if (typeof progress === 'string') return progress
  const erasure = progress.archive
  if (archive !== undefined && !(await eraseInArchive(pool, archive, erasure))) return 'waits'
  return batch(pool, (client) => finish(client, erasure))
}

async function batch<Of>(pool: Pool, work: (client: PoolClient) => Promise<Of>): Promise<Of> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const done = await work(client)
    await committing('names_erased', () => client.query('commit'))
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Erasures that wait for engines come last, and in no order: one of them holds up no other. */
async function takeErasure(client: PoolClient): Promise<Erasure | null> {
  const { rows } = await client.query<Erasure>(
    `select owner_id as "ownerId", person_id as "personId", rounds, cursor, held from erased_person
      where done_at is null order by rounds >= $1, case when rounds < $1 then asked_at end, random() limit 1 for update skip locked`,
    [wholeRounds],
  )
  return rows[0] ?? null
}

async function workOn(client: PoolClient, erasure: Erasure, archive: string | undefined): Promise<BatchProgress> {
  const { ownerId, personId, rounds, cursor, held } = erasure
  if (rounds >= wholeRounds) return lookAtHeld(client, erasure, archive)
  if (cursor === null) await eraseOfOwner(client, ownerId, personId)
  const { rows } = await client.query<{ id: string }>(
    'select id from run where owner_id = $1 and ($2::uuid is null or id > $2) order by id limit $3',
    [ownerId, cursor, batchRuns],
  )
  const runIds = rows.map(({ id }) => id)
  const { holders } = await eraseOfRuns(client, runIds, personId)
  const isOver = runIds.length < batchRuns
  await keep(client, erasure, {
    rounds: isOver ? rounds + 1 : rounds,
    cursor: isOver ? null : (runIds.at(-1) ?? null),
    held: [...new Set([...held, ...holders.map(({ holder }) => holder)])],
  })
  return 'worked'
}

/** Looks at the runs that engines had in memory; the database is done when each has been let go since. */
async function lookAtHeld(client: PoolClient, erasure: Erasure, archive: string | undefined): Promise<BatchProgress> {
  const { ownerId, personId, rounds, held } = erasure
  const runIds = held.slice(0, batchRuns).map((each) => each.split(' ')[0] ?? '')
  const { holders, changed } = await eraseOfRuns(client, runIds, personId)
  // An engine that has taken the run since may have read the name that was erased only now.
  const still = holders.filter(({ runId, holder }) => held.includes(holder) || changed.has(runId))
  const left = [...held.slice(batchRuns), ...still.map(({ holder }) => holder)]
  if (left.length > 0) {
    await keep(client, erasure, { rounds, cursor: null, held: left })
    return held.length > batchRuns || left.length < held.length ? 'worked' : 'waits'
  }
  await keep(client, erasure, { rounds, cursor: null, held: [] })
  // Runs that went to the archive meanwhile are in it by now. An engine without its folder leaves it to one that has it.
  if (!(await isInArchive(client, ownerId))) return finish(client, erasure)
  return archive === undefined ? 'waits' : { archive: erasure }
}

async function finish(client: PoolClient, { ownerId, personId }: Erasure): Promise<Progress> {
  const { rowCount } = await client.query(
    `update erased_person set done_at = clock_timestamp() where owner_id = $1 and person_id = $2 and done_at is null`,
    [ownerId, personId],
  )
  // Another engine was as fast.
  if (rowCount !== 1) return 'worked'
  const actor = heddleActor(ownerId)
  await recordAudit(client, { actor, action: 'person.erased', target: personId, outcome: 'done' })
  return 'worked'
}

async function keep(
  client: PoolClient,
  { ownerId, personId }: Erasure,
  { rounds, cursor, held }: Pick<Erasure, 'rounds' | 'cursor' | 'held'>,
): Promise<void> {
  await client.query(
    'update erased_person set rounds = $3, cursor = $4, held = $5 where owner_id = $1 and person_id = $2',
    [ownerId, personId, rounds, cursor, held],
  )
}

/** Rows of the owner that belong to no run. */
async function eraseOfOwner(client: PoolClient, ownerId: string, personId: string): Promise<void> {
  for (const statement of [
    'delete from presence where owner_id = $1 and actor_id = $2',
    'delete from mail_notice where owner_id = $1 and person_id = $2',
    'delete from mail where owner_id = $1 and person_id = $2',
    `delete from alert_message where owner_id = $1 and channel = 'person' and receiver = $2`,
    'update alert_rule set people = array_remove(people, $2) where owner_id = $1 and $2 = any(people)',
  ])
    await client.query(statement, [ownerId, personId])
  await client.query(
    `update bulk_operation set actor = jsonb_set(actor::jsonb, '{name}', to_jsonb($3::text))::json
      where owner_id = $1 and actor->>'id' = $2 and actor->>'name' <> $3`,
    [ownerId, personId, erasedName],
  )
}

/** The JSON texts in which actors have names, with their columns and keys. */
const texts = [
  { table: 'run_log', column: 'events', type: 'text', key: 'seq::text' },
  { table: 'snapshot', column: 'state', type: 'text', key: `''` },
  { table: 'mailbox', column: 'command', type: 'text', key: 'id::text' },
  { table: 'mailbox', column: 'reply', type: 'jsonb', key: 'id::text' },
] as const

/**
 * Erases the name from the rows of the runs. The rows of state are locked first: an engine that takes a run afterwards
 * reads it without the name. Returns the runs that an engine has in memory, and those that were changed.
 */
async function eraseOfRuns(client: PoolClient, runIds: readonly string[], personId: string): Promise<ErasedRuns> {
  const changed = new Set<string>()
  if (runIds.length === 0) return { holders: [], changed }
  const holders = await holdersOf(client, runIds)
  for (const { table, column, type, key } of texts) {
    const { rows } = await client.query<{ runId: string; key: string; text: string }>(
      `select run_id as "runId", ${key} as key, ${column}::text as text from ${table}
        where run_id = any($1::uuid[]) and strpos(${column}::text, $2) > 0`,
      [runIds, JSON.stringify(personId)],
    )
    for (const row of rows) {
      const erased = eraseName(row.text, personId)
      if (erased === null) continue
      changed.add(row.runId)
      await client.query(`update ${table} set ${column} = $3::${type} where run_id = $1 and ${key} = $2`, [
        row.runId,
        row.key,
        erased,
      ])
    }
  }
  for (const [table, id, name] of [
    ['task_event', 'actor', 'actor_name'],
    ['human_task', 'held_by', 'held_by_name'],
    ['human_task', 'decided_by', 'decided_by_name'],
  ])
    await client.query(
      `update ${table} set ${name} = $3 where run_id = any($1::uuid[]) and ${id} = $2 and ${name} is distinct from $3`,
      [runIds, personId, erasedName],
    )
  await client.query(
    `update human_task set approvals = (
       select jsonb_agg(case when a->>'by' = $2 then a || jsonb_build_object('name', $3::text) else a end order by n)
         from jsonb_array_elements(approvals) with ordinality as of_task(a, n))
      where run_id = any($1::uuid[]) and approvals @> jsonb_build_array(jsonb_build_object('by', $2::text))`,
    [runIds, personId, erasedName],
  )
  await client.query(
    `update task_event set details = jsonb_set(details::jsonb, '{toName}', to_jsonb($3::text))::json
      where run_id = any($1::uuid[]) and details->>'to' = $2 and details->>'toName' <> $3`,
    [runIds, personId, erasedName],
  )
  return { holders, changed }
}

/** A run that an engine has in memory. */
interface HeldRun {
  readonly runId: string
  /** The run, its engine and the epoch, as `erased_person.held` keeps them. */
  readonly holder: string
}

interface ErasedRuns {
  readonly holders: readonly HeldRun[]
  readonly changed: ReadonlySet<string>
}

/** The runs that an engine has in memory; the rows of state of all the runs are locked. */
async function holdersOf(client: PoolClient, runIds: readonly string[]): Promise<readonly HeldRun[]> {
  const { rows } = await client.query<{ runId: string; holder: string | null }>(
    `select run_id as "runId", case when engine_id is not null then concat_ws(' ', run_id, engine_id, engine_epoch) end as holder
       from run_state where run_id = any($1::uuid[]) order by run_id for update`,
    [runIds],
  )
  return rows.flatMap(({ runId, holder }) => (holder === null ? [] : [{ runId, holder }]))
}
