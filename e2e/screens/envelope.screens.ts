import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, freshTest as test } from '../support/fixtures.ts'
import { restClient } from '../support/rest.ts'
import { failing, shoot, shootNarrow } from './shoot.ts'

const textsOf = (file: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'workflows', `${file}.yaml`), 'utf8').split(/^---$/m)

test('envelopes and locks: empty, full and failing', async ({ page, heddle }) => {
  const rest = restClient(heddle.url)
  await page.goto('/locks')
  await expect(page.getByText('No resources yet')).toBeVisible()
  await shoot(page, 'locks-empty')
  await shootNarrow(page, 'locks-empty')

  for (const text of [...textsOf('network-change'), ...textsOf('account-transfers')]) await rest.publish(text)
  const change = { change: 'CHG-7', site: 'zurich', firmware: '17.9.4', window_start: '2026-01-05T22:00:00Z' }
  const waiting = await rest.start('NetworkChange', { ...change, devices: ['sw-1'] })
  const unsafe = await rest.start('NetworkChange', { ...change, devices: ['sw-dead', 'sw-2'] })
  await expect.poll(() => rest.phaseChanges(unsafe.run_id)).toContain('VALID>BLOCKED_WAITING')
  await rest.signal(unsafe.run_id, 'change-approved-CHG-7')
  const transfer = (to: string) =>
    rest.start('AccountTransfer', { from: 'shared', to, amount: 5, clearing_seconds: 3_000 })
  const first = await transfer('rent')
  await expect.poll(() => rest.phaseChanges(first.run_id)).toContain('LOCKED>RUNNING')
  const second = await transfer('savings')
  await transfer('holidays')
  await expect.poll(() => rest.phaseChanges(second.run_id)).toContain('LOCKING>SCHEDULED')

  await page.goto('/locks?used=true')
  await page.getByRole('button', { name: '2 runs wait' }).click()
  await expect(page.locator('[data-blocker="true"]').first()).toBeVisible()
  await shoot(page, 'locks')
  await page.locator('[data-blocker="true"]').first().scrollIntoViewIfNeeded()
  await shoot(page, 'locks-graph')
  await shootNarrow(page, 'locks')
  await page.getByRole('button', { name: /^Force release of account:shared/ }).click()
  await shoot(page, 'locks-release')
  await page.keyboard.press('Escape')

  for (const [name, id] of Object.entries({ waiting: waiting.run_id, queued: second.run_id, unsafe: unsafe.run_id })) {
    await page.goto(`/runs/${id}?view=envelope`)
    await expect(page.getByRole('region', { name: 'Phases of the run' })).toBeVisible()
    await shoot(page, `run-envelope-${name}`)
    await shootNarrow(page, `run-envelope-${name}`)
  }
  await page.getByRole('tabpanel').getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('checkbox').first().click()
  await shoot(page, 'run-envelope-rollback')
  await page.keyboard.press('Escape')

  await page.goto('/inbox')
  await expect(page.getByRole('heading', { name: 'To acknowledge' })).toBeVisible()
  await shoot(page, 'inbox-unsafe')
  await shootNarrow(page, 'inbox-unsafe')
  await page.getByRole('button', { name: /^Acknowledge/ }).click()
  await shoot(page, 'inbox-unsafe-acknowledge')
  await page.keyboard.press('Escape')

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: /^Unsafe/ })).toContainText('1')
  await shoot(page, 'overview-unsafe')
  await shootNarrow(page, 'overview-unsafe')

  await page.goto('/runs?phase=FAILED_UNSAFE,SCHEDULED&resource=account:shared')
  await page.getByRole('button', { name: /^phase is/ }).click()
  await shoot(page, 'runs-by-phase')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: '2 filters' }).click()
  await shootNarrow(page, 'runs-by-phase')
  await page.goto('/runs?severity=bad')
  await expect(page.getByRole('link', { name: 'NetworkChange' }).first()).toBeVisible()
  await shoot(page, 'runs-unsafe')

  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  await page.getByRole('menuitem', { name: 'Blank' }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Template' }).click()
  for (const name of ['NetworkChange', 'AccountTransfers']) {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${name} `) })
      .click()
    await shoot(page, `template-${name}`)
    await shootNarrow(page, `template-${name}`)
  }
  await page.keyboard.press('Escape')

  await page.goto('/workflows/NetworkChange')
  await page.getByRole('navigation', { name: 'Envelope' }).getByRole('button', { name: 'Conditions' }).click()
  await shoot(page, 'designer-envelope')
  await shootNarrow(page, 'designer-envelope')
  await failing(page, 'locks.list')
  await page.goto('/locks')
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await shoot(page, 'locks-failing')
})
