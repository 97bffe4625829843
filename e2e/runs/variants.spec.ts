import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const text = (name: string) => `workflow_type: ${name}
steps:
  - name: Draft
    type: SCRIPT
    code: "return { headline: 'Draft for ' + input.topic }"
`

test('three variants are started from the page of a workflow, compared, and one is made anew', async ({
  page,
  run,
  rest,
}) => {
  const name = uniqueName('Drafts')
  await rest.publish(text(name))
  await page.goto(`/workflows/${name}`)
  await page.getByRole('button', { name: /^Run/ }).first().click()
  const start = page.getByRole('dialog', { name: /^Run / })
  await start.getByLabel('Input').fill('{ "topic": "tea" }')
  await start.getByRole('combobox', { name: 'Variants' }).click()
  await page.getByRole('option', { name: '3 runs' }).click()
  await expect(start.getByLabel('Stop all at the first failure')).toBeChecked()
  await expectAccessible(page, 'starting three variants')
  await start.getByRole('button', { name: /^Run/ }).click()

  await expect(run.status('COMPLETED')).toBeVisible()
  const cards = page.getByRole('region', { name: 'Variants' })
  await expect(cards.getByRole('listitem')).toHaveCount(3)
  await expect(cards.getByText('Draft for tea')).toHaveCount(3)
  await cards.getByLabel('Compare variant 1').check()
  await cards.getByLabel('Compare variant 3').check()
  await expectAccessible(page, 'the cards of the variants')
  await cards.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('dialog', { name: 'Variants 1 and 3' })
  await expect(comparison).toContainText('Draft for tea')
  await page.keyboard.press('Escape')

  await cards.getByRole('button', { name: 'Regenerate variant 2' }).click()
  const again = page.getByRole('dialog', { name: 'Regenerate variant 2' })
  await again.getByRole('combobox', { name: 'Direction' }).click()
  await page.getByRole('option', { name: 'punchier' }).click()
  await again.getByLabel('Instructions').fill('Shorter.')
  await expectAccessible(page, 'making a variant anew')
  await again.getByRole('button', { name: 'Regenerate' }).click()

  const lineage = run.details.getByRole('region', { name: 'Regenerations' })
  await expect(lineage).toContainText('Regenerates variant 2 of')
  await expect(cards).toHaveCount(0)
  await lineage.getByRole('link').click()
  await expect(cards).toBeVisible()
  await expect(lineage).toContainText('Regenerated as')
})
