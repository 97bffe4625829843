import type { Pool } from 'pg'
import { presentSql } from '#server/log/cursor.ts'

/**
 * A trigger notes every change of the lock table in the order of the changes, within their transactions, and the notes
 * are replayed: no moment between two looks is missed.
 */
export interface LockWitness {
  readonly granted: number
  /** Grants that took a resource over from another run. */
  readonly handedOver: number
  /** Replays the notes of ended transactions. `settled`: no lock, request or note may be left. One sentence per breach. */
  replay(settled: boolean): Promise<readonly string[]>
}

const create = `
create table lock_note (
  place bigint generated always as identity primary key,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  owner_id text not null, resource text not null, run_id uuid not null, root_run_id uuid not null,
  mode text not null, token bigint not null, held boolean not null
);
create function note_lock() returns trigger language plpgsql as $$
declare lock resource_lock := case when tg_op = 'DELETE' then old else new end;
begin
  insert into lock_note (owner_id, resource, run_id, root_run_id, mode, token, held)
  values (lock.owner_id, lock.resource, lock.run_id, lock.root_run_id, lock.mode, lock.token, tg_op <> 'DELETE');
  return null;
end $$;
create trigger note_lock after insert or update or delete on resource_lock for each row execute function note_lock()`

interface LockNote {
  readonly place: string
  readonly resource: string
  readonly run_id: string
  readonly root_run_id: string
  readonly mode: 'exclusive' | 'shared'
  readonly token: string
  readonly held: boolean
}

interface Resource {
  readonly holders: Map<string, LockNote>
  lastToken: number
  lastHolder: string | null
}

export async function watchLocks(pool: Pool): Promise<LockWitness> {
  await pool.query(create)
  const resources = new Map<string, Resource>()
  let granted = 0
  let handedOver = 0

  const replayNote = (note: LockNote): readonly string[] => {
    const { resource, run_id, root_run_id, mode, held } = note
    const known = resources.get(resource) ?? { holders: new Map<string, LockNote>(), lastToken: 0, lastHolder: null }
    resources.set(resource, known)
    const before = known.holders.get(run_id)
    if (!held) {
      known.holders.delete(run_id)
      return before === undefined ? [`${resource} was given back by run ${run_id}, which did not hold it`] : []
    }
    const breaches = [...known.holders.values()]
      .filter((other) => other.root_run_id !== root_run_id && (mode === 'exclusive' || other.mode === 'exclusive'))
      .map((other) => `${resource} is held by run ${other.run_id} (${other.mode}) and run ${run_id} (${mode})`)
    known.holders.set(run_id, note)
    const token = Number(note.token)
    if (before !== undefined && before.token === note.token) return breaches
    granted += 1
    if (known.lastHolder !== null && known.lastHolder !== run_id) handedOver += 1
    known.lastHolder = run_id
    if (mode === 'shared') return breaches
    const isRising = token > known.lastToken
    known.lastToken = Math.max(known.lastToken, token)
    return isRising ? breaches : [...breaches, `${resource} was granted with token ${token} after ${known.lastToken}`]
  }

  return {
    get granted() {
      return granted
    },
    get handedOver() {
      return handedOver
    },
    async replay(settled) {
      const { rows } = await pool.query<LockNote>(
        `with seen as (
           delete from lock_note where xid < ${presentSql} returning *
         )
         select place, resource, run_id, root_run_id, mode, token, held from seen order by place`,
      )
      const breaches = rows.flatMap(replayNote)
      if (!settled) return breaches
      const left = await pool.query<{ what: string }>(
        `select resource || ' is still held by run ' || run_id as what from resource_lock
         union all select 'run ' || run_id || ' still requests locks' from lock_request
         union all select 'a change of ' || resource || ' is not replayed yet' from lock_note`,
      )
      return [...breaches, ...left.rows.map(({ what }) => what)]
    },
  }
}
