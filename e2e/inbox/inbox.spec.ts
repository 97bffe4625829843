import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { InboxPage } from '../pages/inbox-page.ts'
import { Keyboard } from '../pages/keyboard.ts'
import { SettingsPage } from '../pages/settings-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { whileClockStands } from '../support/stopped-clock.ts'

const loan = (name: string, group: string) => `workflow_type: ${name}
steps:
  - name: Approval
    type: HUMAN
    title: "{{ input.title }}"
    groups: [${group}]
    form:
      type: object
      required: [approved]
      properties:
        approved: { type: boolean, title: Approve the loan }
        note: { type: string, maxLength: 10 }
        amount: { type: number, minimum: 1 }
    due_in_seconds: 3600
`

const parent = (name: string, child: string) => `workflow_type: ${name}
steps:
  - name: Ask
    type: SUB_WORKFLOW
    sub_workflow_type: ${child}
    input: { title: "{{ input.title }}" }
`

/** A window of another person, on the same Heddle. */
async function windowOf(context: BrowserContext, url: string, personId: string): Promise<Page> {
  await context.addCookies([{ name: 'heddle-act-as', value: personId, url }])
  return context.newPage()
}

test('by keys alone an approver clears twenty tasks, two of them race for one, and it is decided once', async ({
  page,
  rest,
  run,
  browser,
  heddle,
  request,
  complaints,
}) => {
  const id = randomUUID().slice(0, 8)
  const [ana, ben, group] = [`Ana ${id}`, `Ben ${id}`, `Credit ${id}`]
  const name = uniqueName('Loan')
  const groupId = `credit.${id}`
  await rest.publish(loan(name, groupId))
  const titles = Array.from({ length: 20 }, (_, index) => `${id} task ${index + 1}`)
  const started: string[] = []
  for (const title of titles) started.push(await rest.startToAsk(name, { title }))

  const settings = new SettingsPage(page)
  const inbox = new InboxPage(page)
  const { keys } = settings
  await test.step('people and groups are added, and one of them is acted as', async () => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^Inbox \d+ open/ })).toBeVisible()
    await keys.sequence('g', 's')
    await expect(page.getByRole('heading', { name: 'People and groups' })).toBeVisible()
    await settings.addGroup(group)
    await settings.addPerson(ana, group)
    await settings.addPerson(ben, group)
    await expectAccessible(page, 'settings', { alsoDark: true })
    await settings.actAs(ana)
    await expect(page.getByRole('button', { name: 'Add a person' })).toBeHidden()
  })

  await test.step('twenty tasks, two keystrokes each, and the next one is there', async () => {
    await keys.sequence('g', 'i')
    await expect(page.getByRole('button', { name: /^To do \d+/ })).toBeVisible()
    await keys.press('/')
    await keys.type(id)
    await keys.press('Tab')
    const shown = (title = '') => expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    const keysOf = (_: string, index: number) => [index % 2 === 0 ? 'a' : 'r', 'Enter']
    await shown(titles[0])
    // Without a look at what comes next: keys that come while a decision is sent are for the task after it.
    await whileClockStands(page, async () => {
      await keys.press(...titles.slice(0, 4).flatMap(keysOf))
      await shown(titles[4])
    })
    // An answer that comes while a decision is sent, and its Enter only when its task is there.
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/inbox\.decide/, async (route) => {
      await released
      await route.continue()
    })
    await whileClockStands(page, async () => {
      await keys.press('a', 'Enter', 'r')
      release()
      await shown(titles[5])
      await expect(page.getByRole('radio', { name: 'Decline' })).toBeFocused()
    })
    await page.unroute(/inbox\.decide/)
    await keys.press('Enter')
    for (const [index, title] of titles.entries()) {
      if (index < 6) continue
      await shown(title)
      await keys.press(...keysOf(title, index))
    }
    await expect(page.getByRole('heading', { name: 'No tasks match' })).toBeVisible()
    for (const runId of started) {
      await expect.poll(async () => (await rest.run(runId)).workflow_status).toBe('COMPLETED')
    }
    expect((await rest.run(started[1] ?? '')).workflow_state).toMatchObject({ approved: false })
    await run.open(started[0] ?? '')
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByText(`You as ${ana} decided Approval.`).first()).toBeVisible()
  })

  await test.step('two decide at once: one does, the other is told who, and loses nothing', async () => {
    const { run_id } = await rest.start(name, { title: `${id} race` })
    await inbox.open()
    await inbox.task(`${id} race`).click()
    // The address follows what is chosen.
    await expect(page).toHaveURL(/[?&]task=/)
    const { searchParams } = new URL(page.url())
    const others = await browser.newContext({ baseURL: heddle.url })
    const other = await windowOf(others, heddle.url, `ben.${id}`)
    await other.goto(`/inbox?task=${searchParams.get('task')}`)
    for (const each of [page, other]) {
      await expect(each.getByRole('heading', { name: `${id} race` })).toBeVisible()
      await each.getByLabel('Note').fill('my words')
      await each.getByRole('radio', { name: 'Approve the loan' }).press('Space')
    }
    await Promise.all([page, other].map((each) => each.keyboard.press('Enter')))
    await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
    const late = (each: Page) => each.getByText(/Already decided by/)
    await expect.poll(async () => (await late(page).count()) + (await late(other).count())).toBe(1)
    const [loser, winner] = (await late(page).count()) === 1 ? [page, ben] : [other, ana]
    await expect(late(loser)).toContainText(`by You as ${winner}`)
    await expect(loser.getByLabel('Note')).toHaveValue('my words')
    await expectAccessible(loser, 'a late decision')
    const { items } = await rest.history(run_id)
    expect(items.filter(({ type }) => type === 'workflow.human_task.decided')).toHaveLength(1)
    await others.close()
  })

  await test.step('who is removed is nobody to act as, and that is said', async () => {
    await request.post('/api/trpc/directory.removePerson', { data: { id: `ana.${id}` } })
    await keys.sequence('g', 'r')
    await expect(settings.acting).toContainText(`ana.${id} is not in the directory.`)
    await page.getByRole('button', { name: 'Stop acting' }).click()
    await expect(settings.acting).toBeHidden()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('401')))
  })
})

