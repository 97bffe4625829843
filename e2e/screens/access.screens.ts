import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { codeOf } from '../../server/web/testing/authenticator-app.ts'
import { callAs, namesOfTenLanguages, password, refusedCall, setUpAccount, startWithLogin } from '../support/access.ts'
import type { Heddle } from '../support/heddle.ts'
import { failing, shoot, shootNarrow } from './shoot.ts'

let heddle: Heddle
let context: BrowserContext
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  heddle = await startWithLogin()
  context = await browser.newContext({ baseURL: heddle.url, viewport: { width: 1440, height: 860 } })
  page = await context.newPage()
})
test.afterAll(async () => {
  await heddle?.stop()
})
const call = <Result = unknown>(path: string, input: object) => callAs<Result>(context, heddle, path, input)
const both = async (name: string) => {
  await shoot(page, name)
  await shootNarrow(page, name)
}
/** Opens a page of the settings, whose list has come. */
async function open(name: string): Promise<void> {
  await page.goto(`/settings/${name}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0)
}
const dialog = () => page.getByRole('dialog')
async function shootDialog(name: string): Promise<void> {
  await expect(dialog()).toBeVisible()
  await both(name)
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
}

test('login and setup', async () => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await both('access-login')
  await page.getByLabel('Mail address').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('The mail address or the password is wrong.')).toBeVisible()
  await both('access-login-refused')
  await page.goto('/setup#t=none')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Mail address').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await both('access-setup')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.locator('main').getByText(/link/i).last()).toBeVisible()
  await both('access-setup-refused')
  await page.goto('/invite#t=none')
  await expect(page.getByRole('heading', { name: 'This invitation cannot be accepted' })).toBeVisible()
  await both('access-invite-refused')
  await setUpAccount(page, heddle)
})

test('pages with nothing on them', async () => {
  for (const name of ['keys', 'members', 'owners', 'secrets', 'audit', 'sessions', 'notifications']) {
    await open(name)
    await both(`access-${name}-empty`)
  }
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Quotas' }).scrollIntoViewIfNeeded()
  await both('access-quotas')
})

test('members, invitations and groups of the login', async ({ browser }) => {
  for (const name of ['Credit', 'Operations']) await call('directory.saveGroup', { id: name.toLowerCase(), name })
  const roles = ['viewer', 'operator', 'approver', 'designer', 'manager', 'admin']
  for (let at = 0; at < 60; at += 1) {
    const { token } = await call<{ token: string }>('invites.create', {
      roles: [...new Set([roles[at % 6], roles[(at * 7) % 5]])],
    })
    const visitor = await browser.newContext()
    const name = `${namesOfTenLanguages[at % 10]}${at < 10 ? '' : ` ${Math.floor(at / 10) + 1}`}`
    await callAs(visitor, heddle, 'invites.accept', {
      token,
      account: { name, email: `person${at}@a-rather-long-domain.example.com`, password },
    })
    if (at < 3) await refusedCall(visitor, heddle, `person${at}@a-rather-long-domain.example.com`)
    await visitor.close()
  }
  const { token } = await call<{ token: string }>('invites.create', { roles: ['approver'], email: 'eve@example.com' })
  await call('invites.create', { roles: ['admin', 'designer'] })
  await call('mappings.save', {
    provider: '*',
    claim: 'cn=credit,ou=groups,dc=example',
    kind: 'group',
    target: 'credit',
  })
  await call('mappings.save', { provider: '*', claim: 'heddle-admins', kind: 'role', target: 'admin' })
  await open('members')
  await expect(page.getByText('Zoë Åström', { exact: true })).toBeVisible()
  await both('access-members')
  await page.getByRole('heading', { name: 'Groups of the login' }).scrollIntoViewIfNeeded()
  await both('access-members-end')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await shootDialog('access-invite-dialog')
  await page.getByRole('button', { name: 'Change the roles of Zoë Åström', exact: true }).click()
  await shootDialog('access-roles-dialog')
  await page.getByRole('button', { name: 'More for Zoë Åström', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await both('access-member-menu')
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await shootDialog('access-member-disable')
  await page.getByRole('button', { name: 'More for Zoë Åström', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Erase the person…' }).click()
  await shootDialog('access-member-erase')
  await page.getByRole('button', { name: 'Add a mapping' }).click()
  await shootDialog('access-mapping-dialog')
  await page.goto(`/invite#t=${token}`)
  await expect(page.getByText('Join', { exact: false }).first()).toBeVisible()
  await both('access-invite-other-account')
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 860 } })).newPage()
  await other.goto(`${heddle.url}/invite#t=${token}`)
  await expect(other.getByLabel('Password')).toBeVisible()
  await shoot(other, 'access-invite')
  await shootNarrow(other, 'access-invite')
  await other.context().close()
})

