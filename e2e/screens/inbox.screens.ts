import type { Page } from '@playwright/test'
import { InboxPage } from '../pages/inbox-page.ts'
import { expect } from '../support/fixtures.ts'
import { restClient } from '../support/rest.ts'
import { test } from './sample-data.ts'
import { shoot, shootNarrow } from './shoot.ts'

const loans = `workflow_type: CreditReview
steps:
  - name: Manager_Approval
    type: HUMAN
    title: "Loan of {{ input.amount }} for {{ input.customer }}"
    instructions: |
      Look at the books of the last two years. Above 30,000 a second signature follows by itself.
    groups: [credit]
    excluded: [directors]
    queue: Loans
    priority: 70
    inbox_fields: { Risk: "{{ input.risk }}", Region: "{{ input.region }}" }
    form:
      type: object
      required: [approved]
      properties:
        approved: { type: boolean, title: Approve the loan }
        note: { type: string, maxLength: 500 }
        rate: { type: number, minimum: 1, maximum: 20, title: Rate in percent }
    due_in_seconds: 9000
    reminders: [8999]
`
const vendors = `workflow_type: VendorOnboarding
steps:
  - name: Sign_Off
    type: HUMAN
    title: "Sign off vendor {{ input.name }}"
    groups: [credit, operations]
    priority: 90
    approvals_required: 3
    form:
      type: object
      required: [approved]
      properties:
        approved: { type: boolean }
    due_in_seconds: 1
    escalate_to: directors
`
const carriers = `workflow_type: ShippingCost
steps:
  - name: Price
    type: SCRIPT
    code: "return { cheapest: 'Rail' }"
  - name: Choose_Carrier
    type: HUMAN
    title: "Choose a carrier: {{ input.what }}"
    groups: [operations]
    queue: Shipping
    inbox_fields: { Order: "{{ input.order }}" }
    form:
      type: object
      required: [carrier]
      properties:
        carrier: { type: string, enum: [Road, Rail, Air], title: Carrier }
        cost: { type: number, minimum: 1, maximum: 9000 }
    due_in_seconds: 90000
`

/** Calls a procedure as a person of the directory; an empty `as` is the local user. */
async function call(page: Page, path: string, input: object, as = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'heddle-act-as': as }
  const response = await page.request.post(`/api/trpc/${path}`, { data: input, headers })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.json()
}

test('settings: people, groups, and acting as one of them', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByText('No people yet')).toBeVisible()
  await shoot(page, 'settings-empty')
  for (const name of ['Credit', 'Operations', 'Directors']) {
    await call(page, 'directory.saveGroup', { id: name, name })
  }
  for (const [id, name, groups, manager] of [
    ['ana', 'Ana López', ['credit'], false],
    ['ben', 'Ben Ito', ['credit', 'operations'], false],
    ['cleo', 'Cleo Marchetti', ['operations'], true],
    ['dora', 'Dora Lindqvist', ['directors'], true],
  ] as const) {
    await call(page, 'directory.savePerson', { id, name, groups, manager })
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Act as Ana López' })).toBeVisible()
  await shoot(page, 'settings')
  await shootNarrow(page, 'settings')
  await page.getByRole('button', { name: 'Edit Ben Ito' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'settings-person')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Ben Ito' }).click()
  await shoot(page, 'settings-remove')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Act as Ana López' }).click()
  await expect(page.getByText('You are acting as Ana López.')).toBeVisible()
  await page.getByRole('button', { name: /^Act as, now/ }).click()
  await shoot(page, 'settings-acting')
  await page.keyboard.press('Escape')
  await page.goto('/settings/notifications')
  await page.getByLabel('Quiet hours', { exact: true }).click()
  await shoot(page, 'settings-notifications')
  await shootNarrow(page, 'settings-notifications')
})

