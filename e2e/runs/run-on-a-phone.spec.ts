import { expectAccessible } from '../support/accessible.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('on a phone a step that is chosen in the graph shows its details at once, and closing them leads back to the graph', async ({
  page,
  run,
  rest,
}) => {
  const name = uniqueName('LoanApproval')
  await rest.publish(example('loan-approval', name))
  const { run_id } = await rest.start(name, { customer: 'Weaver & Sons', amount: 24_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  await run.open(run_id)
  await expect(run.status('WAITING_HUMAN_INPUT')).toBeVisible()
  // The title of its task, with the values of this run.
  const title = 'Loan of 24000 for Weaver & Sons'
  const heading = run.details.getByRole('heading', { name: title, exact: true })

  await expect(run.node('Manager_Approval')).toContainText(title)
  await run.node('Manager_Approval').click()
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect(run.details.getByRole('tab', { name: 'Input' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'the details of a step on a phone')
  await run.details.getByRole('button', { name: 'Back to the full run' }).click()
  // All of it, but for the rounding of a scaled picture.
  await expect(run.node('Manager_Approval')).toBeInViewport({ ratio: 0.99 })
  await expect(run.row(/^Loan of 24000 for Weaver & Sons: waiting for a person/)).toBeVisible()

  await test.step('from the sentence at the top, too', async () => {
    await run.sentence.getByRole('link', { name: title, exact: true }).click()
    await expect(heading).toBeInViewport({ ratio: 1 })
    await run.details.getByRole('button', { name: 'Back to the full run' }).click()
  })

  await test.step('a run that is paused', async () => {
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause run' }).click()
    await expect(run.sentence).toContainText('Paused')
    await expectAccessible(page, 'a run that is paused, narrow', { alsoDark: true })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

test('on a phone the columns of a long list of runs share its whole width', async ({ page, rest }) => {
  const name = uniqueName('Many')
  await rest.publish(`workflow_type: ${name}\nsteps: [{ name: A, type: TRANSFORM, set: { done: 'true' } }]\n`)
  await Promise.all(Array.from({ length: 60 }, (_, number) => rest.start(name, { number })))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/runs?workflow=${name}`)
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  await expect(page.getByRole('row').nth(12)).toBeVisible()
  const last = await cells.last().boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(380)
})