test('keys and services', async () => {
  await call('services.create', { id: 'deploy', name: 'Deployment', roles: ['operator'] })
  await call('services.create', {
    id: 'billing',
    name: 'Billing of the Nordic countries',
    roles: ['viewer', 'operator'],
  })
  const created: { id: string }[] = []
  for (let at = 0; at < 12; at += 1)
    created.push(
      await call<{ id: string }>('keys.create', {
        name:
          at === 3 ? 'A rather long name of a key that somebody made in a hurry before lunch' : `Pipeline ${at + 1}`,
        permissions: at % 3 === 0 ? ['workflow.read', 'run.read', 'run.start', 'run.act', 'task.read'] : ['run.read'],
        days: 30,
        ...(at % 4 === 1 && { serviceId: 'deploy' }),
        ...(at % 4 === 2 && {
          workflows: ['LoanApproval', 'OrderProcessing'],
          networks: ['192.0.2.0/24', '2001:db8::/32'],
        }),
      }),
    )
  await call('keys.revoke', { id: created[0]?.id })
  await open('keys')
  await expect(page.getByText('Pipeline 12')).toBeVisible()
  await both('access-keys')
  await page.getByRole('heading', { name: 'Services', exact: true }).scrollIntoViewIfNeeded()
  await both('access-keys-end')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nightly export')
  await both('access-key-dialog')
  await page
    .getByRole('button', { name: /^Create/ })
    .last()
    .click()
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible()
  await shootDialog('access-key-shown')
  await page.getByRole('button', { name: 'Revoke Pipeline 12' }).click()
  await shootDialog('access-key-revoke')
  await page.getByRole('button', { name: 'Add a service' }).click()
  await shootDialog('access-service-dialog')
})

test('secrets', async () => {
  for (let at = 0; at < 30; at += 1)
    await call('secrets.create', {
      name: at === 2 ? 'A_RATHER_LONG_NAME_OF_A_TOKEN_FOR_BILLING' : `TOKEN_${at + 1}`,
      value: `value number ${at}`,
      origins:
        at % 3 === 0 ? ['functions', 'https://billing.example.com', 'https://api.example.org:8443'] : ['functions'],
      workflows: at % 4 === 0 ? ['LoanApproval', 'OrderProcessing'] : [],
    })
  await open('secrets')
  await expect(page.getByText('TOKEN_30')).toBeVisible()
  await both('access-secrets')
  await page.getByRole('button', { name: 'Add a secret' }).click()
  await shootDialog('access-secret-dialog')
  await page.getByRole('button', { name: 'Replace the value of TOKEN_1', exact: true }).click()
  await shootDialog('access-secret-replace')
  await page.getByRole('button', { name: 'Change who may use TOKEN_1', exact: true }).click()
  await shootDialog('access-secret-change')
  await page.getByRole('button', { name: 'Remove TOKEN_1', exact: true }).click()
  await shootDialog('access-secret-remove')
})

test('the audit: long, filtered, and with nothing found', async () => {
  await open('audit')
  await expect(page.getByRole('list', { name: 'Rows of the audit' }).or(page.getByRole('list')).first()).toBeVisible()
  await both('access-audit')
  await page.goto('/settings/audit?outcome=refused')
  await expect(page.getByText('refused').first()).toBeVisible()
  await both('access-audit-filtered')
  await page.goto('/settings/audit?q=nothing-like-that')
  await both('access-audit-nothing')
})

test('owners, and the banner of a visit', async () => {
  await call('owners.create', { id: 'north', name: 'North' })
  await call('owners.create', { id: 'south', name: 'Südliche Niederlassung mit einem langen Namen' })
  await open('owners')
  await expect(page.getByText('North', { exact: true })).toBeVisible()
  await both('access-owners')
  await page.getByRole('button', { name: 'Add an owner' }).click()
  await shootDialog('access-owner-dialog')
  await page.getByRole('button', { name: 'Enter North' }).click()
  await page.getByLabel('Reason').fill('The nightly import fails, as ticket 4711 says')
  await both('access-owner-enter')
  await page
    .getByRole('button', { name: /^Enter/ })
    .last()
    .click()
  await expect(page.getByText('You are here as administrator of the installation', { exact: false })).toBeVisible()
  await both('access-owner-entered')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('You are here as administrator', { exact: false })).toHaveCount(0)
})

test('sessions, password and second factor', async () => {
  await open('sessions')
  await both('access-sessions')
  const section = page.getByRole('region', { name: 'Second factor' })
  await section.getByLabel('Password').fill(password)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByRole('button', { name: 'Turn on' })).toHaveCount(0)
  await both('access-second-factor')
})

test('the second factor: its codes, and the login that asks for one', async ({ browser }) => {
  await page.goto('/second-factor')
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await both('access-second-factor-demanded')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const secret = await page.locator('code').innerText()
  await both('access-second-factor-key')
  await page.getByLabel('Authenticator code').fill(await codeOf(`otpauth://totp/Heddle?secret=${secret}`))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Backup codes' })).toBeVisible()
  await both('access-second-factor-backup-codes')
  await open('sessions')
  await both('access-sessions-with-second-factor')
  const other = await browser.newPage({ baseURL: heddle.url, viewport: { width: 1440, height: 860 } })
  await other.goto('/login')
  await other.getByLabel('Mail address').fill('ada@example.com')
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(other.getByLabel('Authenticator code')).toBeVisible()
  await shoot(other, 'access-login-code')
  await shootNarrow(other, 'access-login-code')
  await other.context().close()
})

test('lists that cannot load', async () => {
  for (const [name, procedure] of [
    ['members', 'members.list'],
    ['keys', 'keys.list'],
    ['secrets', 'secrets.list'],
    ['audit', 'audit.list'],
    ['owners', 'owners.list'],
    ['notifications', 'notifications.get'],
  ] as const) {
    await failing(page, procedure)
    await page.goto(`/settings/${name}`)
    await expect(page.getByRole('button', { name: /again/i }).first()).toBeVisible()
    await both(`access-${name}-failed`)
    await page.unrouteAll()
  }
})

test('the ways by which a login by a provider is refused', async () => {
  await page.goto('about:blank')
  await context.clearCookies()
  for (const reason of ['cancelled', 'member', 'response']) {
    await page.goto(`/login?refused=${reason}`)
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    await both(`access-login-refused-${reason}`)
  }
})
