import type { Browser, Page } from '@playwright/test'
import { DesignerPage } from '../pages/designer-page.ts'
import { expect } from './fixtures.ts'
import type { restClient } from './rest.ts'

export interface DesignerState {
  readonly name: string
  /** The part of the page that is new in this state. */
  readonly part: string
  /** Whether the part mixes its own colours, so that the dark theme is checked as well. */
  readonly alsoDark?: boolean
}

export interface Visit {
  readonly page: Page
  readonly designer: DesignerPage
  readonly rest: ReturnType<typeof restClient>
  readonly browser: Browser
  readonly baseURL: string | undefined
  /** A workflow like the example *Loan approval*, without any runs. */
  readonly loan: string
}

const canvas = 'section[aria-label="Canvas"]'
const fields = 'aside[aria-label="Fields"]'

type Look = (state: DesignerState) => Promise<void>

/**
 * Visits the states of the designer while a draft is tested and another person is there, one after the other in one
 * page: every check (Axe, screenshots) finds the same states.
 */
export async function visitTrials(visit: Visit, look: Look): Promise<void> {
  await tryIt(visit, look)
  await others(visit, look)
}

/** Visits the states of the designer while a draft is edited. */
export async function visitEdits(visit: Visit, look: Look): Promise<void> {
  await visit.designer.open(visit.loan)
  await written(visit, look)
  await drawn(visit, look)
  await farAway(visit, look)
}

async function tryIt({ page, designer, loan }: Visit, look: Look): Promise<void> {
  const dialog = page.getByRole('dialog')
  const values = page.getByRole('region', { name: 'Values on the canvas' })
  await designer.open(loan)
  await page.getByRole('button', { name: /^Test/ }).click()
  await dialog.getByLabel('customer').fill('Weaver & Sons')
  await dialog.getByLabel('amount').fill('24000')
  await look({ name: 'test-dialog', part: '[role="dialog"]' })
  await dialog.getByRole('button', { name: /^Start the test/ }).click()
  await expect(values.getByText('Waiting', { exact: false })).toBeVisible()
  await expect(designer.node('Calculate_Risk').getByText('in the run shown: Completed')).toBeAttached()
  await look({ name: 'trial-bar', part: 'html', alsoDark: true })
  await designer.node('Calculate_Risk').hover()
  await expect(page.getByRole('tooltip')).toContainText('risk_score')
  await look({ name: 'value-peek', part: '[role="tooltip"]' })
  await values.getByRole('button', { name: 'Other runs' }).click()
  await expect(page.getByRole('region', { name: 'Tests of the draft' }).getByRole('button').first()).toBeVisible()
  await look({ name: 'other-runs', part: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  await designer.select('Calculate_Risk')
  await designer.tab('Test')
  await expect(designer.inspector.getByRole('figure', { name: 'Output', exact: true })).toContainText('risk_score')
  await look({ name: 'try-tab', part: fields, alsoDark: true })
  await designer.inspector.getByRole('button', { name: 'Pin this output' }).click()
  await expect(designer.inspector.getByRole('region', { name: 'Pinned output' })).toBeVisible()
  await look({ name: 'try-tab-pinned', part: fields, alsoDark: true })
  await designer.select('Manager_Approval')
  await designer.inspector.getByRole('button', { name: 'Test this step' }).click()
  await expect(dialog.getByRole('button', { name: /^Run the step/ })).toBeVisible()
  await look({ name: 'step-dialog', part: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function others({ page, designer, loan, browser, baseURL }: Visit, look: Look): Promise<void> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await context.addInitScript(() => window.localStorage.setItem('heddle.name', 'Bob Baker'))
  const bob = new DesignerPage(await context.newPage())
  await bob.open(loan)
  await bob.select('Decline')
  await expect(designer.node('Decline').locator('[data-people="Bob Baker"]')).toBeVisible()
  await look({ name: 'presence', part: canvas })
  await page.getByRole('button', { name: 'Also here: Bob Baker' }).click()
  await expect(page.getByRole('list', { name: 'Also here' })).toBeVisible()
  await look({ name: 'also-here', part: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  await context.close()
}

async function written({ page, designer }: Visit, look: Look): Promise<void> {
  await designer.select('Risk_Gate')
  await designer.tab('Routes')
  const condition = designer.inspector.getByRole('textbox', { name: 'Condition' }).and(page.locator('.cm-content'))
  await condition.first().press('ControlOrMeta+a')
  await condition.first().pressSequentially('state.')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look({ name: 'completions', part: fields, alsoDark: true })
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+z')
  await designer.select('Calculate_Risk')
  const picker = designer.inspector.getByRole('combobox', { name: 'Function', exact: true })
  await picker.click()
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
  await look({ name: 'functions', part: fields })
  await page.keyboard.press('Escape')
}

async function drawn({ page, designer }: Visit, look: Look): Promise<void> {
  await designer.route('Risk_Gate', 'Manager_Approval').locator('path').first().dispatchEvent('click')
  await expect(designer.inspector.getByRole('heading', { name: 'Risk_Gate → Manager_Approval' })).toBeVisible()
  await look({ name: 'edge', part: fields })
  await designer.selectAll('Calculate_Risk', 'Risk_Gate')
  await designer.command('Group the steps')
  await page.getByRole('textbox', { name: 'Title of the group' }).fill('Looking at the risk')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Collapse the group Looking at the risk' }).click()
  await expect(page.getByRole('button', { name: /^Group Looking at the risk, collapsed/ })).toBeVisible()
  await look({ name: 'folded-group', part: canvas })
}

async function farAway({ page, designer, rest, loan }: Visit, look: Look) {
  const name = `${loan}_Far`
  const step = (name: string) => `  - { name: ${name}, type: TRANSFORM, set: { n: "1" } }\n`
  await rest.publish(
    `workflow_type: ${name}\nsteps:\n${['Take', 'Check', 'Tell'].map(step).join('')}layout:\n  Take: [0, 0]\n  Check: [0, 120]\n  Tell: [90000, 90000]\n`,
  )
  await designer.open(name)
  await expect(page.getByText('Tell is too far away to fit')).toBeVisible()
  await look({ name: 'far-steps', part: canvas })
}
