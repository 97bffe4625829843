import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { decision, inboxOf, waitingTask } from '../../testing/inbox-of.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

/** An approver has no permission to see every run, only runs whose family asks or has asked the approver. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const ask = (name: string, group: string) =>
    `workflow_type: ${name}\nsteps: [{ name: Approval, type: HUMAN, title: ${name}, groups: [${group}] }]\n`
  for (const text of [ask('Credit', 'credit'), ask('Legal', 'legal')])
    expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const approver: Actor = { ...localPerson, id: 'ana', name: 'Ana', groups: ['credit'], roles: ['approver'] }
const statusOf = async (path: string) => (await api.fetch(`/v1/workflow-runs${path}`, {}, approver)).status

it('shows an approver the runs that ask or have asked the approver, and no list of runs (access 1; ASVS 8.2.2)', async () => {
  const credit = await waitingTask(api, 'Credit', 1)
  const legal = await waitingTask(api, 'Legal', 1)
  for (const part of ['', '/history', '/tree']) {
    expect(await statusOf(`/${credit.runId}${part}`), part).toBe(200)
    expect(await statusOf(`/${legal.runId}${part}`), part).toBe(404)
  }
  expect(await statusOf('')).toBe(403)
  const { revision } = await inboxOf(api, approver).get({ taskId: credit.taskId })
  await inboxOf(api, approver).decide(decision(credit.taskId, revision, {}))
  // Decided: the task no longer asks, but the approver has decided it.
  const ungrouped = { ...approver, groups: [] }
  expect((await api.fetch(`/v1/workflow-runs/${credit.runId}`, {}, ungrouped)).status).toBe(200)
})

it('refuses an approver what the role does not allow, and names the roles that do', async () => {
  const { runId } = await waitingTask(api, 'Credit', 2)
  const cancel = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const response = await api.fetch(`/v1/workflow-runs/${runId}/cancel`, cancel, approver)
  expect(response.status).toBe(403)
  expect((await response.json()).error).toMatchObject({
    code: 'FORBIDDEN',
    message:
      'Your roles do not allow you to act on runs. Ask an administrator for the role operator or designer or admin.',
  })
})
