import { expect, freshTest as test } from '../support/fixtures.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('help: pages, a search, the tour, and a page that does not exist', async ({ page, complaints }) => {
  const both = async (name: string) => {
    await shoot(page, `help-${name}`)
    await shootNarrow(page, `help-${name}`)
  }
  for (const path of ['first-workflow', 'reference/definition']) {
    await page.goto(`/docs/${path}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await both(path.replace('/', '-'))
  }
  await page.getByRole('searchbox', { name: 'Search help' }).fill('compensate')
  await expect(page.getByRole('list', { name: 'Search help' }).getByRole('link').first()).toBeVisible()
  await both('search')
  await page.getByRole('searchbox', { name: 'Search help' }).fill('xqzvw')
  await expect(page.getByText('No results')).toBeVisible()
  await both('search-nothing')
  await page.goto('/docs/nowhere')
  await expect(page.getByText('This help page does not exist.')).toBeVisible()
  await both('nowhere')
  await page.goto('/docs')
  await page.getByRole('button', { name: 'Take the tour' }).click()
  for (const [title, name] of [
    ['Draw a workflow', 'draw'],
    ['Run it and watch', 'run'],
    ['Decide tasks', 'decide'],
    ['See what works', 'workers'],
    ['Find anything', 'find'],
  ] as const) {
    await expect(page.getByRole('dialog', { name: title })).toBeFocused()
    await both(`tour-${name}`)
    await page.keyboard.press('ArrowRight')
  }
  // The browser itself reports the answer 404.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
})

test('what does not exist, and a page that cannot be drawn', async ({ page, complaints }) => {
  for (const [name, path, words] of [
    ['page', '/nowhere', /Page not found/],
    ['run', '/runs/0193b0a0-0000-7000-8000-000000000000', /not found|no run/i],
    ['workflow', '/workflows/Nothing_Like_That', /not found|no workflow/i],
    ['task', '/inbox?task=nothing-like-that', /./],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('main').getByText(words).first()).toBeVisible()
    await shoot(page, `missing-${name}`)
    await shootNarrow(page, `missing-${name}`)
  }
  // An answer that no page understands: what a page does with it fails while it draws.
  await page.route(/\/api\/trpc\//, async (route) => {
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
    if (!names.includes('overview.get')) return route.continue()
    return route.fulfill({ json: names.map(() => ({ result: { data: { totals: null } } })) })
  })
  await page.goto('/')
  await expect(page.getByText('This page could not be displayed')).toBeVisible()
  await shoot(page, 'broken-page')
  await shootNarrow(page, 'broken-page')
  complaints.splice(0)
})
