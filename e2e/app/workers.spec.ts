import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('workers and engines: who is alive, and the queue that no worker serves with the command that helps', async ({
  page,
  rest,
}) => {
  const [name, queue] = [uniqueName('Mailing'), uniqueName('mails')]
  await rest.publish(
    `workflow_type: ${name}\nsteps:\n  - name: Send\n    type: ASYNC\n    function: campaigns.send_emails\n    queue: ${queue}\n`,
  )
  await rest.start(name, {})
  await page.goto('/workers')
  await expect(page.getByRole('table', { name: 'Engines' }).getByText('alive').first()).toBeVisible()
  await expect(page.getByText(`No worker serves queue ${queue}.`)).toBeVisible()
  await expect(page.getByText(`npm run worker -- --queue ${queue}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Queues' }).getByRole('row').filter({ hasText: queue })).toContainText(
    'none',
  )
  await expectAccessible(page, 'workers and engines', { alsoDark: true })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 860 })
  const callout = page.getByText(`No worker serves queue ${queue}.`).locator('xpath=ancestor::div[2]')
  await callout.getByRole('link', { name: 'Show its runs' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test('agents: who is alive, with its queues, code and version, and the queue that needs one', async ({
  page,
  rest,
}) => {
  const [name, queue] = [uniqueName('Render'), uniqueName('gpu')]
  await rest.agent('register', {
    agent_id: `${queue}:1`,
    queues: [queue],
    version: '7.8.9',
    workflows: [{ type: name, hash: 'a', source: 'async def render(frame): ...' }],
  })
  await page.goto('/workers')
  const agents = page.getByRole('table', { name: 'Agents' })
  const row = agents.getByRole('row').filter({ hasText: queue })
  await expect(row.getByText('alive')).toBeVisible()
  await expect(row).toContainText(`${name} v1`)
  await expect(row).toContainText('7.8.9')
  await rest.start(name, {})
  await rest.agent('unregister', { agent_id: `${queue}:1` })
  await expect(page.getByText(`No agent serves queue ${queue}.`)).toBeVisible()
  await expect(page.getByText(`npm run agent -- --queue ${queue}`)).toBeVisible()
  await expectAccessible(page, 'agents', { alsoDark: true })
  await rest.agent('register', { agent_id: `${queue}:2`, queues: [queue], workflows: [{ type: name, hash: 'a' }] })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row.getByText('alive')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
