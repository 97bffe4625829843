import type { Browser, Page } from '@playwright/test'
import { DesignerPage } from '../pages/designer-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const steps = ['Score', 'Check', 'Pay', 'Tell', 'Close']
const textOf = (name: string) =>
  `workflow_type: ${name}\nsteps:\n${steps.map((step) => `  - name: ${step}\n    function: loans.${step.toLowerCase()} # of ${step}\n`).join('')}`

/** Another person: a separate browser, with a name for the other people. */
async function another(browser: Browser, baseURL: string | undefined, name: string): Promise<DesignerPage> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) })
  await context.addInitScript((called) => window.localStorage.setItem('heddle.name', called), name)
  return new DesignerPage(await context.newPage())
}

/** Holds saves until they are released, as over a slow line. */
async function holdSaves(page: Page): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/workflows\.saveDraft/, async (route) => {
    await gate
    await route.continue()
  })
  return letGo
}

async function draftOf(page: Page, name: string): Promise<string> {
  const response = await page.request.get(
    `/api/trpc/workflows.draft?input=${encodeURIComponent(JSON.stringify({ name }))}`,
  )
  return (await response.json()).result.data.text
}

test('two people work on one draft, decide what clashes, compare with the version and publish', async ({
  page,
  designer,
  rest,
  browser,
  baseURL,
}) => {
  const name = uniqueName('Shared')
  const text = textOf(name)
  await rest.publish(text)
  await designer.open(name)
  await designer.dock('YAML')
  const bob = await another(browser, baseURL, 'Bob Baker')
  await bob.open(name)

  // Who is here, and where.
  await expect(page.getByRole('button', { name: 'Also here: Bob Baker' })).toBeVisible()
  await bob.select('Pay')
  await expect(designer.node('Pay').locator('[data-people="Bob Baker"]')).toBeVisible()
  await expect(designer.node('Pay')).toHaveAccessibleName(/selected by Bob Baker/)

  // What one saves is there for the other, who has nothing unsaved.
  await bob.writeYaml(text.replace('loans.tell', 'loans.tell_all'))
  await expect(designer.yaml).toContainText('loans.tell_all')

  // Both change the same line, and each another one.
  const shared = text.replace('loans.tell', 'loans.tell_all')
  const letGo = await holdSaves(page)
  await designer.writeYaml(shared.replace('loans.score', 'loans.mine').replace('# of Check', '# of Check, mine'))
  const theirs = shared.replace('loans.score', 'loans.theirs').replace('loans.close', 'loans.close_theirs')
  await bob.writeYaml(theirs)
  await expect.poll(() => draftOf(page, name)).toBe(theirs)
  letGo()
  const dialog = page.getByRole('dialog', { name: /has saved this draft/ })
  await expect(dialog.getByRole('heading', { name: 'Score · function' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await expectAccessible(page, 'conflicts of two drafts')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  const merged = theirs.replace('loans.theirs', 'loans.mine').replace('# of Check', '# of Check, mine')
  await expect.poll(() => draftOf(page, name)).toBe(merged)
  await expect(bob.yaml).toContainText('loans.mine')

  // What gave way is kept.
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  const kept = page.getByRole('region', { name: 'Saved in this browser' })
  await expect(kept.getByText('My text before a merge')).toBeVisible()

  // How the draft stands to what is published; an older text is taken back, and given up again.
  await expect(page.getByText('The draft differs from version 1.')).toBeVisible()
  await expectAccessible(page, 'versions')
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  const undo = page.getByText('Undo', { exact: true })
  // With the pointer over it, it stays.
  await undo.hover()
  await expect(designer.yaml).toContainText('loans.score')
  await undo.click()
  await expect(designer.yaml).toContainText('loans.mine')
  await designer.saved()
  await expect.poll(() => draftOf(page, name)).toBe(merged)
  await expect(bob.yaml).toContainText('loans.mine')

  // The changes that publishing makes, and the link to the comparison.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = page.getByRole('dialog')
  await expect(publishing.getByText('Score, Tell and Close changed.')).toBeVisible()
  await expect(publishing.getByText('No runs in progress.')).toBeVisible()
  await expectAccessible(page, 'publishing, allowed')

  // Another person saves at the moment of publishing: their text is merged and shown before it is published.
  await page.route('**/api/trpc/workflows.publish**', async (route) => {
    const last = merged.replace('# of Check, mine', '# of Check, ours')
    await bob.writeYaml(last)
    await expect.poll(() => draftOf(page, name)).toBe(last)
    await route.continue()
  })
  await publishing.getByRole('button', { name: 'Publish version 2' }).click()
  await publishing.getByRole('button', { name: 'Merge' }).click()
  await expect(publishing.getByText(/The latest saved changes are in the draft now/)).toBeVisible()
  await page.unroute('**/api/trpc/workflows.publish**')
  await publishing.getByRole('link', { name: 'View changes' }).click()
  await expect(page).toHaveURL(/\/diff\?from=1&to=draft$/)
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.getByText('loans.score')).toBeVisible()
  await expect(changes.getByText('loans.mine')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Graph' }).getByText('1 field changed')).toHaveCount(3)
  await expectAccessible(page, 'two versions compared')
  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page.getByRole('textbox', { name: 'Version 1' })).toContainText('loans.score')
  await expect(page.getByRole('textbox', { name: 'The draft' })).toContainText('loans.mine')
  await expect(page.getByRole('textbox', { name: 'The draft' })).toContainText('# of Check, ours')
  await bob.page.context().close()
})

test('who is asked to decide while the other side saves once more decides again; who publishes second is told, with their words', async ({
  page,
  designer,
  rest,
  browser,
  baseURL,
}) => {
  const name = uniqueName('Again')
  const text = textOf(name)
  await rest.publish(text)
  await designer.open(name)
  const bob = await another(browser, baseURL, 'Bob Baker')
  await bob.open(name)
  const dialog = page.getByRole('dialog')

  await test.step('a step that one took out and the other renamed is one thing to decide', async () => {
    const letGo = await holdSaves(page)
    await designer.writeYaml(text.replace(/ {2}- name: Close\n.*\n/, ''))
    const renamed = text.replace('name: Close', 'name: Close_all')
    await bob.writeYaml(renamed)
    await expect.poll(() => draftOf(page, name)).toBe(renamed)
    letGo()
    await expect(dialog.getByRole('heading', { name: 'The step Close' })).toBeVisible()
    await expect(dialog.getByText('1 of 1 left to resolve')).toBeVisible()
    await expect(dialog.getByText('name: Close_all').first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Keep both' })).toHaveCount(0)
  })

  await test.step('what they save meanwhile is asked about before anything is saved', async () => {
    await dialog.getByRole('button', { name: 'Remove the step' }).click()
    const more = text.replace('name: Close', 'name: Close_all').replace('loans.close', 'loans.close_more')
    await bob.writeYaml(more)
    await expect.poll(() => draftOf(page, name)).toBe(more)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog.getByText(/the other side saved again/)).toBeVisible()
    await expect(dialog.getByText('1 of 1 left to resolve')).toBeVisible()
    await expect(dialog.getByText('loans.close_more').first()).toBeVisible()
    await dialog.getByRole('button', { name: /^Take / }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog).toBeHidden()
    await designer.saved()
    await expect.poll(() => draftOf(page, name)).toBe(more)
  })

  await test.step('both publish: the second is told, and keeps what they wrote about it', async () => {
    await expect(bob.yaml).toContainText('loans.close_more')
    await bob.page.getByRole('button', { name: 'Publish', exact: true }).click()
    const second = bob.page.getByRole('dialog')
    await second.getByRole('textbox').fill('Close more, by Bob')
    // Before the window has heard of it: hearing of it says the same.
    await bob.page.route(/workflows\.presence/, (route) => route.abort())
    await designer.publish()
    await second.getByRole('button', { name: /^Publish version/ }).click()
    await expect(second.getByRole('heading', { name: 'Nothing to publish' })).toBeVisible()
    await expect(second.getByRole('alert')).toContainText('Version 2 with this text was published in the meantime.')
    await expect(second.getByRole('alert')).toContainText('Close more, by Bob')
    await second.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(bob.page.getByText('v2', { exact: true })).toBeVisible()
    await bob.page.unroute(/workflows\.presence/)
  })

  await test.step('a version that somebody else publishes is seen without a reload', async () => {
    await designer.select('Score')
    await designer.fill('Description', 'What the customer is worth')
    await expect.poll(() => draftOf(page, name)).toContain('What the customer is worth')
    await designer.publish()
    await expect(bob.page.getByText('v3', { exact: true })).toBeVisible()
  })
  await bob.page.context().close()
})

test('five people edit one draft at once, and everything that they wrote is in it', async ({
  rest,
  browser,
  baseURL,
}) => {
  const name = uniqueName('Five')
  const text = textOf(name)
  await rest.publish(text)
  const people: DesignerPage[] = []
  // The people open the draft one after the other: loading five cold pages at once is not what this test shows.
  for (const step of steps) {
    const person = await another(browser, baseURL, `At ${step}`)
    await person.open(name)
    people.push(person)
  }
  const [first] = people
  if (first === undefined) throw new Error('Nobody is here.')
  await expect(first.page.getByRole('button', { name: /^Also here: (?:At \w+(?:, )?){4}$/ })).toBeVisible()
  // Saves are held until all have written: a whole text written over another person's change would revert that change.
  const written = await Promise.all(people.map((person) => holdSaves(person.page)))
  await Promise.all(
    people.map((person, index) =>
      person.writeYaml(text.replace(`# of ${steps[index]}`, `# written at ${steps[index]}`)),
    ),
  )
  for (const letGo of written) letGo()
  await expect.poll(() => draftOf(first.page, name)).toBe(text.replaceAll('# of', '# written at'))
  for (const person of people) await expect(person.yaml).toContainText('written at Close')

  // Then all of them write in one place: one of the texts stands, and every other author is asked before theirs is
  // given up.
  const together = text.replaceAll('# of', '# written at')
  const gates = await Promise.all(people.map((person) => holdSaves(person.page)))
  const wrote = (index: number) => together.replace('loans.score', `loans.score_${index}`)
  await Promise.all(people.map((person, index) => person.writeYaml(wrote(index))))
  gates[0]?.()
  await expect.poll(() => draftOf(first.page, name)).toBe(wrote(0))
  for (const [index, person] of people.entries()) {
    if (index === 0) continue
    gates[index]?.()
    const dialog = person.page.getByRole('dialog', { name: /has saved this draft/ })
    await expect(dialog.getByRole('heading', { name: 'Score · function' })).toBeVisible()
    await expect(dialog).toContainText('loans.score_0')
    await expect(dialog).toContainText(`loans.score_${index}`)
    await dialog.getByRole('button', { name: /^Take / }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog).toBeHidden()
    await expect(person.yaml).toContainText('loans.score_0')
    // What was given up is still to be had.
    await person.page.getByRole('button', { name: 'Versions', exact: true }).click()
    await expect(person.page.getByRole('region', { name: 'Saved in this browser' })).toContainText(
      'My text before a merge',
    )
  }
  expect(await draftOf(first.page, name)).toBe(wrote(0))
  await Promise.all(people.map((person) => person.page.context().close()))
})
