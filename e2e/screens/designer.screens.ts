import { example } from '../support/examples.ts'
import { expect } from '../support/fixtures.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('the designer with each of its panels and dialogs', async ({ page, designer, workflows }) => {
  await workflows.createBlank('Sketch')
  await shoot(page, 'designer-empty')

  await designer.open('LoanApproval')
  await expect(designer.node('Disburse_Loan')).toBeVisible()
  await shoot(page, 'designer')
  await shootNarrow(page, 'designer')
  for (const step of ['Calculate_Risk', 'Risk_Gate', 'Manager_Approval']) {
    await designer.select(step)
    await shoot(page, `designer-step-${step.toLowerCase().replaceAll('_', '-')}`)
  }
  await designer.node('Risk_Gate').click({ button: 'right', position: { x: 60, y: 20 } })
  await expect(page.getByRole('menu')).toBeVisible()
  await shoot(page, 'designer-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Published versions' })).toBeVisible()
  await shoot(page, 'designer-versions')
  await page.keyboard.press('Escape')
  for (const tab of ['Problems', 'Outline', 'YAML'] as const) {
    await designer.dock(tab)
    await shoot(page, `designer-dock-${tab.toLowerCase()}`)
  }
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(page.getByRole('dialog', { name: /^Run / })).toBeVisible()
  await shoot(page, 'designer-run-dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await designer.writeYaml(example('loan-approval', 'LoanApproval').replace('Manager_Approval', 'Nobody'))
  await expect(designer.errorMarks.first()).toBeVisible()
  await designer.select('Risk_Gate')
  await shoot(page, 'designer-problems')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await shoot(page, 'designer-publish-refused')
  await page.keyboard.press('Escape')

  for (const [workflow, name] of [
    ['OrderFulfilment', 'sub-workflow'],
    ['LabelPrinting', 'fan-out'],
    ['NightlyReport', 'loop'],
    ['CustomerImport', 'script'],
    ['PartnerWebhook', 'http'],
    ['EmailCampaign', 'async'],
    ['WaitForPayment', 'signal'],
  ] as const) {
    await designer.open(workflow)
    await expect(designer.nodes.first()).toBeVisible()
    await shoot(page, `designer-example-${name}`)
    if (name !== 'sub-workflow' && name !== 'loop') continue
    await designer.openInPlace()
    await designer.fit()
    await shoot(page, `designer-open-${name}`)
    await designer.closeInPlace()
  }

  await designer.open('LoanApproval')
  await designer.selectAll('Calculate_Risk', 'Risk_Gate')
  await designer.command('Group the steps')
  await page.getByRole('textbox', { name: 'Title of the group' }).fill('Looking at the risk')
  await page.keyboard.press('Enter')
  await shoot(page, 'designer-group')
  await page.getByRole('button', { name: 'Collapse the group Looking at the risk' }).click()
  await shoot(page, 'designer-group-folded')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
})
