import { WAIT_LIMIT_MS } from '../../tools/test/wait-limit.mjs'
import { expectAccessible } from '../support/accessible.ts'
import { changeCode, codeFolder, waitingLine } from '../support/code-folder.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { startHeddle } from '../support/heddle.ts'

/** A Heddle whose functions folder has workflows that are code. */
const test = base.extend<object, { folder: string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => use(await codeFolder()),
    { scope: 'worker' },
  ],
  heddle: [
    async ({ folder }, use) => {
      const heddle = await startHeddle({ env: { HEDDLE_FUNCTIONS: folder } })
      await use(heddle)
      await heddle.stop()
    },
    { scope: 'worker', timeout: WAIT_LIMIT_MS },
  ],
})

test('code 13: a run of code is drawn by its commands, marks its line, and takes queries, signals and updates', {
  tag: '@main',
}, async ({ page, run, rest, complaints }) => {
  const { run_id } = await rest.start('Messages', { id: 7 })
  await run.open(run_id)
  await expect(run.sentence).toContainText(`Waiting for a signal or a condition at workflows.ts:${waitingLine}`)
  for (const step of ['fetchUser#1', 'sleep#2', 'milestone:fetched#3', 'charge#4', 'charge#6']) {
    await expect(run.node(step)).toBeVisible()
  }
  await run.node('charge#4').click()
  await expect(run.details).toContainText('charge#4')
  await expect(run.details).toContainText('Completed')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.locator('.cm-waits')).toContainText('await condition(')
  await expectAccessible(page, 'the code of a run', { alsoDark: true })

  await page.getByRole('tab', { name: 'Messages' }).click()
  await page.getByRole('button', { name: 'Ask status' }).click()
  await expect(page.getByRole('figure', { name: 'Answer of status' })).toContainText('"received": 0')
  await expectAccessible(page, 'the messages of a run')

  const send = async (kind: 'signal' | 'update', args: string) => {
    await page.getByRole('button', { name: `Send ${kind}…` }).click()
    const dialog = page.getByRole('dialog', { name: kind === 'signal' ? 'Send a signal' : 'Send an update' })
    await dialog.getByLabel('Arguments').fill(args)
    return dialog
  }
  const signal = await send('signal', '["hello"]')
  await expectAccessible(page, 'a signal for code')
  await signal.getByRole('button', { name: 'Send on_message' }).click()
  const messages = page.getByRole('table', { name: 'Messages' })
  await expect(messages.getByRole('row', { name: /on_message/ })).toContainText('["hello"]')

  const refused = await send('update', '[["1", "2", "3", "4", "5", "6"]]')
  await refused.getByRole('button', { name: 'Send replace_messages' }).click()
  await expect(refused.getByRole('alert')).toContainText('Five messages are enough.')
  // The browser reports the refusal, which is 422.
  complaints.splice(0, complaints.length, ...complaints.filter((said) => !said.includes('422')))
  await refused.getByLabel('Arguments').fill('[["a", "b"]]')
  await refused.getByRole('button', { name: 'Send replace_messages' }).click()
  await expect(refused).toBeHidden()
  await expect(messages.getByRole('row', { name: /Rejected/ })).toContainText('Five messages are enough.')
  await expect(messages.getByRole('row', { name: /Completed/ })).toContainText('2')
  await page.getByRole('button', { name: 'Ask status' }).click()
  await expect(page.getByRole('figure', { name: 'Answer of status' })).toContainText('"received": 2')
})

test('code 13: a cancellation asks the code to end, and terminating ends it at once', async ({ page, run, rest }) => {
  const first = await rest.start('Messages', { id: 1 })
  await run.open(first.run_id)
  await expect(run.node('charge#6')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this run?' })
  await expect(dialog).toContainText('It can clean up first')
  await expectAccessible(page, 'cancelling code')
  await dialog.getByRole('button', { name: 'Cancel run' }).click()
  await expect(run.status('CANCELLED')).toBeVisible()
  await expect(run.node('mail#7')).toBeVisible()

  const second = await rest.start('Messages', { id: 2 })
  await run.open(second.run_id)
  await expect(run.node('charge#6')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog.getByLabel('Terminate: end it at once, without clean-up').check()
  await dialog.getByRole('button', { name: 'Cancel run' }).click()
  await expect(run.status('CANCELLED')).toBeVisible()
  await expect(run.node('mail#7')).toHaveCount(0)
})

test('code 13: a workflow that is code shows its source beside what its runs did, and its versions', async ({
  page,
  rest,
  folder,
}) => {
  const { run_id } = await rest.start('Breaks', {})
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('FAILED')
  await page.goto('/workflows')
  const row = page.getByRole('row', { name: /Breaks/ })
  await expect(row.getByText('Code', { exact: true })).toBeVisible()
  await page.goto('/workflows/Messages')
  await expect(page.getByLabel('Source of Messages')).toContainText('defineWorkflow')
  await expectAccessible(page, 'the source of a workflow', { alsoDark: true })
  await page.getByRole('tab', { name: 'Observed graph' }).click()
  await expect(page.getByText('Shows what runs did')).toBeVisible()
  await expect(page.locator('.react-flow__node[data-id="charge"]')).toContainText('after itself')
  await expectAccessible(page, 'the observed graph')

  await changeCode(folder)
  await expect.poll(async () => (await page.request.get('/v1/workflows/Messages?version=2')).status()).toBe(200)
  await page.goto('/workflows/Messages?part=versions')
  await expect(page.getByText('Version 2')).toBeVisible()
  await expectAccessible(page, 'the versions of code')
  await page.getByRole('link', { name: 'Compare with version 1' }).click()
  await expect(page.getByText('[10, 20, 30, 40]')).toBeVisible()
  await expectAccessible(page, 'two versions of code')
})
