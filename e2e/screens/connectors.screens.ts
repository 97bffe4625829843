import { expect, test } from '../support/fixtures.ts'
import { failing, shoot, shootNarrow } from './shoot.ts'

const shop = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2' },
  servers: [{ url: 'https://shop.example.com/v2' }],
  paths: {
    '/orders/{id}': {
      get: { operationId: 'readOrder', summary: 'Read an order' },
      delete: { operationId: 'cancelOrder', summary: 'Cancel an order and tell its customer why it was cancelled' },
    },
    '/orders': {
      get: { operationId: 'listOrders', summary: 'List the orders of a customer, the newest first' },
      post: { summary: 'Add an order' },
    },
    '/labels': { post: { requestBody: { required: true, content: { 'multipart/form-data': {} } } } },
  },
})

test('connectors: none, their dialog, some, and a list that cannot load', async ({ page, complaints }) => {
  const both = async (name: string) => {
    await shoot(page, `connectors-${name}`)
    await shootNarrow(page, `connectors-${name}`)
  }
  const dialog = page.getByRole('dialog')
  await page.goto('/settings/connectors')
  await expect(page.getByText('No connectors yet')).toBeVisible()
  await both('empty')
  await page.getByRole('button', { name: 'Add a connector' }).first().click()
  await both('dialog')
  await dialog.getByLabel('Name').fill('shop')
  await dialog.getByLabel('OpenAPI document').fill('{"openapi":"3.1.0","paths":{"/a":{"$ref":"other.yaml"}}}')
  await expect(dialog.getByText(/leads out of the document/)).toBeVisible()
  await both('dialog-refused')
  await dialog.getByLabel('OpenAPI document').fill(shop)
  await expect(dialog.getByText(/^Operations to offer/)).toBeVisible()
  await both('dialog-operations')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Connectors' })).toContainText('4 operations')
  await both('list')
  await page.getByRole('button', { name: 'Remove shop' }).click()
  await expect(dialog).toBeVisible()
  await both('remove')
  await page.keyboard.press('Escape')
  await failing(page, 'connectors.list')
  await page.goto('/settings/connectors')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await both('failed')
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/ 500 |Something went wrong/.test(text)))
})
