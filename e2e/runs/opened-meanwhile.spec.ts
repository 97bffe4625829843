import type { Page } from '@playwright/test'
import { RunsPage } from '../pages/runs-page.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

/** Requests like this wait until they are let go; `answered`: their answer is read before, and waits itself. */
async function hold(page: Page, url: RegExp, { answered = false } = {}): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    url,
    async (route) => {
      const response = answered ? await route.fetch() : undefined
      await held
      await (response === undefined ? route.continue() : route.fulfill({ response }))
    },
    { times: 1 },
  )
  return letGo
}

test('a page that is opened while things change misses none of it: neither before it listens nor while it asks', async ({
  page,
  rest,
}) => {
  const name = uniqueName('Ask')
  await rest.publish(`workflow_type: ${name}\nsteps:\n  - { name: Ask, type: HUMAN }\n`)
  await rest.startToAsk(name, {})
  const runs = new RunsPage(page)

  await test.step('what changes before it listens', async () => {
    const listens = await hold(page, /runs\.changes/)
    await runs.open(`?workflow=${name}`)
    await expect(runs.row(name)).toHaveCount(1)
    await rest.startToAsk(name, {})
    listens()
    await expect(runs.row(name)).toHaveCount(2)
  })

  await test.step('what changes while its first answer is on its way', async () => {
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'Workflows', exact: true }).click()
    await expect(page.getByRole('button', { name: `More actions for ${name}` })).toBeVisible()
    const tasks = navigation.getByRole('link', { name: /^Inbox \d+ open/ })
    const count = async () => Number(/\d+/.exec(await tasks.innerText())?.[0])
    const before = await count()
    const arrives = await hold(page, /runs\.list/, { answered: true })
    const asked = page.waitForRequest(/runs\.list/)
    await navigation.getByRole('link', { name: 'Runs', exact: true }).click()
    await asked
    await rest.startToAsk(name, {})
    // The page has heard of it.
    await expect.poll(count).toBe(before + 1)
    arrives()
    await expect(runs.row(name)).toHaveCount(3)
  })
})
