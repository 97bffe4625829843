import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const child = (name: string) => `workflow_type: ${name}
steps:
  - { name: Prepare, type: TRANSFORM, set: { ready: "true" } }
  - { name: Approve, type: HUMAN, title: Look at the parcel }
`

const parent = (name: string, below: string) => `workflow_type: ${name}
steps:
  - name: Print
    type: PARALLEL
    iterate_over: input.items
    task_function: shipping.print_label
    allow_partial_success: true
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.items
    loop_body:
      - { name: Note, type: TRANSFORM, set: { noted: item.sku } }
  - name: Below
    type: SUB_WORKFLOW
    sub_workflow_type: ${below}
`

test('a run over time and as a graph, by keys: items, rounds, a run below, and all of it at an earlier instant', async ({
  page,
  run,
  rest,
}) => {
  const [name, below] = [uniqueName('Parcels'), uniqueName('Approval')]
  await rest.publish(child(below))
  await rest.publish(parent(name, below))
  const items = ['LOOM', '', 'REED'].map((sku) => ({ sku }))
  const rows = Array.from({ length: 2_000 }, (_, place) => ({ place, note: `row ${place} of a large input` }))
  const { run_id } = await rest.start(name, { items, rows })
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_CHILD_HUMAN_INPUT')
  await run.open(run_id)

  await test.step('a large value says how large it is, and is opened piece by piece', async () => {
    await run.unfoldPart('Input')
    const input = page.getByRole('figure', { name: 'Input' })
    await expect(run.details.locator('details[open]').getByText(/^\d+ kB$/)).toBeVisible()
    await input.getByRole('button', { name: /^rows:/ }).click()
    await expect(input.getByRole('button', { name: '100 more of 1,900' })).toBeVisible()
  })

  await test.step('rows open to items and to the steps of a run below', async () => {
    await expect(run.row(/^Print: completed/)).toBeVisible()
    await run.timeline.focus()
    await page.keyboard.press('ArrowRight')
    await expect(run.row(/^Item 1: failed/)).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(run.row(/^Item 1/)).toBeHidden()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await expect(run.row(/^Look at the parcel: waiting for a person/)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(run.details.getByRole('heading', { name: 'Prepare' })).toBeVisible()
    await expect(page).toHaveURL(/[?&]in=[0-9a-f-]{36}/)
    await page.keyboard.press('+')
    await expect(page).toHaveURL(/[?&]zoom=\d+-\d+/)
    await page.keyboard.press('0')
    await expect(page).not.toHaveURL(/zoom=/)
  })

  await test.step('a fan is one node; its items are looked at by kind', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(run.node('Print')).toContainText('×3, 1 failed')
    await page.keyboard.press('o')
    const panel = page.getByRole('region', { name: 'Items of Print' })
    await expect(panel.getByRole('listitem')).toHaveText(/^Item 1/)
    await panel.getByRole('button', { name: '1 failed', pressed: true }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(3)
    await expectAccessible(page, 'items of a fan', { alsoDark: true })
    await panel.getByRole('button', { name: 'Close the items' }).click()
  })

  await test.step('the body of a loop is drawn in the round that is picked', async () => {
    await run.node('Each').click()
    await expect(run.node('Each')).toContainText('Round 3 of 3')
    await page.keyboard.press('<')
    await expect(run.node('Each')).toContainText('Round 2 of 3')
    await expect(run.node('Note')).toContainText('Completed')
  })

  await test.step('a sub-workflow opens in place, with its states rolled up', async () => {
    await run.node('Below').click()
    await page.keyboard.press('o')
    await expect(run.node('Below')).toContainText(`1 of 2 done, 1 waits · ${below}`)
    await run.node('Below/Approve').click()
    await expect(run.details.getByRole('heading', { name: 'Look at the parcel' })).toBeVisible()
    const way = run.details.getByRole('link', { name: `Open it in its run of ${below}` })
    await expect(way).toHaveAttribute('href', /step=Approve$/)
    await expect(run.row(/^Look at the parcel:/)).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page, 'a sub-workflow opened in the graph of its parent', { alsoDark: true })
  })

  await test.step('at an earlier instant all of it is as it was', async () => {
    await page.getByRole('slider', { name: 'Point in time' }).focus()
    await page.keyboard.press('Home')
    for (const node of ['Print', 'Note', 'Below/Prepare']) await expect(run.node(node)).toContainText('Not run yet')
    await page.keyboard.press('End')
    await expect(run.node('Below/Prepare')).toContainText('Completed')
    await page.locator('[data-part="ruler"]').click({ position: { x: 2, y: 8 } })
    await expect(page).toHaveURL(/[?&]at=\d+(&|$)/)
    await expect(run.node('Below/Prepare')).toContainText('Not run yet')
  })
})
