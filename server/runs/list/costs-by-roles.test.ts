import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { ownerPool } from '../../db/owner-pool.ts'
import { createPool } from '../../db/pool.ts'
import { prepareRoles } from '../../db/roles/prepare-roles.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import type { Stores } from '../../stores.ts'
import { countRuns } from './count-runs.ts'
import { listRuns } from './list-runs.ts'
import type { RunFilter } from './run-filter.ts'

/** The runs of each of two owners: enough for a plan that reads them all to be seen in its pages. */
const RUNS = 5_000
/** The most that row-level security may add, beside some pages of the catalogue. */
const SHARE = 0.05
const PAGES = 8

const person: Actor = { ...localPerson, ownerId: 'alpha' }

let database: TestDatabase
let plain: pg.Pool
let web: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  plain = new pg.Pool({ connectionString: database.url, max: 1 })
  web = createPool((await prepareRoles(database.url)).web, 1)
  await plain.query(
    `with made as materialized (
       select place, uuidv7() as id, o.owner, place % 20 = 0 as failed
         from generate_series(1, ${RUNS}) place, unnest('{alpha,beta}'::text[]) o(owner)),
     header as (insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by, tags)
                select id, owner, 'local', 'W' || place % 10, 1, id, 'local', array['tag-' || place % 100] from made),
     state as (insert into run_state (run_id, owner_id, status, phase, pending, started_at, ended_at)
               select id, owner, case when failed then 'FAILED' else 'COMPLETED' end, 'SUCCESS', false, now(), now() from made),
     log as (insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, xid)
             select id, 1, 1, gen_random_uuid(), '[]', 1, '{}', 1 from made)
     insert into run_search (run_id, owner_id, seq, numbers, input, state, words)
     select id, owner, 1, 1, jsonb_build_object('order', place), jsonb_build_object('total', place),
            array_to_tsvector(array['w' || place]) from made`,
  )
  await plain.query('vacuum analyze')
})
afterAll(async () => {
  await Promise.all([plain.end(), web.end()])
  await database.drop()
})

interface Cost {
  readonly statements: number
  readonly pages: number
}

interface Plan {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }
}

/** The statements that an operation sends, and the pages that they read when they are executed once more. */
async function costOf(pool: pg.Pool, work: (stores: Stores) => Promise<unknown>): Promise<Cost> {
  let [statements, pages] = [0, 0]
  const counting = {
    query: (text: string, values: readonly unknown[] = []) =>
      inTransaction(pool, async (client) => {
        statements += 1
        const answer = await client.query(text, [...values])
        const explained = await client.query<{ 'QUERY PLAN': readonly [Plan] }>(
          `explain (analyze, buffers, timing off, format json) ${text}`,
          [...values],
        )
        const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan
        pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
        return answer
      }),
  }
  await work({ pool: counting } as unknown as Stores)
  return { statements, pages }
}

const list =
  (filter: RunFilter) =>
  (stores: Stores): Promise<unknown> =>
    listRuns(stores, person, { ...filter, limit: 50 })

it.each<[string, (stores: Stores) => Promise<unknown>]>([
  ['the newest runs', list({ rootsOnly: true })],
  ['failed runs', list({ status: ['FAILED'] })],
  ['runs of one workflow', list({ workflow: 'W7' })],
  ['runs with a tag', list({ tags: ['tag-77'] })],
  ['runs with a word', list({ search: 'w4977' })],
  ['runs with a value', list({ values: [{ in: 'input', path: ['order'], is: '=', value: 77 }] })],
  ['runs of one workflow and a status', list({ workflow: 'W7', status: ['COMPLETED'] })],
  ['the counts of runs', (stores) => countRuns(stores, person)],
])(
  'reads as many pages for %s with row-level security as without, in as many statements (access 3)',
  async (_, work) => {
    const without = await costOf(plain, work)
    const within = await costOf(ownerPool(web, 'alpha'), work)
    expect(without.pages).toBeGreaterThan(0)
    expect(within.statements).toBe(without.statements)
    expect(within.pages).toBeLessThanOrEqual(without.pages * (1 + SHARE) + PAGES)
  },
)
