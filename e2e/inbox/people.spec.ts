import { randomUUID } from 'node:crypto'
import { InboxPage } from '../pages/inbox-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { directoryOf, type Entry, windowOf } from '../support/people.ts'

const asks = (name: string, title: string, more: string) => `workflow_type: ${name}
steps:
  - name: Approval
    type: HUMAN
    title: ${title}
${more}    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
`

test('a manager assigns a task: who gets it holds it and decides, and nobody else does', async ({
  page,
  browser,
  heddle,
  rest,
}) => {
  const id = randomUUID().slice(0, 8)
  const [name, title, credit] = [uniqueName('Loan'), `Loan ${id}`, `credit.${id}`]
  const called = (who: string) => ({ id: `${who}.${id}`, name: `${who} ${id}` })
  const [mona, ana, ben] = [called('mona'), called('ana'), called('ben')]
  const directory = directoryOf(page)
  await directory.addGroup({ id: credit, name: `Credit ${id}` })
  await directory.addPerson({ ...mona, manager: true })
  for (const person of [ana, ben]) await directory.addPerson({ ...person, groups: [credit] })
  await rest.publish(asks(name, title, `    groups: [${credit}]\n`))
  const { run_id } = await rest.start(name, {})
  const open = async (who: Entry, scope: string) => {
    const window = await windowOf(browser, heddle.url, who.id)
    await window.goto(`/inbox?scope=${scope}&q=${id}`)
    await new InboxPage(window).task(title).click()
    await expect(window.getByRole('heading', { name: title })).toBeVisible()
    return window
  }

  const others = await open(ben, 'available')
  await expect(others.getByRole('button', { name: 'Assign…' })).toHaveCount(0)
  await expect(others.getByRole('radio', { name: 'Approve' })).toBeVisible()

  const manager = await open(mona, 'all')
  await manager.getByRole('button', { name: 'Assign…' }).click()
  await expect(manager.getByRole('dialog', { name: 'Assign task' })).toBeVisible()
  await expectAccessible(manager, 'assigning')
  await manager.keyboard.press('Escape')
  await new InboxPage(manager).handOver('Assign', ana.id)
  await expect(manager.getByText(`Claimed by ${ana.name}.`)).toBeVisible()
  await expect(manager.getByText(new RegExp(`assigned it to ${ana.name}`))).toBeVisible()

  // Whom it was taken from is told who has it, once the page looks again.
  await others.reload()
  await expect(others.getByText(`Claimed by ${ana.name}.`)).toBeVisible()
  await expect(others.getByRole('radio', { name: 'Approve' })).toHaveCount(0)

  const hers = await open(ana, 'mine')
  await new InboxPage(hers).decide(title, 'a')
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
  for (const window of [others, manager, hers]) await window.context().close()
})

test('two of three people have to approve: each counts once, the second one completes it, the third comes too late', async ({
  page,
  browser,
  heddle,
  rest,
}) => {
  const id = randomUUID().slice(0, 8)
  const [name, title, board] = [uniqueName('Loan'), `Large loan ${id}`, `board.${id}`]
  const people = ['ana', 'ben', 'cleo'].map((who) => ({ id: `${who}.${id}`, name: `${who} ${id}` }))
  const directory = directoryOf(page)
  await directory.addGroup({ id: board, name: `Board ${id}` })
  for (const person of people) await directory.addPerson({ ...person, groups: [board] })
  await rest.publish(asks(name, title, `    groups: [${board}]\n    approvals_required: 2\n`))
  const { run_id } = await rest.start(name, {})
  const windows = await Promise.all(
    people.map(async (person) => {
      const window = await windowOf(browser, heddle.url, person.id)
      await window.goto(`/inbox?q=${id}`)
      await expect(window.getByRole('heading', { name: title })).toBeVisible()
      return window
    }),
  )
  const [ana, ben, cleo] = windows.map((window) => ({
    window,
    inbox: new InboxPage(window),
    approvals: window.getByRole('region', { name: 'Approvals' }),
  }))
  if (!ana || !ben || !cleo) throw new Error('There are three of them.')

  await expect(ana.approvals).toContainText('0 of 2 approved')
  await expect(ana.approvals.getByRole('listitem')).toHaveText(['open', 'open'])
  await expect(ana.window.getByRole('button', { name: 'Claim' })).toHaveCount(0)
  await ana.inbox.decide(title, 'a')
  await expect(ben.approvals).toContainText(`1 of 2 approved, ana ${id}`)
  await expectAccessible(ben.window, 'a task that one of two has approved', { alsoDark: true })
  expect((await rest.run(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')

  // Who has approved is done with it, and does not count twice.
  await ana.window.goto(`/runs/${run_id}`)
  await ana.window.getByRole('button', { name: 'View task' }).click()
  await expect(ana.window.getByRole('dialog')).toContainText('You have approved it; 1 more person has to.')

  await ben.inbox.decide(title, 'a')
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
  const { items } = await rest.history(run_id)
  expect(items.filter(({ type }) => type === 'workflow.human_task.decided')).toHaveLength(1)

  await expect(cleo.inbox.task(title)).toBeHidden()
  await cleo.inbox.list('Done').click()
  await cleo.inbox.task(title).click()
  await expect(cleo.approvals).toContainText(`2 of 2 approved, ana ${id} and ben ${id}`)
  for (const window of windows) await window.context().close()
})
