import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { callAs, namesOfTenLanguages, password, refusedCall, setUpAccount, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import type { Heddle } from '../support/heddle.ts'

let heddle: Heddle
let context: BrowserContext
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  heddle = await startWithLogin()
  context = await browser.newContext({ baseURL: heddle.url, permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  await setUpAccount(page, heddle)
})
test.afterAll(async () => {
  await context.close()
  await heddle.stop()
})
const call = <Result = unknown>(path: string, input: object) => callAs<Result>(context, heddle, path, input)
const dialog = () => page.getByRole('dialog')
/** A program with a key. */
const program = (key: string, path = '/v1/workflows', init: RequestInit = {}) =>
  fetch(`${heddle.url}${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } })
const copied = () => page.evaluate(() => navigator.clipboard.readText())
/** Presses a key until an element has the focus. */
async function reach(target: ReturnType<Page['getByRole']>, key = 'Tab'): Promise<void> {
  for (let times = 0; times < 60; times += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test('a key is made by the keyboard alone, behind a login by the keyboard, used by a program, and revoked (access 10, 22; ASVS 7.4.1)', async () => {
  // An open page would lead itself to the login once its session is gone, and abort the navigation of this test.
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto('/settings/keys')
  await test.step('the login begins in its first field, and Enter sends it', async () => {
    await expect(page.getByLabel('Mail address')).toBeFocused()
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
  })
  await test.step('the dialog keeps the focus in it, and gives it back', async () => {
    await reach(page.getByRole('button', { name: 'Create a key' }))
    await page.keyboard.press('Enter')
    await expect(dialog().getByLabel('Name', { exact: true })).toBeFocused()
    await expectAccessible(page, 'create a key', { alsoDark: true })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Create a key' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Nightly export')
    await page.keyboard.press('Enter')
    await expect(dialog().getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
    await expectAccessible(page, 'the new key')
    await reach(dialog().getByRole('button', { name: 'Copy', exact: true }))
    await page.keyboard.press('Enter')
    await expect(dialog().getByRole('button', { name: 'Copied' })).toBeVisible()
  })
  const key = await copied()
  expect(key).toMatch(/^hdl_/)
  expect((await program(key)).status).toBe(200)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText('Nightly export')).toBeVisible()
  expect(await page.content()).not.toContain(key)
  await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await expectAccessible(page, 'revoke a key')
  await dialog().getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('revoked', { exact: true })).toBeVisible()
  expect((await program(key)).status).toBe(401)
})

test('a secret is made, named by a picker in the designer, used by a run, and replaced (access 14, 22)', async () => {
  const key = async (name: string) =>
    (await call<{ key: string }>('keys.create', { name, permissions: ['workflow.read'], days: 7 })).key
  const good = await key('For a step')
  const add = async (name: string, value: string) => {
    await page.getByRole('button', { name: 'Add a secret' }).click()
    await dialog().getByLabel('Name', { exact: true }).fill(name)
    await dialog().getByLabel('Value').fill(value)
    await dialog().getByLabel('Origins that may receive it').fill(heddle.url)
    await expectAccessible(page, 'add a secret')
    await dialog().getByRole('button', { name: /^Save/ }).click()
    await expect(dialog()).toHaveCount(0)
  }
  await page.goto('/settings/secrets')
  await add('OWN_API', good)
  await expect(page.getByText('OWN_API')).toBeVisible()
  expect(await page.content()).not.toContain(good)

  const text = (secret: string) => `workflow_type: AsksItself
steps:
  - name: Ask
    type: HTTP
    http_config:
      url: ${heddle.url}/v1/workflows
      headers: { authorization: "Bearer {{ secrets.${secret} }}" }
`
  const { name } = await call<{ name: string }>('workflows.create', { name: 'AsksItself' })
  await page.goto(`/workflows/${name}`)
  const draft = await page.request.get(
    `/api/trpc/workflows.draft?input=${encodeURIComponent(JSON.stringify({ name }))}`,
  )
  const { result } = (await draft.json()) as { result: { data: { revision: number } } }
  await call('workflows.saveDraft', { name, text: text('OWN_APY'), baseRevision: result.data.revision })
  await test.step('a name that is none is a problem with a repair', async () => {
    await page.reload()
    await page
      .getByRole('button', { name: /problem|warning/i })
      .first()
      .click()
    await expect(page.getByText('There is no secret OWN_APY.', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Change to OWN_API' }).first().click()
    await expect(page.getByText('There is no secret', { exact: false })).toHaveCount(0)
  })
  const published = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/yaml' }
    return (await fetch('/v1/workflows', { method: 'POST', headers, body })).status
  }, text('OWN_API'))
  expect(published).toBe(201)
  const run = async () => {
    const { runId } = await call<{ runId: string }>('runs.start', { workflow: name, input: {} })
    const read = async () => {
      const response = await page.request.get(`/v1/workflow-runs/${runId}`)
      return (await response.json()) as { workflow_status: string; state: { Ask?: { status?: number } } }
    }
    await expect.poll(async () => (await read()).workflow_status).toMatch(/COMPLETED|FAILED/)
    return (await read()).workflow_status
  }
  expect(await run()).toBe('COMPLETED')
  await page.goto('/settings/secrets')
  await expect(page.getByText('last used')).toBeVisible()
  await page.getByRole('button', { name: 'Replace the value of OWN_API' }).click()
  await dialog().getByLabel('Value').fill('no key of anybody')
  await dialog()
    .getByRole('button', { name: /^Replace/ })
    .click()
  await expect(dialog()).toHaveCount(0)
  expect(await run()).toBe('FAILED')
})

test('members of ten languages are shown, found in the audit, and the audit is filtered and saved (access 13, 22)', async ({
  browser,
}) => {
  for (const [at, name] of namesOfTenLanguages.entries()) {
    const { token } = await call<{ token: string }>('invites.create', { roles: ['viewer'] })
    const visitor = await browser.newContext()
    await callAs(visitor, heddle, 'invites.accept', {
      token,
      account: { name, email: `person${at}@example.com`, password },
    })
    if (at < 3) await refusedCall(visitor, heddle, `person${at}@example.com`)
    await visitor.close()
  }
  await page.goto('/settings/members')
  for (const name of namesOfTenLanguages) await expect(page.getByText(name).first()).toBeVisible()
  await expectAccessible(page, 'members of ten languages', { alsoDark: true })
  // A name that is read from the right is isolated from the words around it.
  await page.getByRole('button', { name: /^Change the roles of .*ليلى الحسيني/ }).click()
  await expectAccessible(page, 'roles of a member')
  await page.keyboard.press('Escape')

  await page.goto('/settings/audit')
  for (const name of namesOfTenLanguages) await expect(page.getByText(name).first()).toBeVisible()
  await expectAccessible(page, 'the audit', { alsoDark: true })
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await expect(page).toHaveURL(/outcome=refused/)
  const rows = page.getByRole('list').filter({ has: page.getByText('Refused', { exact: true }) })
  await expect(rows.getByRole('listitem').first()).toBeVisible()
  await expect(rows.getByText('Done', { exact: true })).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Download/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.jsonl')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  const outcomes = new Set(lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome))
  expect([...outcomes]).toEqual(['refused'])
})

test('an owner is made, joined, switched to, and entered as administrator with a banner until it is left (access 1, 22)', async () => {
  const banner = page.getByText('You are here as administrator of the installation', { exact: false })
  await page.goto('/settings/owners')
  await page.getByRole('button', { name: 'Add an owner' }).click()
  await dialog().getByLabel('Name', { exact: true }).fill('North')
  await expectAccessible(page, 'add an owner')
  await dialog()
    .getByRole('button', { name: /^Create the link/ })
    .click()
  const link = await dialog().getByLabel('Link', { exact: true }).inputValue()
  await page.keyboard.press('Escape')
  await test.step('entering takes a reason, and shows itself on every page', async () => {
    await page.getByRole('button', { name: 'Enter North' }).click()
    await dialog().getByLabel('Reason').fill('The nightly import fails')
    await expectAccessible(page, 'enter an owner')
    await dialog()
      .getByRole('button', { name: /^Enter/ })
      .click()
    await expect(banner).toBeVisible()
    await page.goto('/workflows')
    await expect(banner).toBeVisible()
    await expect(page.getByText('AsksItself')).toHaveCount(0)
    await expectAccessible(page, 'within an entered owner', { alsoDark: true })
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(banner).toHaveCount(0)
  })
  await test.step('the link joins it with the account that is there, and the switcher leads back', async () => {
    await page.goto(link)
    await page.getByRole('button', { name: 'Join as ada@example.com' }).click()
    const choose = async (from: string, to: string) => {
      await page.getByRole('button', { name: `Owner, now ${from}` }).click()
      await page.getByRole('menu').getByText(to, { exact: true }).click()
      await expect(page.getByRole('button', { name: `Owner, now ${to}` })).toBeVisible()
    }
    await choose('Local', 'North')
    await page.goto('/workflows')
    await expect(page.getByText('AsksItself')).toHaveCount(0)
    await choose('North', 'Local')
    await page.goto('/workflows')
    await expect(page.getByText('AsksItself').first()).toBeVisible()
  })
})
