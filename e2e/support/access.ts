import { randomBytes } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Heddle, type HeddleOptions, startHeddle } from './heddle.ts'

/** The password of every account of the journeys. */
export const password = 'four words are enough here'

/** The settings of a Heddle where people log in. */
export const loginEnv = { HEDDLE_AUTH: 'on', HEDDLE_MASTER_KEY: randomBytes(32).toString('base64') } as const

/** A Heddle where people log in, with a setup link in its output. */
export const startWithLogin = ({ env, ...more }: HeddleOptions = {}): Promise<Heddle> =>
  startHeddle({ ...more, env: { ...loginEnv, ...env } })

/** Uses the setup link: the page belongs to Ada Alves afterwards, administrator of the installation. */
export async function setUpAccount(page: Page, heddle: Heddle): Promise<void> {
  await page.goto(/http:\S+\/setup#t=\S+/.exec(heddle.output())?.[0] ?? '')
  await page.getByLabel('Your name').fill('Ada Alves')
  await page.getByLabel('Mail address').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
}

/** Accepts an invitation with a new account, which the page belongs to afterwards. */
export async function acceptInvitation(page: Page, link: string, name: string, email: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/invite'))
}

/** A request of the page itself, with its session. */
export const postFrom = (page: Page, path: string, type: string, content: string) =>
  page.evaluate(
    async ([address = '', contentType = '', body = '']) => {
      const response = await fetch(address, { method: 'POST', headers: { 'content-type': contentType }, body })
      return { status: response.status, body: (await response.json()) as { run_id?: string } }
    },
    [path, type, content],
  )

/** Calls a procedure as the person of a page, with the cookie of its session. */
export async function callAs<Result>(
  { request }: Pick<BrowserContext, 'request'>,
  heddle: Pick<Heddle, 'url'>,
  path: string,
  input: object,
): Promise<Result> {
  const response = await request.post(`${heddle.url}/api/trpc/${path}`, {
    data: input,
    headers: { 'content-type': 'application/json', origin: heddle.url, 'sec-fetch-site': 'same-origin' },
  })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return ((await response.json()) as { result: { data: Result } }).result.data
}

/** Names of people in ten languages: Latin letters with marks, other scripts, and two that are read from the right. */
export const namesOfTenLanguages = [
  'Zoë Åström',
  'Łukasz Wójcik',
  'Nguyễn Thị Hồng Nhung',
  'Алексей Воробьёв',
  'Ελένη Παπαδοπούλου',
  '山本 さくら',
  '김서연',
  'अनन्या शर्मा',
  'ليلى الحسيني',
  'מיכל לוי',
] as const

/** A person logs in and tries what only administrators may: it is refused, and the audit has a row of that. */
export async function refusedCall(
  { request }: Pick<BrowserContext, 'request'>,
  { url }: Pick<Heddle, 'url'>,
  email: string,
): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' }
  const login = await request.post(`${url}/api/auth/login`, { data: { email, password }, headers })
  expect(login.ok(), await login.text()).toBe(true)
  const refused = await request.post(`${url}/api/trpc/secrets.remove`, { data: { name: 'OF_ANOTHER' }, headers })
  expect(refused.status()).toBe(403)
}
