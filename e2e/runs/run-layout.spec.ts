import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const text = (name: string) => `workflow_type: ${name}
steps:
  - { name: Check, type: TRANSFORM, set: { total: input.amount } }
  - { name: Break, type: SCRIPT, code: "if (input.amount > 1) throw new Error('The parcel is too heavy.'); return { checked: true }" }
`

test('the page of a run: one bar, graph and timeline with a splitter, the error once and the output first', {
  tag: '@main',
}, async ({ page, run, rest }) => {
  const name = uniqueName('Parcel')
  await rest.publish(text(name))
  const failed = await rest.start(name, { amount: 9 })
  const done = await rest.start(name, { amount: 1 })
  await expect.poll(async () => (await rest.run(failed.run_id)).workflow_status).toBe('FAILED')
  await expect.poll(async () => (await rest.run(done.run_id)).workflow_status).toBe('COMPLETED')
  const splitter = page.getByRole('separator', { name: 'Height of the graph' })
  const share = async () => Number(await splitter.getAttribute('aria-valuenow'))

  await test.step('at 1440×900 the bar is 44 pixels high, and the graph has 60 % of what is left', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await run.open(failed.run_id)
    await expect(run.status('FAILED')).toHaveText('Failed')
    const [sentence, instant] = [await run.sentence.boundingBox(), await run.instant.boundingBox()]
    expect(sentence?.height).toBe(44)
    expect(instant?.y).toBe(sentence?.y)
    await expect(run.timeline).toBeVisible()
    const graph = await page.locator('.react-flow').boundingBox()
    const dock = await page.getByRole('tablist', { name: 'Views of this run' }).boundingBox()
    const all = 900 - (graph?.y ?? 0)
    expect((graph?.height ?? 0) / all).toBeCloseTo(0.6, 1)
    expect(dock?.y).toBeGreaterThan((graph?.y ?? 0) + (graph?.height ?? 0) - 1)
  })

  await test.step('the error is said once', async () => {
    await expect(run.details.getByRole('heading', { level: 2 }).first()).toHaveText('Error')
    await expect(page.getByText('The parcel is too heavy.').and(page.locator(':visible'))).toHaveCount(1)
    for (const word of ['Phase', 'FAILED_UNSAFE', 'Public status']) {
      await expect(page.getByText(word, { exact: true })).toHaveCount(0)
    }
  })

  await test.step('the splitter moves by keys, and is remembered', async () => {
    await splitter.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(share).toBe(50)
    await page.reload()
    await expect.poll(share).toBe(50)
    await splitter.focus()
    await page.keyboard.press('Enter')
    await expect.poll(share).toBe(60)
  })

  await test.step('the log has the failure, and is narrowed', async () => {
    await page.getByRole('tab', { name: 'Logs' }).click()
    const log = page.getByRole('list', { name: 'Logs of this run' })
    await expect(log).toContainText('The parcel is too heavy.')
    await page.getByRole('searchbox', { name: 'Search logs' }).fill('nothing like it')
    await expect(page.getByText('No lines match.')).toBeVisible()
  })

  await test.step('of a completed run the output is first, and input and facts are folded', async () => {
    await run.open(done.run_id)
    await expect(run.details.getByRole('heading', { level: 2 }).first()).toHaveText('Output')
    await expect(run.details.getByText('Run id')).toBeHidden()
    await run.unfoldPart('About this run')
    await expect(run.details.getByText('Run id')).toBeVisible()
  })

  await test.step('at 768 nothing scrolls sideways, and the bar stays in the window', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(run.status('COMPLETED')).toBeInViewport({ ratio: 1 })
    await expect(run.scrubber).toBeInViewport({ ratio: 1 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
