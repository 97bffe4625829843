import { expect, test } from '@playwright/test'
import { type Sink, startSink } from '#server/webhooks/testing/sink.ts'
import { expectAccessible } from '../support/accessible.ts'
import { type Heddle, startHeddle } from '../support/heddle.ts'
import { restClient } from '../support/rest.ts'

const line = `workflow_type: Line
steps: [{ name: A, type: TRANSFORM, set: { a: '1' } }, { name: B, type: TRANSFORM, set: { b: '2' } }]
`

let sink: Sink
let heddle: Heddle
test.beforeAll(async () => {
  sink = await startSink()
  heddle = await startHeddle({ env: { HEDDLE_HTTP_ALLOW: sink.host } })
})
test.afterAll(async () => {
  await heddle.stop()
  await sink.close()
})

test('a webhook is added, tested, gets the ends of runs, and a failed delivery is sent again', async ({ page }) => {
  const rest = restClient(heddle.url)
  await page.goto(`${heddle.url}/settings/webhooks`)
  await test.step('a wrong address is refused at its field; the secret is shown once', async () => {
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('https://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText(/not a public address/)).toBeVisible()
    await dialog.getByLabel('Address').fill(sink.url())
    await dialog.getByLabel('Events').fill('workflow.run.completed')
    await dialog.getByLabel('Retries').fill('0')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(/whsec_/)).toHaveCount(0)
  })
  await test.step('a test tells what the receiver answered', async () => {
    await page.getByRole('button', { name: `Send a test to ${sink.url()}` }).click()
    await expect(page.getByText(/^The receiver answered 200 in \d+ ms/)).toBeVisible()
    await expectAccessible(page, 'settings: webhooks')
  })
  await rest.publish(line)
  sink.answer = () => 500
  const { run_id } = await rest.start('Line', {})
  const row = page.getByRole('button', { name: 'Details of workflow.run.completed' })
  await test.step('a failed delivery shows its body and is sent again', async () => {
    await expect(row).toContainText('Failed')
    sink.answer = () => 200
    await row.click()
    await expect(page.getByText('"workflow.run.completed"')).toBeVisible()
    await expect(page.getByText('The receiver answered 500.')).toBeVisible()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(row).toContainText('Delivered')
    await expectAccessible(page, 'settings: webhooks with a delivery')
  })
  await test.step('the run shows its deliveries', async () => {
    await page.goto(`${heddle.url}/runs/${run_id}?view=deliveries`)
    await expect(page.getByRole('tab', { name: 'Deliveries' })).toBeVisible()
    await expect(row).toContainText('Delivered')
  })
})
