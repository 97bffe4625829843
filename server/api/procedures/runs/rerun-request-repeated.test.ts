import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { removeOld } from '#server/operations/retention/retention.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const reaches = (runId: string, status: string) =>
  eventually(async () => ((await caller.runs.get({ runId })).status === status ? true : undefined))

/** A run that failed and goes on as a new one, or that completed and was done again; with how it was asked for. */
async function doneAgain(workflow: string, results: 'kept' | 'none') {
  const text = (called: string) => `workflow_type: ${workflow}\nsteps:\n  - name: First\n    function: ${called}\n`
  expect((await api.publish(text(results === 'kept' ? 't.fail' : 't.pass'))).status).toBe(201)
  const { runId } = await caller.runs.start({ workflow, input: {} })
  await reaches(runId, results === 'kept' ? 'FAILED' : 'COMPLETED')
  await api.publish(text('t.double'))
  const asked = { runId, version: 'newest', results, operationId: randomUUID() } as const
  const answer = await caller.runs.rerun(asked)
  await reaches(answer.newRunId, 'COMPLETED')
  return { asked, answer: { ...answer, status: 'COMPLETED' }, runId }
}

async function removeThoseOf(workflow: string) {
  const { pool } = api.services.stores
  const removal = {
    pool,
    olderThanDays: 30,
    auditDays: 400,
    exportTo: null,
    onRemoved: () => undefined,
    log: () => undefined,
  }
  await removeOld(removal, new AbortController().signal)
  const { rows } = await pool.query<{ id: string }>('select id from run where workflow = $1', [workflow])
  return rows.map(({ id }) => id)
}

const makeOld = (runId: string) =>
  api.services.stores.pool.query(`update run_state set ended_at = now() - interval '40 days' where run_id = $1`, [
    runId,
  ])

describe.each(['kept', 'none'] as const)(
  'a run that was done again, with results %s, asked for once more',
  (results) => {
    it('is the same one after its workflow was archived', async () => {
      const { asked, answer } = await doneAgain(`Archived_${results}`, results)
      await caller.workflows.archive({ name: `Archived_${results}`, archived: true })
      expect(await caller.runs.rerun(asked)).toEqual(answer)
    })

    it('is the same one after the run that it does again was removed', async () => {
      const workflow = `Source_${results}`
      const { asked, answer, runId } = await doneAgain(workflow, results)
      await makeOld(runId)
      expect(await removeThoseOf(workflow)).toEqual([answer.newRunId])
      expect(await caller.runs.rerun(asked)).toEqual(answer)
    })

    it('is there as long as the run that it does again, and goes with it', async () => {
      const workflow = `Again_${results}`
      const { asked, answer, runId } = await doneAgain(workflow, results)
      await makeOld(answer.newRunId)
      expect(await removeThoseOf(workflow)).toHaveLength(2)
      expect(await caller.runs.rerun(asked)).toEqual(answer)
      await makeOld(runId)
      expect(await removeThoseOf(workflow)).toEqual([])
    })
  },
)
