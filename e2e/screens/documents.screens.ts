import { expect } from '../support/fixtures.ts'
import { restClient } from '../support/rest.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

const recovering = `workflow_type: Recovering
recovery: { stale_seconds: 120, attempts: 3 }
steps: [{ name: Save, type: TRANSFORM, set: { a: '1' } }]
`

test('the documentation, the page of the API, and the settings that are on the overview of a workflow', async ({
  page,
  heddle,
}) => {
  await page.goto('/docs')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await shoot(page, 'docs')
  await shootNarrow(page, 'docs')
  await page.goto('/docs/api')
  await expect(page.getByText('Start a run of a workflow').first()).toBeVisible()
  await shoot(page, 'docs-api')
  await shootNarrow(page, 'docs-api')
  await page.getByText('Start a run of a workflow').first().click()
  await shoot(page, 'docs-api-route')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await shoot(page, 'settings-preferences')
  await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded()
  await shoot(page, 'settings-preferences-end')
  await shootNarrow(page, 'settings-preferences')
  await page.goto('/workers')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await shoot(page, 'workers')
  await shootNarrow(page, 'workers')
  await restClient(heddle.url).publish(recovering)
  await page.goto('/workflows/Recovering')
  await page.getByRole('button', { name: /^Start: / }).click()
  await expect(page.getByText('Triggers').first()).toBeVisible()
  await shoot(page, 'designer-workflow-settings')
})
