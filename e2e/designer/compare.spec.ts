import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const version = (name: string, steps: readonly string[], places: string) =>
  `workflow_type: ${name}\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}layout: ${places}\n`
const take = '{ name: Take, type: TRANSFORM, set: { n: "1" } }'
const ask = '{ name: Ask, type: HUMAN, title: May we? }'
const pay = '{ name: Pay, type: TRANSFORM, set: { paid: "true" } }'

test('publishing names the runs that stay on their versions, and any two versions are compared on one graph', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Compared')
  await rest.publish(version(name, [take, ask, pay], '{ Take: [0, 0], Ask: [0, 120], Pay: [0, 240] }'))
  const waiting = [await rest.start(name, {}), await rest.start(name, {})]
  await rest.publish(
    version(
      name,
      [take.replace('"1"', '"2"'), ask, '{ name: Tell, type: TRANSFORM, set: { told: "true" } }'],
      '{ Take: [0, 0], Ask: [300, 120], Tell: [0, 240] }',
    ),
  )
  waiting.push(await rest.start(name, {}))
  for (const { run_id } of waiting) {
    await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
  }

  await test.step('before it is published', async () => {
    await designer.open(name)
    await designer.select('Ask')
    await designer.fill('Task title', 'May we please?')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Runs in progress stay on their version:')).toBeVisible()
    await expect(dialog.getByRole('link', { name: '1 live run on version 2' })).toBeVisible()
    await dialog.getByRole('link', { name: '2 live runs on version 1' }).click()
    await expect(page.getByRole('row').filter({ has: page.getByRole('link', { name }) })).toHaveCount(2)
  })

  await test.step('what was added, removed, changed, and only moved', async () => {
    await page.goto(`/workflows/${name}/diff?from=1&to=draft`)
    const graph = page.getByRole('region', { name: 'Graph', exact: true })
    const changes = page.getByRole('region', { name: 'Changes', exact: true })
    await page.getByRole('combobox', { name: 'To' }).click()
    await page.getByRole('option', { name: 'Version 2' }).click()
    await expect(page).toHaveURL(/to=2/)
    const stands = { Take: '1 field changed', Ask: 'moved', Tell: 'added', Pay: 'removed' }
    for (const [step, words] of Object.entries(stands)) {
      await expect(graph.locator(`.react-flow__node[data-id="${step}"]`)).toContainText(words)
    }
    const only = changes.getByRole('region', { name: /^Only moved/ })
    await expect(only.getByRole('listitem')).toHaveText([/Ask/])
    await expect(changes.getByRole('region', { name: 'Steps' }).getByRole('button')).toHaveText([
      /Take.*changed/,
      /Pay.*removed/,
      /Tell.*added/,
    ])
    await expect(changes.getByRole('region', { name: 'Connections' }).getByRole('listitem')).toHaveCount(2)
    await expect(changes.getByRole('region', { name: 'Steps' })).toContainText('set › n')

    // The other way round, what was added is removed; chosen in the list, a step comes into view without a movement.
    await page.getByRole('button', { name: 'Swap the two' }).click()
    await expect(graph.locator('.react-flow__node[data-id="Tell"]')).toContainText('removed')
    await expect(graph.locator('.react-flow__node[data-id="Pay"]')).toContainText('added')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const view = graph.locator('.react-flow__viewport')
    const pane = await graph.locator('.react-flow__pane').boundingBox()
    const from = { x: (pane?.x ?? 0) + 12, y: (pane?.y ?? 0) + 12 }
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y + (pane?.height ?? 0) + 200, { steps: 4 })
    await page.mouse.up()
    await expect(graph.locator('.react-flow__node[data-id="Tell"]')).not.toBeInViewport()
    const before = await view.getAttribute('style')
    await view.evaluate((element) => {
      const seenStyles = new Set<string>()
      new MutationObserver(() => seenStyles.add(element.getAttribute('style') ?? '')).observe(element, {
        attributes: true,
      })
      Object.assign(window, { seenStyles })
    })
    await changes.getByRole('button', { name: /^Tell/ }).click()
    await expect(view).not.toHaveAttribute('style', before ?? '')
    await expect(graph.locator('.react-flow__node[data-id="Tell"]')).toBeInViewport()
    expect(await page.evaluate(() => [...(window as unknown as { seenStyles: Set<string> }).seenStyles])).toHaveLength(
      1,
    )
  })
})

test('an address that compares what is not there, the same twice or what is no workflow says so, and leads on', async ({
  page,
  designer,
  rest,
  complaints,
}) => {
  const name = uniqueName('Misled')
  await rest.publish(version(name, [take], '{ Take: [0, 0] }'))
  const missing = page.getByRole('heading', { name: 'Page not found' })

  await page.goto(`/workflows/${name}/diff?from=1&to=99`)
  await expect(missing).toBeVisible()
  await expect(page.getByText(`${name} has no version 99; the latest is 1.`)).toBeVisible()
  await page.goto(`/workflows/${name}/diff?from=latest&to=draft`)
  await expect(missing).toBeVisible()
  await expect(page.getByText('Cannot compare “latest”. Use a version number or draft.')).toBeVisible()
  await page.getByRole('link', { name: `Open ${name}` }).click()
  await expect(designer.node('Take')).toBeVisible()

  await page.goto(`/workflows/${name}/diff?from=1&to=1`)
  await expect(page.getByText('Both sides are the same version')).toBeVisible()

  await designer.open(name)
  const kept = page.waitForResponse(/workflows\.saveDraft/)
  await designer.writeYaml(`workflow_type: ${name}\nsteps: [`)
  // "Saved" may be said of the text before.
  await kept
  await page.goto(`/workflows/${name}/diff?from=1&to=draft`)
  await expect(page.getByText('The draft is not a valid workflow, so there is no graph.')).toBeVisible()
  await page.getByRole('button', { name: 'Compare as text' }).click()
  await expect(page.getByRole('textbox', { name: 'The draft' })).toContainText('steps: [')
  await page.goto(`/workflows/${name}/diff?from=draft&to=draft`)
  await expect(page.getByText('The draft is not a valid workflow, so there is no graph.')).toBeVisible()

  // The browser reports the answers that there is no such version.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
})
