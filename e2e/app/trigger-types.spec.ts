import type { Page } from '@playwright/test'
import type { DesignerPage } from '../pages/designer-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

/** A workflow without triggers; what starts its runs is added in the designer. */
const draft = (name: string) => `workflow_type: ${name}
input_schema: { type: object, properties: { order: { type: string, title: Order } } }
steps:
  - name: Report
    type: TRANSFORM
    set: { done: 'true' }
`

const openStart = async ({ canvas }: DesignerPage) => canvas.getByRole('button', { name: /^Start: / }).click()

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Publish version/ }).click()
  await expect(dialog).toHaveCount(0)
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Triggers' }).getByRole('listitem').filter({ hasText: name })

/** The run of the last firing has completed, and names the trigger as its starter. */
async function expectRun(page: Page, name: string, starter: string): Promise<void> {
  await page.goto('/triggers')
  const row = rowOf(page, name)
  await expect(row).toContainText('Completed')
  await row.getByRole('link', { name: /Run$/ }).click()
  await page.getByText('About this run').click()
  await expect(page.getByText(starter, { exact: true })).toBeVisible()
}

test.describe('a trigger is added in the designer and starts a run that names it', () => {
  let name: string
  test.beforeEach(async ({ page, workflows, designer }) => {
    name = uniqueName('Started')
    await workflows.importText(draft(name))
    await page.getByRole('dialog').getByRole('link', { name }).click()
    await expect(designer.node('Report')).toBeVisible()
    await openStart(designer)
  })

  test('a webhook, after a test call that starts nothing', async ({ page, designer, heddle }) => {
    const { inspector } = designer
    await inspector.getByRole('button', { name: 'Add a webhook' }).click()
    await inspector.getByLabel('Verify the sender by').click()
    await page.getByRole('option', { name: 'Nothing' }).click()
    await inspector.getByRole('button', { name: 'Listen for a test call' }).click()
    const test = inspector.getByRole('region', { name: 'Test call' })
    await expect(test.getByRole('status')).toContainText('Waiting')
    const address = (await test.getByText('POST http').textContent()) ?? ''
    const body = JSON.stringify({ order: 'A-7' })
    expect((await fetch(address.replace('POST ', ''), { method: 'POST', body })).status).toBe(202)
    await expect(test.getByRole('figure', { name: 'Body of the call' })).toContainText('A-7')
    await expectAccessible(page, 'designer: a test call')
    await test.getByRole('button', { name: 'Use as sample input' }).click()
    await expect(page.getByText('Saved as the input “Test call”').first()).toBeVisible()
    await publish(page)
    await page.goto('/triggers')
    const row = rowOf(page, name)
    await expect(row).toContainText('Has not fired yet')
    const path = ((await row.getByText('POST http').textContent()) ?? '').replace(/^POST https?:\/\/[^/]+/, '')
    expect((await fetch(`${heddle.url}${path}`, { method: 'POST', body })).status).toBe(202)
    await expectRun(page, name, 'Webhook')
  })

  test('a form, sent in the browser', async ({ page, designer }) => {
    const { inspector } = designer
    await inspector.getByRole('button', { name: 'Add a form' }).click()
    await inspector.getByLabel('Name', { exact: true }).fill('order form')
    await inspector.getByLabel('Name', { exact: true }).blur()
    await publish(page)
    await page.goto('/triggers')
    const opened = page.waitForEvent('popup')
    await rowOf(page, name)
      .getByRole('link', { name: /\/forms\// })
      .click()
    const form = await opened
    await form.getByLabel('Order').fill('A-7')
    await form.getByRole('button').first().click()
    await expect(form.getByText('Your answers have been received.')).toBeVisible()
    await form.close()
    await expectRun(page, name, 'Form order form')
  })

  test('the end of a run of another workflow', async ({ page, designer, rest }) => {
    const source = uniqueName('Source')
    await rest.publish(draft(source))
    const { inspector } = designer
    await inspector.getByRole('button', { name: 'Follow a workflow' }).click()
    const field = inspector.getByRole('combobox', { name: 'Workflow', exact: true })
    await field.fill(source)
    await field.blur()
    await publish(page)
    await rest.start(source, {})
    await expectRun(page, name, 'End of a run')
  })

  test('a signal, which goes to the live run with the same key', async ({ page, designer, heddle }) => {
    const signal = uniqueName('order.placed')
    const { inspector } = designer
    await inspector.getByRole('button', { name: 'Start on a signal' }).click()
    await inspector.getByRole('textbox', { name: 'Signal', exact: true }).fill(signal)
    await inspector.getByRole('textbox', { name: 'Signal', exact: true }).blur()
    // The limit of concurrency has a key as well.
    const key = inspector.getByPlaceholder('{{ payload.order_id }}')
    await key.fill('{{ payload.order }}')
    await key.blur()
    await publish(page)
    await page.goto('/triggers')
    await expect(rowOf(page, name)).toContainText(`When the signal ${signal} arrives`)
    const answer = await fetch(`${heddle.url}/v1/signals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signal_name: signal, payload: { order: 'A-7' } }),
    })
    expect(await answer.json()).toMatchObject({ triggers: [{ workflow: name, state: 'started' }] })
    await expectRun(page, name, 'Signal')
  })
})
