import { describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { inboxOf, person, waitingTask, write } from '../../testing/inbox-of.ts'
import {
  ana,
  api,
  boss,
  callerOf,
  ends,
  excluded,
  loan,
  twoOf,
  withWorkflows,
  zoe,
} from '../../testing/overruled-tasks.ts'
import { eventually } from '../../testing/test-api.ts'

/** A verb about a step is no way around the people whom the step asks. */
withWorkflows()

describe('what a run below has not asked yet', () => {
  const why = 'a task has not opened yet. Approve is assigned to other people. Only they or a manager can skip it.'
  const message = `Below All, ${why}`
  const runs = () => callerOf(zoe).runs
  const notes = (runId: string, workflow = 'Note') =>
    eventually(async () => {
      const { rows } = await api.services.stores.pool.query<{ id: string }>(
        `select r.id from run r join run_state s on s.run_id = r.id
          where r.root_run_id = $1 and r.workflow = $2 and s.status = 'WAITING_HUMAN_INPUT' order by r.id`,
        [runId, workflow],
      )
      return rows.length > 0 ? rows.map(({ id }) => id) : undefined
    })
  const started = async (workflow: string, many: number) => {
    const { runId } = await callerOf(localActor).runs.start({ workflow, input: { n: 2 } })
    const noteIds = await eventually(async () => {
      const found = await notes(runId)
      return found.length === many ? found : undefined
    })
    return { runId, noteIds }
  }
  const refused = async (runId: string, words: string) =>
    await expect(runs().skip({ runId })).rejects.toMatchObject({ cause: { code: 'NOT_ENTITLED', message: words } })

  it('is not passed over by giving it up, nor by cancelling it before it asks', async () => {
    const { runId, noteIds } = await started('Both', 2)
    await refused(runId, message)
    await runs().cancel({ runId: noteIds[0] ?? '' })
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await refused(runId, message)
    expect((await runs().get({ runId })).permissions).toContainEqual({
      verb: 'skip',
      allowed: false,
      because: message,
      barred: [{ step: 'All', because: message }],
    })
    await callerOf(boss).runs.skip({ runId })
    await ends(runId, 'COMPLETED')
  })

  it('counts however deep it would have been, also where the run that would ask was not there yet', async () => {
    const held = `workflow_type: Held\nsteps:\n  - { name: Wait, type: SIGNAL, signal: go }\n  - { name: Deep, type: SUB_WORKFLOW, sub_workflow_type: Note }\n`
    const above = 'workflow_type: Above\nsteps:\n  - { name: Top, type: SUB_WORKFLOW, sub_workflow_type: Held }\n'
    for (const text of [held, above]) expect((await api.publish(text)).status).toBe(201)
    const { runId } = await callerOf(localActor).runs.start({ workflow: 'Above', input: { n: 2 } })
    const [heldId = ''] = await notes(runId, 'Held')
    await runs().cancel({ runId: heldId })
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await refused(runId, `Below Top, ${why}`)
  })

  it('is none any more once somebody who may has passed it over below, or a run in its place has gone to its end', async () => {
    const { runId, noteIds } = await started('Both', 2)
    const [one = '', two = ''] = noteIds
    await runs().cancel({ runId: two })
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await runs().retry({ runId })
    const [next = '', again = ''] = await eventually(async () =>
      twoOf((await notes(runId)).filter((id) => id !== one && id !== two)),
    )
    const passOver = (noteId: string) => callerOf(boss).runs.jump({ runId: noteId, fromStep: 'Wait', toStep: 'Choose' })
    // The other one fails, and what is beside it then is cancelled.
    await passOver(again)
    await ends(again, 'COMPLETED')
    await passOver(next)
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await runs().skip({ runId })
    await ends(runId, 'COMPLETED')
  })
})

describe('whom only the data of a run name', () => {
  const message = excluded.replace('Approval', 'Approve')
  // What `Scan` gives is kept apart from the log: a reference to it is no text.
  const scanned = (name: string, bars: string, more = '') => `workflow_type: ${name}
steps:
  - { name: Scan, function: t.huge }
${more}  - { name: Approve, type: HUMAN, title: Approve, excluded: ["${bars}"] }
`
  const waits = '  - { name: Wait, type: SIGNAL, signal: go }\n'
  const large = `{{ state.text.startsWith('x') ? 'boss' : 'nobody' }}`
  const above = (name: string, below: string) =>
    `workflow_type: ${name}\nsteps:\n  - { name: Down, type: SUB_WORKFLOW, sub_workflow_type: ${below} }\n`

  it.each([
    ['a large value', 'Scanned', large],
    ['a small one', 'Sent', '{{ input.by }}'],
  ])('is not passed over from above by who is excluded: by %s', async (_, name, bars) => {
    for (const text of [scanned(name, bars, waits), above(`Above${name}`, name)])
      expect((await api.publish(text)).status).toBe(201)
    const { runId } = await callerOf(localActor).runs.start({ workflow: `Above${name}`, input: { by: 'boss' } })
    await ends(runId, 'WAITING_CHILD_HUMAN_INPUT')
    await expect(callerOf(boss).runs.skip({ runId })).rejects.toMatchObject({
      cause: { code: 'NOT_ENTITLED', message: `Below Down, a task has not opened yet. ${message}` },
    })
    await callerOf(person('una', [], ['manager'])).runs.skip({ runId })
    await ends(runId, 'COMPLETED')
  })

  it('is shown as theirs to nobody who is excluded by a large value', async () => {
    expect((await api.publish(scanned('Manual', large))).status).toBe(201)
    const { runId } = await callerOf(localActor).runs.start({ workflow: 'Manual', input: {}, drive: 'manual' })
    const skipOf = async (actor: Actor) =>
      (await callerOf(actor).runs.get({ runId })).permissions.find(({ verb }) => verb === 'skip')
    await callerOf(boss).runs.nextStep({ runId })
    const barred = [{ step: 'Approve', because: message }]
    await eventually(async () => ((await skipOf(ana))?.steps?.includes('Approve') ? true : undefined))
    expect(await skipOf(boss)).toEqual({ verb: 'skip', allowed: false, because: message, barred })
  })
})

describe('somebody to whom a task was passed', () => {
  it('may pass it over where one is enough', async () => {
    await api.publish(loan.replace('    approvals_required: 2\n', ''))
    const { runId, taskId } = await waitingTask(api, 'Loan', 6)
    await inboxOf(api, boss).assign({ ...write(taskId, 1), to: 'zoe' })
    await callerOf(zoe).runs.skip({ runId, reason: 'agreed by phone' })
    await ends(runId, 'COMPLETED')
  })
})
