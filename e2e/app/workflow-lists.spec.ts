import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const text = (name: string, keys = '', step = '{ name: Pass, type: TRANSFORM, set: { done: "true" } }') =>
  `workflow_type: ${name}\n${keys}steps:\n  - ${step}\n`

/** The titles of the workflows in the list, in their order. */
const listed = (page: Page) => page.getByRole('table', { name: 'Workflows' }).locator('tbody tr td:first-child a')

test('workflows are tagged in the designer, and found by tag, title, and failing last run', async ({
  page,
  designer,
  rest,
}) => {
  const folder = uniqueName('Lists')
  const [close, pay, hire] = [`${folder}/Close`, `${folder}/Pay`, `${folder}/Hire`]
  const title = `Books of ${folder}`
  const tag = `tag ${folder}`
  await rest.publish(text(close, `title: ${title}\n`))
  await rest.publish(
    text(pay, `tags: [${tag}, monthly]\n`, `{ name: Fail, type: SCRIPT, code: "throw new Error('No money.')" }`),
  )
  await rest.publish(text(hire))
  const { run_id } = await rest.start(pay, {})
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toMatch(/^FAILED/)
  await rest.start(hire, {})

  await test.step('the designer offers the tags of other workflows, and writes them into the text', async () => {
    await page.goto(`/workflows/${close}`)
    await expect(designer.canvas).toBeVisible()
    const field = designer.inspector.getByRole('combobox', { name: 'Tags' })
    const offered = await field.getAttribute('list')
    await expect(page.locator(`[id="${offered}"] option[value="${tag}"]`)).toBeAttached()
    await field.fill(tag)
    await field.press('Enter')
    await field.fill('quarterly')
    const saved = page.waitForResponse(
      (response) => response.url().includes('saveDraft') && !!response.request().postData()?.includes('quarterly'),
    )
    await field.press('Enter')
    await expect(designer.inspector.getByRole('button', { name: `Remove ${tag}` })).toBeVisible()
    await expectAccessible(page, 'the tags of a workflow in the designer')
    await saved
  })

  await test.step('a tag filters the list from the filter and from a row, in the address, with its true count', async () => {
    await page.goto(`/workflows?folder=${folder}/`)
    await expect(listed(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    const choices = page.getByRole('list', { name: 'Tags' })
    await expect(choices.getByRole('listitem')).toHaveText([`${tag}2`, 'monthly1', 'quarterly1'])
    await expectAccessible(page, 'the choice of tags')
    await choices.getByRole('checkbox', { name: tag }).click()
    await expect(listed(page)).toHaveCount(2)
    await expect(page).toHaveURL(/[?&]tag=/)
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: title }).getByRole('button', { name: 'quarterly', exact: true }).click()
    await expect(listed(page)).toHaveText([title])
    await expectAccessible(page, 'a list with two tags in its filter')
    await page.reload()
    await expect(listed(page)).toHaveText([title])
    await page.getByRole('button', { name: 'Remove the tag quarterly' }).click()
    await expect(listed(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(listed(page)).toHaveCount(3)
    await expect(page).not.toHaveURL(/[?&]tag=/)
  })

  await test.step('a search finds a title, an id and a tag', async () => {
    const search = page.getByRole('searchbox', { name: 'Search by title, id, description or tag' })
    for (const [words, found] of [
      [`ooks of ${folder.toLowerCase()}`, [title]],
      [`${folder}/Hi`, [hire]],
      ['onthl', [pay]],
    ] as const) {
      await search.fill(words)
      await expect(listed(page)).toHaveText(found)
    }
    await search.fill('nothing like it')
    await expect(page.getByRole('heading', { name: 'No workflows match' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).not.toHaveURL(/[?&]q=/)
  })

  await test.step('a filter finds those whose last run failed, and each row says who edited it', async () => {
    await page.goto(`/workflows?folder=${folder}/`)
    await page.getByRole('combobox', { name: 'Status of the last run' }).click()
    await page.getByRole('option', { name: 'Last run failed' }).click()
    await expect(listed(page)).toHaveText([pay])
    await expect(page).toHaveURL(/[?&]last=failed/)
    await expect(page.getByRole('row', { name: pay })).toContainText('edited by you')
  })
})
