import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { ownerPool } from '../../db/owner-pool.ts'
import { createPool } from '../../db/pool.ts'
import { prepareRoles } from '../../db/roles/prepare-roles.ts'
import { rowsLookedAt } from '../../db/testing/rows-looked-at.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import type { Stores } from '../../stores.ts'
import { listRuns } from './list-runs.ts'
import type { RunFilter } from './run-filter.ts'

/** The runs of each of two owners: a statement that reads them all is seen in its rows. */
const RUNS = 3_000
/** Each match is looked up in several tables, and shown with what a list shows of a run. */
const ROWS_OF_A_MATCH = 60

const person: Actor = { ...localPerson, ownerId: 'alpha' }

let database: TestDatabase
let admin: pg.Pool
let web: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Pool({ connectionString: database.url, max: 1 })
  web = createPool((await prepareRoles(database.url)).web, 1)
  await admin.query(
    `with made as materialized (
       select place, uuidv7() as id, o.owner from generate_series(1, ${RUNS}) place, unnest('{alpha,beta}'::text[]) o(owner)),
     header as (insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by, tags)
                select id, owner, 'local', 'Order', 1, id, 'local', array['tag-' || place] from made),
     state as (insert into run_state (run_id, owner_id, status, phase, pending, started_at, ended_at)
               select id, owner, 'COMPLETED', 'SUCCESS', false, now(), now() from made),
     log as (insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, xid)
             select id, 1, 1, gen_random_uuid(), '[]', 1, '{}', 1 from made)
     insert into run_search (run_id, owner_id, seq, numbers, input, state, words)
     select id, owner, 1, 1, jsonb_build_object('order', place), jsonb_build_object('total', place),
            array_to_tsvector(array['w' || place]) from made`,
  )
  await admin.query('vacuum analyze')
})
afterAll(async () => {
  await Promise.all([admin.end(), web.end()])
  await database.drop()
})

let asked = 0

/** Asks for the list in a transaction of the owner; returns the owners of the runs, and how many rows were gone through. */
async function ask(filter: RunFilter): Promise<{ readonly owners: readonly string[]; readonly rows: number }> {
  let rows = 0
  const pool = {
    query: (text: string, values: readonly unknown[]) =>
      inTransaction(ownerPool(web, 'alpha'), async (client) => {
        asked += 1
        const name = `asked-${asked}`
        const answer = await client.query({ name, text, values: [...values] })
        rows += await rowsLookedAt(client, name, values.map(literal))
        return answer
      }),
  } as unknown as Stores['pool']
  const { items } = await listRuns({ pool } as Stores, person, { ...filter, limit: 50 })
  return { owners: items.map(({ ownerId }) => ownerId), rows }
}

const literal = (value: unknown) =>
  typeof value === 'number'
    ? String(value)
    : `'${Array.isArray(value) ? `{${value}}` : String(value).replaceAll("'", "''")}'`

it.each<[string, RunFilter]>([
  ['a value of the input', { values: [{ in: 'input', path: ['order'], is: '=', value: 77 }] }],
  ['a value of the state', { values: [{ in: 'state', path: ['total'], is: '=', value: 77 }] }],
  ['a tag', { tags: ['tag-77'] }],
  ['a word', { search: 'w2977' }],
])(
  'searches by %s with its index under row-level security, and finds the owner’s runs alone (access 3; ASVS 8.4.1)',
  async (_, filter) => {
    const { owners, rows } = await ask(filter)
    expect(owners).toEqual(['alpha'])
    expect(rows).toBeLessThan(ROWS_OF_A_MATCH)
  },
)