test('a task is claimed, talked about, put off, passed on, and many are decided at once, by keys and on a phone', async ({
  page,
  rest,
  run,
}) => {
  const id = randomUUID().slice(0, 8)
  const [child, above] = [uniqueName('Loan'), uniqueName('Above')]
  await rest.publish(loan(child, `credit.${id}`))
  await rest.publish(parent(above, child))
  const keys = new Keyboard(page)
  const dora = { id: `dora.${id}`, name: `Dora ${id}` }
  expect((await page.request.post('/api/trpc/directory.savePerson', { data: dora })).ok()).toBe(true)
  const inbox = new InboxPage(page)
  for (const place of [1, 2, 3]) await rest.startToAsk(child, { title: `${id} task ${place}` })
  const dialog = page.getByRole('dialog')

  await page.goto(`/inbox?q=${id}`)
  await expect(inbox.task(`${id} task 3`)).toBeVisible()
  await expect(page.getByRole('heading', { name: `${id} task 1` })).toBeVisible()

  await test.step('claim, comment, follow up, and walk', async () => {
    await keys.press('t')
    await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
    await keys.press('c')
    await keys.type('Ask for the books.')
    await keys.press('Control+Enter')
    await expect(page.getByRole('listitem').getByText('Ask for the books.')).toBeVisible()
    await page.getByLabel('Comment', { exact: true }).blur()
    await keys.press('l')
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'follow-up date')
    await keys.tabTo(dialog.getByRole('button', { name: /^Tomorrow morning/ }))
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: `${id} task 2` })).toBeVisible()
    await expect(inbox.task(`${id} task 1`)).toBeHidden()
    await keys.tabTo(inbox.list('Later'))
    await keys.press('Enter')
    await expect(page.getByText('Follow-up', { exact: true })).toBeVisible()
    await expect(page.getByText('You claimed it.')).toBeVisible()
    await expectAccessible(page, 'what is put off')
    await keys.press('l')
    await keys.tabTo(dialog.getByRole('button', { name: 'Remove date' }))
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: 'No tasks match' })).toBeVisible()
    await keys.tabTo(inbox.list('To do'))
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: `${id} task 1` })).toBeVisible()
    await keys.press('j')
    await expect(page.getByRole('heading', { name: `${id} task 2` })).toBeVisible()
    await keys.press('k')
    await expect(page.getByRole('heading', { name: `${id} task 1` })).toBeVisible()
    await expectAccessible(page, 'inbox with a task', { alsoDark: true })
  })

  await test.step('what the form does not take is said at its field', async () => {
    await page.getByLabel('Note').fill('far too many words')
    await keys.press('Control+Enter')
    await expect(page.getByLabel('Note')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('group', { name: 'Decision' })).toHaveAccessibleDescription(/./)
    await expectAccessible(page, 'errors of a form')
    await page.getByLabel('Note').fill('')
    // A number is never sent as another one than was typed.
    const amount = page.getByRole('textbox', { name: /^amount/i })
    await amount.fill('12345678901234567890')
    await expect(amount).toHaveAccessibleDescription(/it would become 12345678901234567000/)
    await page.getByRole('radio', { name: 'Approve the loan' }).press('Space')
    await keys.press('Control+Enter')
    await expect(page.getByText(/number/).and(page.locator('[id$="-error"]'))).toBeVisible()
    await expect(amount).toHaveValue('12345678901234567890')
    await expectAccessible(page, 'a number that is too long')
    await amount.fill('')
    await amount.blur()
  })

  await test.step('delegate to somebody', async () => {
    await keys.press('e')
    await expect(dialog.getByLabel('Person or group')).toBeFocused()
    await expect(dialog.getByRole('radio', { name: dora.name })).toBeVisible()
    await keys.type(dora.id)
    await expect(dialog.getByRole('radio', { name: dora.name })).toBeChecked()
    await expectAccessible(page, 'delegating')
    await keys.press('Enter')
    await expect(page.getByText(`Claimed by ${dora.name}.`)).toBeVisible()
    await expect(page.getByText(new RegExp(`delegated it to ${dora.name}`))).toBeVisible()
  })

  await test.step('choose two and decide them at once', async () => {
    await expect(inbox.task(`${id} task 1`)).toBeHidden()
    await inbox.task(`${id} task 2`).click()
    await keys.press('x', 'j')
    await expect(page.getByRole('heading', { name: `${id} task 3` })).toBeVisible()
    await keys.press('x')
    await expect(page.getByRole('status').getByText('2 selected')).toBeVisible()
    await keys.press('Shift+Enter')
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await expectAccessible(page, 'deciding many')
    await keys.press('a', 'Enter')
    await expect(dialog.getByRole('heading', { name: 'All 2 decided' })).toBeVisible()
    await expectAccessible(page, 'many decided')
    await keys.press('Escape')
    await expect(page.getByRole('heading', { name: 'No tasks match' })).toBeVisible()
    await expectAccessible(page, 'nothing in the inbox')
  })

  await test.step('a run above a waiting one lets it be decided', async () => {
    const { run_id } = await rest.start(above, { title: `${id} below` })
    await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_CHILD_HUMAN_INPUT')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/inbox?q=${id}`)
    await expect(inbox.task(`${id} below`)).toBeVisible()
    await expectAccessible(page, 'inbox on a phone')
    await inbox.task(`${id} below`).click()
    await expect(page.getByRole('heading', { name: `${id} below` })).toBeVisible()
    await expectAccessible(page, 'a task on a phone')
    await page.getByRole('button', { name: 'All tasks' }).click()
    await expect(inbox.task(`${id} below`)).toBeVisible()
    await run.open(run_id)
    await page.getByRole('button', { name: 'Decide now' }).click()
    await expect(dialog.getByRole('radio', { name: 'Approve the loan' })).toBeVisible()
    await keys.press('a', 'Enter')
    await expect(dialog).toBeHidden()
    await expect(run.status('COMPLETED')).toBeVisible()
  })
})

