import { afterAll, beforeAll, expect } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { appRouter } from '../router.ts'
import { person } from './inbox-of.ts'
import { eventually, startTestApi, type TestApi } from './test-api.ts'

export let api: TestApi

/** Starts the API with the workflows before the tests of a file, and stops the API after them. */
export function withWorkflows(): void {
  beforeAll(async () => {
    api = await startTestApi()
    for (const text of [loan, order, basket, note, both]) expect((await api.publish(text)).status).toBe(201)
    await callerOf(localActor).directory.savePerson({ id: 'zoe', name: 'Zoe' })
  })
  afterAll(async () => {
    await api.stop()
    expect(api.errors).toEqual([])
  })
}

export const loan = `workflow_type: Loan
steps:
  - name: Approval
    type: HUMAN
    title: "Loan {{ input.n }}"
    groups: [credit]
    excluded: [eve, auditors]
    approvals_required: 2
`
export const order = `workflow_type: Order
steps:
  - name: Credit
    type: SUB_WORKFLOW
    sub_workflow_type: Loan
`
export const basket = `workflow_type: Basket
steps:
  - name: Orders
    type: SUB_WORKFLOW
    sub_workflow_type: Order
`
export const note = `workflow_type: Note
steps:
  - name: Wait
    type: SIGNAL
    signal: go
  - name: Approve
    type: HUMAN
    title: "Note {{ input.n }}"
    groups: [credit]
  - name: Choose
    type: DECISION
    routes:
      - { condition: input.n == 1, target: Fail }
      - { default: END }
  - name: Fail
    type: STANDARD
    function: t.fail
`
export const both = `workflow_type: Both
steps:
  - name: All
    type: PARALLEL
    tasks:
      - { name: one, sub_workflow_type: Note, input: { n: 1 } }
      - { name: two, sub_workflow_type: Note, input: { n: 2 } }
`
export const [eve, ana, zoe] = [person('eve'), person('ana'), person('zoe', ['sales'])]
export const [boss, auditor] = [person('boss', [], ['manager']), person('gil', ['auditors'], ['manager'])]
export const twoOf = ([one, two]: readonly string[]) => (one && two ? ([one, two] as const) : undefined)
export const callerOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor })
export const excluded = 'You are excluded from deciding Approval, so you cannot skip it. Another person must decide.'
export const notTheirs = 'Approval is assigned to other people. Only they or a manager can skip it.'
export const several = 'Approval needs 2 approvals. Only a manager can skip it alone.'
export const statusOf = async (runId: string) => (await callerOf(localActor).runs.get({ runId })).status
export const ends = (runId: string, status: string) =>
  eventually(async () => ((await statusOf(runId)) === status ? true : undefined))
