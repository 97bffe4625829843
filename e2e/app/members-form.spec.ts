import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { password, postFrom, setUpAccount, startWithLogin } from '../support/access.ts'
import { expectAccessible } from '../support/accessible.ts'
import type { Heddle } from '../support/heddle.ts'

let heddle: Heddle
let context: BrowserContext
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  heddle = await startWithLogin()
  context = await browser.newContext({ baseURL: heddle.url })
  page = await context.newPage()
  await setUpAccount(page, heddle)
})
test.afterAll(async () => {
  await context.close()
  await heddle.stop()
})

const text = (name: string, access: string) => `workflow_type: ${name}
triggers: [{ type: form, access: ${access}, title: Report ${name} }]
input_schema:
  type: object
  required: [words, photo]
  properties:
    words: { type: string, title: In your words }
    photo: { type: object, format: heddle-file, title: Photo, accept: [image/*] }
steps: [{ name: Note, type: TRANSFORM, set: { noted: 'true' } }]
`
const photo = { name: 'door.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1') }

/** Publishes a workflow with a form, and finds the path of the form. */
async function formOf(name: string, access: string): Promise<string> {
  expect((await postFrom(page, '/v1/workflows', 'application/yaml', text(name, access))).status).toBe(201)
  await page.goto('/triggers')
  const link = page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('link', { name: /\/forms\// })
  return new URL((await link.getAttribute('href')) ?? '', heddle.url).pathname
}

async function send(form: Page): Promise<void> {
  await form.getByLabel('In your words').fill('The door sticks.')
  await form.getByLabel('Photo').setInputFiles(photo)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('Your answers have been received.')).toBeVisible()
}

const runsOf = async (workflow: string) => {
  const query = encodeURIComponent(JSON.stringify({ workflow }))
  const response = await context.request.get(`${heddle.url}/api/trpc/runs.list?input=${query}`)
  return ((await response.json()) as { result: { data: { items: readonly unknown[] } } }).result.data.items.length
}

test('a form for members leads a visitor to the login and back, and starts a run with a file', async ({ browser }) => {
  const path = await formOf('MembersReport', 'owner')
  const visitor = await browser.newContext({ baseURL: heddle.url })
  const form = await visitor.newPage()
  await form.goto(path)
  await expect(form).toHaveURL(/\/login\?to=/)
  expect((await visitor.request.post(`${heddle.url}${path}`, { multipart: { words: 'x' } })).status()).toBe(401)
  await form.getByLabel('Mail address').fill('ada@example.com')
  await form.getByLabel('Password').fill(password)
  await form.keyboard.press('Enter')
  await expect(form.getByRole('heading', { name: 'Report MembersReport' })).toBeVisible()
  await expectAccessible(form, 'form: for members', { alsoDark: true })
  await send(form)
  await expect.poll(() => runsOf('MembersReport')).toBe(1)
  await visitor.close()
})

test('a public form of the same installation asks for no login', async ({ browser }) => {
  const path = await formOf('PublicReport', 'public')
  const visitor = await browser.newContext({ baseURL: heddle.url })
  const form = await visitor.newPage()
  await form.goto(path)
  await send(form)
  await expect.poll(() => runsOf('PublicReport')).toBe(1)
  await visitor.close()
})
