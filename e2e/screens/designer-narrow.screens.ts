import type { Page } from '@playwright/test'
import { DesignerPage } from '../pages/designer-page.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { shootAt } from './shoot.ts'

const widths = process.env.HEDDLE_WIDTHS?.split(',').map(Number) ?? [900, 390]

test('the newest states of the designer in narrow windows', async ({
  page,
  designer,
  workflows,
  rest,
  browser,
  baseURL,
}) => {
  const shoot = async (name: string, show?: () => Promise<void>) => {
    for (const width of widths) await shootAt(page, name, width, show)
  }
  const fields = async () => {
    const tab = page.getByRole('tab', { name: 'Fields' })
    if (await tab.isVisible()) await tab.click()
  }
  await rest.publish(example('loan-approval', 'CreditCheck'))
  await rest.publish(example('nightly-report', 'NightlyReport'))
  await rest.publish(example('customer-import', 'CustomerImport'))

  await designer.open('NightlyReport')
  await designer.openInPlace()
  await designer.fit()
  await shoot('designer-open-loop', () => designer.fit())

  await designer.open('CustomerImport')
  await designer.node('Read_Lines').click({ position: { x: 60, y: 20 } })
  await shoot('designer-script', async () => {
    await designer.fit()
    await fields()
  })

  await designer.open('CreditCheck')
  await designer.selectAll('Calculate_Risk', 'Risk_Gate')
  await designer.command('Group the steps')
  await page.getByRole('textbox', { name: 'Title of the group' }).fill('Looking at the risk')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Collapse the group Looking at the risk' }).click()
  await shoot('designer-group-folded', () => designer.fit())
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await designer.saved()
  await designer.select('Calculate_Risk')
  await designer.tab('Test')
  await shoot('designer-try', fields)
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot('designer-try-step')
  await page.keyboard.press('Escape')

  await conflict(
    page,
    designer,
    new DesignerPage(await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()),
  )
  await shoot('designer-conflict')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await designer.saved()
  await page.goto('/workflows/CreditCheck/diff?from=1&to=draft')
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
  await shoot('compare')

  await workflows.lookAt(n8n)
  await expect(
    page
      .getByRole('dialog')
      .getByText(/not supported/)
      .first(),
  ).toBeVisible()
  await shoot('import-report')
})

/** Both change one line before either has saved. */
async function conflict(page: Page, mine: DesignerPage, theirs: DesignerPage): Promise<void> {
  const text = example('loan-approval', 'CreditCheck')
  await theirs.open('CreditCheck')
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/workflows\.saveDraft/, async (route) => {
    await gate
    await route.continue()
  })
  await mine.writeYaml(text.replace('loans.calculate_risk', 'loans.risk_of_mine'))
  const kept = theirs.page.waitForResponse(/workflows\.saveDraft/)
  await theirs.writeYaml(text.replace('loans.calculate_risk', 'loans.risk_of_theirs'))
  await kept
  letGo()
  await expect(page.getByRole('dialog', { name: /has saved this draft/ })).toBeVisible()
  await theirs.page.context().close()
}

const n8n = JSON.stringify({
  name: uniqueName('Mail'),
  nodes: [
    { name: 'Every night', type: 'n8n-nodes-base.scheduleTrigger', position: [0, 0] },
    {
      name: 'Fetch orders',
      type: 'n8n-nodes-base.httpRequest',
      position: [220, 0],
      parameters: { url: 'https://example.com/orders' },
    },
    {
      name: 'Any left?',
      type: 'n8n-nodes-base.if',
      position: [440, 0],
      parameters: { conditions: { number: [{ value1: '={{ $json.count }}', operation: 'larger', value2: 0 }] } },
    },
    {
      name: 'Mail it',
      type: 'n8n-nodes-base.gmail',
      position: [660, -100],
      parameters: { to: '={{ $json.to.split(",") }}' },
      credentials: { gmail: {} },
    },
    { name: 'Rest', type: 'n8n-nodes-base.noOp', position: [660, 100] },
  ],
  connections: {
    'Every night': { main: [[{ node: 'Fetch orders', type: 'main', index: 0 }]] },
    'Fetch orders': { main: [[{ node: 'Any left?', type: 'main', index: 0 }]] },
    'Any left?': { main: [[{ node: 'Mail it', type: 'main', index: 0 }], [{ node: 'Rest', type: 'main', index: 0 }]] },
  },
})
