import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { appRouter } from '../router.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

const foreign: Actor = { ...localPerson, id: 'eve', name: 'Eve', ownerId: 'eve', groups: [] }

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>

beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
})
afterAll(() => api.stop())

it('lists engines with the runs in their memory', async () => {
  const { engines, web, queued } = await caller.overview.processes()
  expect(engines).toHaveLength(1)
  expect(engines[0]).toMatchObject({ isAlive: true, runs: 0 })
  expect(web).toMatchObject({ pid: process.pid, node: process.versions.node })
  expect(queued).toEqual({ count: 0, since: null })
})

it('tells which queue has work that no worker serves, and which workers are alive', async () => {
  await caller.workflows.import({
    text: 'workflow_type: Mails\nsteps:\n  - name: Send\n    type: ASYNC\n    function: t.pass\n    queue: mails\n',
    publish: true,
  })
  await caller.runs.start({ workflow: 'Mails', input: {} })
  const unserved = await eventually(async () =>
    (await caller.overview.processes()).queues.find(({ queue }) => queue === 'mails'),
  )
  expect(unserved).toMatchObject({ waiting: 1, running: 0, workers: 0 })
  expect(unserved?.waitingSince).not.toBeNull()
  expect((await caller.overview.processes()).queues[0]?.queue).toBe('mails')

  await api.services.stores.pool.query(
    `insert into worker (id, queues, expires_at) values ('far:7:1', '{mails}', now() + interval '1 minute'),
       ('gone:8:2', '{mails}', now() - interval '1 minute')`,
  )
  const { queues, workers } = await caller.overview.processes()
  expect(queues.find(({ queue }) => queue === 'mails')).toMatchObject({ workers: 1 })
  expect(workers.find(({ id }) => id === 'far:7:1')).toMatchObject({ isAlive: true, queues: ['mails'], tasks: 0 })
  expect(workers.find(({ id }) => id === 'gone:8:2')).toMatchObject({ isAlive: false })
})

it('counts only the work of the own owner', async () => {
  const other = appRouter.createCaller({ ...api.services, actor: foreign })
  const { queues } = await other.overview.processes()
  expect(queues.find(({ queue }) => queue === 'mails')).toMatchObject({ waiting: 0 })
})

it('lists agents with what they run and hold, and tells a queue that needs an agent', async () => {
  const { pool } = api.services.stores
  await pool.query(
    `insert into agent (owner_id, id, queues, workflows, activities, actor_id, version, expires_at, deliveries, cache_hits)
     values ('local', 'py:1', '{far}', '{"Far": {"hash": "a", "version": 3, "of": "b"}}', '{f.g}', 'me', '1.2', 'infinity', 4, 3),
            ('local', 'gone:2', '{other}', '{}', null, 'me', null, now() - interval '1 minute', 0, 0),
            ('eve', 'hers:3', '{hers}', '{}', null, 'eve', null, 'infinity', 0, 0)`,
  )
  const { agents } = await caller.overview.processes()
  expect(agents.filter(({ id }) => id !== 'hers:3')).toMatchObject([
    { id: 'py:1', version: '1.2', isAlive: true, workflows: [{ type: 'Far', version: 3 }], functions: 1, tasks: 0 },
    { id: 'gone:2', version: null, isAlive: false, workflows: [], functions: null, busySince: null },
  ])
  expect((await appRouter.createCaller({ ...api.services, actor: foreign }).overview.processes()).agents).toMatchObject(
    [{ id: 'hers:3' }],
  )
  const { runId: id } = await caller.runs.start({ workflow: 'Mails', input: {} })
  await pool.query(
    `insert into async_task (run_id, task_id, owner_id, workflow, queue, request, idempotent, kind, type)
     values ($1, 'code:1:1', 'local', 'Far', 'mails', '{}', true, 'workflow', 'Far')`,
    [id],
  )
  const mails = async () => (await caller.overview.processes()).queues.find(({ queue }) => queue === 'mails')
  expect(await mails()).toMatchObject({ needsAgent: true, workers: 0 })
  await pool.query(`update agent set queues = '{far,mails}' where id = 'py:1'`)
  expect(await mails()).toMatchObject({ needsAgent: true, workers: 1 })
})

it('fleet 3: names what processes warn of, as long as they live', async () => {
  const add = (id: string, expires: string) =>
    api.services.stores.pool.query(
      `insert into fleet_process (id, kind, host, pid, version, speaks, functions, settings, expires_at, warnings)
       values ($1, 'worker', 'here', 1, '0', 1, '', '{}', now() + $2::interval, $3)`,
      [id, expires, [`The clock of ${id} is off.`]],
    )
  await add('alive', '1 hour')
  await add('gone', '-1 second')
  expect((await caller.overview.processes()).warnings).toEqual([
    { kind: 'worker', process: 'alive', sentence: 'The clock of alive is off.' },
  ])
  await api.services.stores.pool.query('delete from fleet_process')
})
