import type { Page } from '@playwright/test'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b>'
const quoted = JSON.stringify(evil)

const text = (name: string) => `
workflow_type: ${name}
description: ${quoted}
steps:
  - name: Ask
    type: HUMAN
    description: ${quoted}
    title: "{{ input.customer }}"
    groups: [${quoted}]
    form:
      type: object
      title: ${quoted}
      description: ${quoted}
      properties: { note: { type: string, title: ${quoted}, description: ${quoted}, default: ${quoted} } }
  - name: Fail
    type: SCRIPT
    code: throw new Error(input.customer)
`

/** Everything stands there as it was written: nothing of it became an element, and nothing ran. */
async function expectHarmless(page: Page, place: string): Promise<void> {
  await expect(page.getByText('<b>bold</b>', { exact: false }).first(), place).toBeVisible()
  const found = await page.evaluate(() => ({
    hacked: 'hacked' in window,
    elements: document.querySelectorAll('img[src="x"]').length,
    bold: [...document.querySelectorAll('b')].filter((each) => each.textContent === 'bold').length,
  }))
  expect(found, place).toEqual({ hacked: false, elements: 0, bold: 0 })
}

test('markup in every name and value is shown as it was written, wherever it appears, and nothing of it runs (ASVS 1.1.2, 1.2.1, 1.2.3, 3.2.2)', async ({
  page,
  run,
  rest,
}) => {
  const name = uniqueName('Markup')
  await rest.publish(text(name))
  const refused = await rest.tryPublish(`workflow_type: ${quoted}\nsteps:\n  - name: ${quoted}\n    function: a.b\n`)
  expect(refused.status).toBe(422)
  const input = { customer: evil, [evil]: evil }
  const waiting = await rest.start(name, input)
  const failed = await rest.start(name, input)
  await expect.poll(async () => (await rest.run(failed.run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
  await rest.resume(failed.run_id, { note: evil })
  await expect.poll(async () => (await rest.run(failed.run_id)).workflow_status).toBe('FAILED')
  await expect.poll(async () => (await rest.run(waiting.run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')

  for (const path of [
    '/',
    '/workflows',
    `/workflows/${name}`,
    `/runs?workflow=${name}`,
    `/runs?workflow=${name}&by=cause`,
    `/runs?q=${encodeURIComponent(evil)}`,
    `/runs?error=${encodeURIComponent(evil)}`,
    `/inbox?q=${encodeURIComponent(evil)}`,
    `/runs/${waiting.run_id}?step=Ask`,
  ]) {
    await page.goto(path)
    if (path.startsWith('/runs?q=')) await expect(page.getByRole('searchbox').first()).toHaveValue(evil)
    else await expectHarmless(page, path)
  }
  await run.open(failed.run_id)
  await expect(run.status('FAILED')).toBeVisible()
  await expectHarmless(page, 'a failed run')
  for (const tab of ['History', 'State']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectHarmless(page, `a failed run, ${tab}`)
  }
})

test('a filter of ten thousand characters and an id that is none are told apart from nothing found', async ({
  page,
  complaints,
}) => {
  await page.goto(`/runs?error=${'x'.repeat(10_000)}`)
  await expect(
    page.getByRole('alert').filter({ hasText: 'The request is too long. Shorten the filter.' }),
  ).toBeVisible()
  await page.goto('/runs/not-an-id')
  await expect(page.getByText('not-an-id is not a run id.')).toBeVisible()
  // The browser itself reports the answers 400.
  complaints.splice(0, complaints.length, ...complaints.filter((said) => !said.includes('400')))
})