test('new tasks are told on the desktop when that was asked for, once for all tabs', async ({
  page,
  context,
  rest,
}) => {
  const id = randomUUID().slice(0, 8)
  const name = uniqueName('Told')
  await rest.publish(loan(name, `credit.${id}`))
  await context.grantPermissions(['notifications'])
  const told: string[] = []
  await context.exposeFunction('tell', (title: string) => told.push(title))
  await context.addInitScript(() => {
    class Told extends EventTarget {
      static permission = 'granted'
      constructor(title: string) {
        super()
        ;(window as unknown as { tell: (title: string) => void }).tell(title)
      }
      close() {}
    }
    Object.defineProperty(window, 'Notification', { value: Told })
  })
  await page.goto('/settings/notifications')
  const isOn = page.getByText(/^On: you are notified/)
  // A press before the page has woken up is lost.
  await expect(async () => {
    if (!(await isOn.isVisible())) await page.getByRole('button', { name: 'Turn on' }).click({ timeout: 1_000 })
    await expect(isOn).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const others = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
  for (const other of others) {
    await other.goto('/settings/notifications')
    await expect(other.getByText(/^On: you are notified/)).toBeVisible()
  }
  await rest.start(name, { title: `${id} first` })
  await expect.poll(() => told).toContain(`${id} first`)
  // The tab that told is gone; another one goes on.
  await page.close()
  await rest.start(name, { title: `${id} second` })
  await expect.poll(() => told).toContain(`${id} second`)
  expect(told.filter((title) => title.startsWith(id))).toEqual([`${id} first`, `${id} second`])
})

test('four eyes: who has decided the first look is told why not the second, in the inbox and on the page of the run', async ({
  page,
  rest,
  heddle,
}) => {
  const id = randomUUID().slice(0, 8)
  const [ana, ben] = [`ana.${id}`, `ben.${id}`]
  const name = uniqueName('FourEyes')
  const post = (path: string, data: object) => page.request.post(`/api/trpc/directory.${path}`, { data })
  expect((await post('saveGroup', { id: `credit.${id}`, name: `Credit ${id}` })).ok()).toBe(true)
  for (const person of [ana, ben]) {
    const saved = await post('savePerson', { id: person, name: `${person} López`, groups: [`credit.${id}`] })
    expect(saved.ok()).toBe(true)
  }
  const asks = (step: string, more: string) => `  - name: ${step}
    type: HUMAN
    title: "${step} ${id}"
    groups: [credit.${id}]
${more}    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
`
  const second = `    excluded: ["{{ steps.First.decided_by }}"]\n`
  await rest.publish(`workflow_type: ${name}\nsteps:\n${asks('First', '')}${asks('Second', second)}`)
  const { run_id } = await rest.start(name, {})
  await page.context().addCookies([{ name: 'heddle-act-as', value: ana, url: heddle.url }])
  const inbox = new InboxPage(page)
  await page.goto('/inbox?scope=all')
  await page.getByRole('button', { name: 'Show tasks to do' }).click()
  await inbox.task(`First ${id}`).click()
  await expect(page.getByRole('heading', { name: `First ${id}` })).toBeVisible()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: `${ben} López` })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: `${ana} López` })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await inbox.decide(`First ${id}`, 'a')
  await expect.poll(async () => (await rest.run(run_id)).workflow_state).toMatchObject({ approved: true })

  await page.goto(`/runs/${run_id}`)
  await expect(page.getByText(`Waiting for the group Credit ${id} to decide`)).toBeVisible()
  await page.getByRole('button', { name: 'View task' }).click()
  await expect(dialog.getByText('You are excluded from deciding this task')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  const skip = page.getByRole('menuitem', { name: /^Skip a step….*You are excluded from deciding Second/ })
  await expect(skip).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.context().addCookies([{ name: 'heddle-act-as', value: ben, url: heddle.url }])
  await page.reload()
  await page.getByRole('button', { name: 'Decide now' }).click()
  await dialog.getByRole('radio', { name: 'Approve' }).press('Space')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
})
