import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const shop = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2' },
  servers: [{ url: 'https://shop.example.com/v2' }],
  paths: {
    '/orders/{id}': { get: { operationId: 'readOrder', summary: 'Read an order' } },
    '/orders': {
      post: {
        summary: 'Add an order',
        requestBody: { content: { 'application/json': { schema: { properties: { total: { type: 'number' } } } } } },
      },
    },
    '/labels': { post: { requestBody: { required: true, content: { 'multipart/form-data': {} } } } },
  },
})

test('operations of an OpenAPI document become steps of the picker', async ({ page, workflows, designer }) => {
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('list', { name: 'Connectors' }).getByRole('listitem').filter({ hasText: 'shop' })
  await page.goto('/settings/connectors')
  await expect(page.getByText('No connectors yet')).toBeVisible()

  await test.step('a document that leads to another file is refused at its field', async () => {
    await page.getByRole('button', { name: 'Add a connector' }).first().click()
    await dialog.getByLabel('Name').fill('shop')
    const outside = { openapi: '3.1.0', paths: { '/a': { $ref: 'other.yaml' } } }
    await dialog.getByLabel('OpenAPI document').fill(JSON.stringify(outside))
    await expect(dialog.getByText(/\$ref other\.yaml leads out of the document/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  await test.step('its operations are chosen, and the one that no step can send is told', async () => {
    await dialog.getByLabel('OpenAPI document').fill(shop)
    await expect(dialog.getByText('Operations to offer (2 of 2)')).toBeVisible()
    await expect(dialog.getByText('1 part is left out')).toBeVisible()
    await expectAccessible(page, 'settings: a new connector', { alsoDark: true })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('2 operations')
    await expectAccessible(page, 'settings: connectors', { alsoDark: true })
  })

  await test.step('the picker adds one as an HTTP step', async () => {
    await workflows.createBlank(uniqueName('Ordering'))
    await expect(designer.canvas).toBeVisible()
    await page.keyboard.press('n')
    await designer.kindSearch.fill('read an order')
    await designer.picker.getByRole('option', { name: /Read an order/ }).click()
    await designer.saved()
    expect(await designer.exported()).toContain('https://shop.example.com/v2/orders/{{ input.id }}')
  })

  await test.step('it is removed, and the step stays', async () => {
    await page.goto('/settings/connectors')
    await row.getByRole('button', { name: 'Remove shop' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No connectors yet')).toBeVisible()
  })
})