test('the inbox in each state', async ({ page, heddle }) => {
  const rest = restClient(heddle.url)
  const inbox = new InboxPage(page)
  const dialog = page.getByRole('dialog')
  for (const text of [loans, vendors, carriers]) await rest.publish(text)
  for (const [customer, amount, risk, region] of [
    ['Weaver & Sons', 24_000, 61, 'North'],
    ['Mira Okafor', 9_500, 44, 'Coast'],
    ['a company whose name is far longer than any row of any list, Limited', 18_000, 52, 'North-West'],
    ['Delta Bakery', 31_000, 70, 'East'],
  ] as const) {
    await rest.start('CreditReview', { customer, amount, risk, region })
  }
  await rest.start('ShippingCost', { what: '3 pallets, hazardous', order: 'A-1042' })
  await rest.start('ShippingCost', { what: '1 crate of reeds', order: 'A-1077' })
  await rest.start('VendorOnboarding', { name: 'Northlight' })

  interface Listed {
    readonly result: {
      readonly data: { readonly items: readonly { taskId: string; title: string; revision: number }[] }
    }
  }
  const listed = async (title: string) => {
    const input = encodeURIComponent(JSON.stringify({ scope: 'all', filter: { search: title } }))
    const response = await page.request.get(`/api/trpc/inbox.list?input=${input}`)
    return ((await response.json()) as Listed).result.data.items[0]
  }
  const write = async (title: string) => {
    await expect.poll(() => listed(title)).toBeTruthy()
    const task = await listed(title)
    return { taskId: task?.taskId, expectedRevision: task?.revision, operationId: crypto.randomUUID() }
  }
  await call(page, 'inbox.decide', { ...(await write('Northlight')), input: { approved: true } }, 'ana')
  await call(page, 'inbox.decide', { ...(await write('Northlight')), input: { approved: true } }, 'ben')
  const { taskId } = await write('Weaver')
  for (const [text, as] of [
    ['Two years of clean books; the collateral is not checked yet.', 'ben'],
    ['I have the papers, it is fine.', 'cleo'],
  ] as const) {
    await call(page, 'inbox.comment', { taskId, operationId: crypto.randomUUID(), text }, as)
  }
  await call(page, 'inbox.claim', await write('Weaver'))
  await call(page, 'inbox.claim', await write('Mira'), 'ben')

  await page.goto('/inbox?scope=all')
  await inbox.task('Weaver & Sons').click()
  await expect(page.getByRole('heading', { name: /Weaver & Sons/ })).toBeVisible()
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
  await page.keyboard.press('a')
  await shoot(page, 'inbox')
  await shootNarrow(page, 'inbox-task')
  await page.getByLabel('Rate in percent').fill('99')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Rate in percent')).toHaveAttribute('aria-invalid', 'true')
  await shoot(page, 'inbox-errors')
  await page.getByLabel('Rate in percent').blur()
  for (const [key, name] of [
    ['e', 'delegate'],
    ['l', 'follow-up'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(dialog).toBeVisible()
    await shoot(page, `inbox-${name}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await call(page, 'inbox.decide', { ...(await write('Delta')), input: { approved: true } }, 'ben')
  await inbox.task('Sign off vendor').click()
  await expect(page.getByText(/^2 of 3 approved/)).toBeVisible()
  await shoot(page, 'inbox-approvals')
  await inbox.task('Mira Okafor').click()
  await expect(page.getByText('Claimed by', { exact: true })).toBeVisible()
  await shoot(page, 'inbox-held')

  await page.goto('/inbox')
  await inbox.task('3 pallets').click()
  await expect(page.getByRole('heading', { name: /3 pallets/ })).toBeVisible()
  await page.keyboard.press('2')
  await shoot(page, 'inbox-choice')
  await call(page, 'inbox.decide', { ...(await write('3 pallets')), input: { carrier: 'Air' } }, 'cleo')
  await expect(page.getByText(/Already decided/)).toBeVisible()
  await shoot(page, 'inbox-late')
  await page.goto('/inbox')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByText('Claimed by', { exact: true })).toBeVisible()
  await shoot(page, 'inbox-filters')
  await page.keyboard.press('Escape')
  await inbox.task('Weaver & Sons').click()
  await expect(page.getByRole('heading', { name: /Weaver & Sons/ })).toBeVisible()
  for (const name of [/18000/, /Weaver/]) await page.getByRole('checkbox', { name }).first().click()
  await shoot(page, 'inbox-chosen')
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('radio').first().waitFor()
  await page.keyboard.press('a')
  await shoot(page, 'inbox-deciding-many')
  await call(page, 'inbox.decide', { ...(await write('far longer')), input: { approved: false } }, 'ben')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('heading', { name: '1 decided, 1 not' })).toBeVisible()
  await shoot(page, 'inbox-many-decided')
  await page.keyboard.press('Escape')
  const until = new Date(Date.now() + 86_400_000).toISOString()
  for (const title of ['Northlight', 'reeds']) await call(page, 'inbox.setFollowUp', { ...(await write(title)), until })
  await page.goto('/inbox?scope=later')
  await expect(page.getByText('Follow-up', { exact: true })).toBeVisible()
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
  await shoot(page, 'inbox-later')
  await page.goto('/inbox?scope=done')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await shoot(page, 'inbox-done')
  await page.goto('/inbox')
  await expect(page.getByRole('navigation', { name: 'Tasks' })).toBeVisible()
  await shootNarrow(page, 'inbox')
})
