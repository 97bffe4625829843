import { expect, test } from '@playwright/test'
import { type MailServer, startMailServer, textOf } from '#server/notify/testing/mail-server.ts'
import { DesignerPage } from '../pages/designer-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { freePort, type Heddle, startHeddle } from '../support/heddle.ts'
import { restClient } from '../support/rest.ts'

let mails: MailServer
let heddle: Heddle
let closedPort: number
test.beforeAll(async () => {
  mails = await startMailServer()
  closedPort = await freePort()
  const { host } = new URL(mails.url)
  heddle = await startHeddle({ env: { HEDDLE_HTTP_ALLOW: `${host}, 127.0.0.1:${closedPort}` } })
})
test.afterAll(async () => {
  await heddle.stop()
  await mails.close()
})

const greeting = `workflow_type: Greeting
steps:
  - name: Tell_Customer
    type: MAIL
    connection: shop_mail
    to: ["{{ input.email }}"]
    subject: "Welcome, {{ input.name }}"
    text: "Hello {{ input.name }}"
    output_key: mail
`

test('a mail server is connected, tested, chosen in a MAIL step, and sends the mail of a run', async ({ page }) => {
  const { port } = new URL(mails.url)
  const rest = restClient(heddle.url)
  await page.goto(`${heddle.url}/settings/connections`)
  const row = page.getByRole('list', { name: 'Connections' }).getByRole('listitem').filter({ hasText: 'shop_mail' })
  const dialog = page.getByRole('dialog')

  await test.step('a wrong host is refused at its field; a connection is tested when it is saved', async () => {
    await expect(page.getByText('No connections yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add a connection' }).first().click()
    await dialog.getByLabel('Name').fill('shop_mail')
    await dialog.getByLabel('Host').fill('smtp://127.0.0.1')
    await dialog.getByLabel('Sender').fill('Shop <shop@example.com>')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/Host is a name such as/)).toBeVisible()
    await dialog.getByLabel('Host').fill('127.0.0.1')
    await dialog.getByLabel('Port').fill(String(closedPort))
    await expectAccessible(page, 'settings: a new connection')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('Nothing listens at this host and port.')
  })

  await test.step('the right port passes the test', async () => {
    await row.getByRole('button', { name: 'Change shop_mail' }).click()
    await dialog.getByLabel('Port').fill(port)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('The mail server answers.')
    await expectAccessible(page, 'settings: connections')
  })

  await test.step('the designer offers the connection in its field', async () => {
    await rest.publish(greeting)
    await page.goto(`${heddle.url}/workflows/Greeting`)
    const designer = new DesignerPage(page)
    await designer.node('Tell_Customer').click()
    const field = designer.inspector.getByLabel('Mail server')
    await expect(field).toHaveValue('shop_mail')
    await field.fill('')
    await expect(page.getByRole('option', { name: /shop_mail/ })).toBeVisible()
    await page.getByRole('option', { name: /shop_mail/ }).click()
    await expect(field).toHaveValue('shop_mail')
    await expectAccessible(page, 'designer: a MAIL step')
  })

  await test.step('a run sends the mail', async () => {
    const { run_id } = await rest.start('Greeting', { email: 'zoe@example.com', name: 'Zoë' })
    await page.goto(`${heddle.url}/runs/${run_id}`)
    await expect.poll(() => mails.received.map(({ to }) => to)).toEqual([['zoe@example.com']])
    expect(textOf(mails.received[0] as never)).toContain('Hello Zoë')
  })

  await test.step('a connection that is used is removed only after a warning', async () => {
    await page.goto(`${heddle.url}/settings/connections`)
    await expect(row).toContainText('used by Greeting')
    await row.getByRole('button', { name: 'Remove shop_mail' }).click()
    await expect(dialog.getByText(/Used by Greeting\. Runs that reach these steps fail/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No connections yet')).toBeVisible()
  })
})
