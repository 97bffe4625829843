import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi, workOff } from '../../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
beforeAll(async () => {
  api = await startTestApi({ index: true })
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  for (const text of [
    'workflow_type: Leaf\nsteps:\n  - name: Fail\n    function: t.fail\n',
    'workflow_type: Above\nsteps:\n  - name: Down\n    type: SUB_WORKFLOW\n    sub_workflow_type: Leaf\n',
  ]) {
    expect((await api.publish(text)).status).toBe(201)
  }
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const families = 3

/** Starts families whose children fail, and their parents through them; answers once their causes are known. */
async function failedFamilies() {
  const tag = randomUUID()
  for (let each = 0; each < families; each += 1) await caller.runs.start({ workflow: 'Above', input: {}, tags: [tag] })
  const causes = await eventually(async () => {
    const { items } = await caller.runs.failures({ tags: [tag] })
    return items.length === 2 && items.every(({ count }) => count === families) ? items : undefined
  })
  return { tag, causeOf: (name: string) => causes.find(({ workflow }) => workflow === name)?.fingerprint ?? '' }
}

/** How often each run under the tag was retried, waited for its earlier child again and started a new one, once all have failed again. */
async function familiesAfter(tag: string) {
  return eventually(async () => {
    const { items } = await caller.runs.list({ tags: [tag] })
    const runs = await Promise.all(items.map(({ runId }) => caller.runs.get({ runId })))
    const told = runs.map(({ workflow, status, events }) => {
      const countOf = (wanted: string) => events.filter(({ type }) => type === wanted).length
      const counts = ['run.retried', 'child.retried', 'child.spawned'].map((name) => countOf(`workflow.${name}`))
      return { ended: status.startsWith('FAILED'), again: countOf('workflow.run.failed') > 1, workflow, counts }
    })
    const parents = told.filter(({ workflow }) => workflow === 'Above')
    if (!told.every(({ ended }) => ended) || !parents.every(({ again }) => again)) return undefined
    return told.map(({ workflow, counts }) => `${workflow} ${counts}`).toSorted()
  })
}

async function retryAll(tag: string, fingerprint: string) {
  const { id } = await caller.bulk.start({ verb: { type: 'retry' }, filter: { tags: [tag], fingerprint } })
  await workOff(api)
  expect(await caller.bulk.get({ id })).toMatchObject({ total: families, done: families })
  return familiesAfter(tag)
}

const ofEach = (...runs: readonly string[]) => runs.flatMap((run) => Array<string>(families).fill(run))

describe('retrying all of a cause', () => {
  it('retries children that failed, once each, for which their parents wait again', async () => {
    const { tag, causeOf } = await failedFamilies()
    expect(await retryAll(tag, causeOf('Leaf'))).toEqual(ofEach('Above 1,1,1', 'Leaf 1,0,0'))
  })

  it('retries parents that failed through children, once each, with a new child instead of that one', async () => {
    const { tag, causeOf } = await failedFamilies()
    expect(await retryAll(tag, causeOf('Above'))).toEqual(ofEach('Above 1,0,2', 'Leaf 0,0,0', 'Leaf 0,0,0'))
  })
})

describe('retrying parents together with the children through which they failed', () => {
  it('does each work once more and not twice: parents start new children, and the old ones are left', async () => {
    const { tag } = await failedFamilies()
    const { id } = await caller.bulk.start({ verb: { type: 'retry' }, filter: { tags: [tag] } })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({ total: 2 * families, done: families, refused: families })
    expect(await familiesAfter(tag)).toEqual(ofEach('Above 1,0,2', 'Leaf 0,0,0', 'Leaf 0,0,0'))
    const { items } = await caller.bulk.items({ id })
    expect(items.filter(({ outcome }) => outcome === 'refused').map(({ workflow, code }) => [workflow, code])).toEqual(
      Array.from({ length: families }, () => ['Leaf', 'INVALID_TRANSITION']),
    )
  })

  it('leaves what is below those children as well', async () => {
    const top = 'workflow_type: Top\nsteps:\n  - name: Next\n    type: SUB_WORKFLOW\n    sub_workflow_type: Above\n'
    expect((await api.publish(top)).status).toBe(201)
    const tag = randomUUID()
    const { runId } = await caller.runs.start({ workflow: 'Top', input: {}, tags: [tag] })
    const all = async (count: number) => {
      const { items } = await caller.runs.list({ tags: [tag] })
      return items.length === count && items.every(({ status }) => status.startsWith('FAILED')) ? items : undefined
    }
    const old = await eventually(() => all(3))
    const leaf = old.find(({ workflow }) => workflow === 'Leaf')?.runId ?? ''
    const { id } = await caller.bulk.start({ verb: { type: 'retry' }, runIds: [runId, leaf] })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({ done: 1, refused: 1 })
    await eventually(() => all(5))
    const { events } = await caller.runs.get({ runId: leaf })
    expect(events.some(({ type }) => type === 'workflow.run.retried')).toBe(false)
  })

  it('retries a child by itself whose parent went on without it', async () => {
    const handled = `workflow_type: Handles
steps:
  - name: Down
    type: SUB_WORKFLOW
    sub_workflow_type: Leaf
    on_failure: { target_step: Other }
    next: END
  - name: Other
    function: t.fail
`
    expect((await api.publish(handled)).status).toBe(201)
    const tag = randomUUID()
    await caller.runs.start({ workflow: 'Handles', input: {}, tags: [tag] })
    await eventually(async () => {
      const { items } = await caller.runs.list({ tags: [tag] })
      return items.length === 2 && items.every(({ status }) => status.startsWith('FAILED')) ? true : undefined
    })
    const { id } = await caller.bulk.start({ verb: { type: 'retry' }, filter: { tags: [tag] } })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({ done: 2, refused: 0 })
  })
})
