import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { RunPage } from '../pages/run-page.ts'
import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { type Heddle, startHeddle } from '../support/heddle.ts'
import { restClient } from '../support/rest.ts'

const RUNS = 60

/** A separate Heddle: its engine is stopped, and its step functions do harm. */
let heddle: Heddle
test.beforeAll(async () => {
  heddle = await startHeddle({ env: { HEDDLE_FUNCTIONS: join(import.meta.dirname, 'functions') } })
})
test.afterAll(() => heddle.stop())

test('an operation over many runs is stopped: who was asked answers, the others are left alone, and each says which', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: heddle.url })
  try {
    const rest = restClient(heddle.url)
    const runs = new RunsPage(page)
    const dialog = page.getByRole('dialog')
    await rest.publish('workflow_type: Ask\nsteps:\n  - { name: Ask, type: HUMAN }\n')
    for (let place = 0; place < RUNS; place += 1) await rest.start('Ask', { place })
    const count = async (status: string) => (await rest.runsOf('Ask', `&status=${status}&limit=100`)).items.length

    await runs.open('?workflow=Ask')
    await expect(runs.view('Waiting for people', RUNS)).toBeVisible()
    await runs.row('Ask').first().getByRole('checkbox').click()
    await runs.chosenBar.getByRole('button', { name: `Select all ${RUNS} runs in this filter` }).click()
    // No engine answers from here on: the operation lasts until it is stopped.
    process.kill(heddle.pidOf('engine'), 'SIGSTOP')
    await runs.chosenBar.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: `Cancel ${RUNS} runs` }).click()
    await expect(runs.operations).toContainText(`Cancelling ${RUNS} runs`)
    await expectAccessible(page, 'an operation that goes on')
    // Some runs have been asked by now.
    const unread = async () => /^heddle_mailbox_messages (\d+)/m.exec(await (await page.request.get('/metrics')).text())
    await expect.poll(async () => Number((await unread())?.[1])).toBeGreaterThan(0)
    await runs.operations.getByRole('button', { name: 'Stop' }).click()
    await expect(runs.operations).toContainText('stopping once the runs already asked have responded')
    await expect(runs.operations.getByRole('button', { name: 'Stop' })).toBeDisabled()

    process.kill(heddle.pidOf('engine'), 'SIGCONT')
    await expect(runs.operations).toContainText(/^Cancelled \d+ runs?, \d+ skipped/)
    const [, done, left] = /Cancelled (\d+) runs?, (\d+) skipped/.exec(await runs.operations.innerText()) ?? []
    expect(Number(done)).toBeGreaterThan(0)
    expect(Number(left)).toBeGreaterThan(0)
    expect(Number(done) + Number(left)).toBe(RUNS)
    await expect.poll(() => count('cancelled')).toBe(Number(done))
    await runs.operations.getByRole('button', { name: 'Results' }).click()
    await dialog.getByRole('tab', { name: 'Skipped' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(Number(left))
    await expectAccessible(page, 'what an operation that was stopped left alone')
  } finally {
    await page.close()
  }
})

test('axe finds nothing on a step that is in quarantine, in the run and on the way there', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: heddle.url })
  try {
    const rest = restClient(heddle.url)
    const run = new RunPage(page)
    await rest.publish('workflow_type: Deadly\nsteps:\n  - { name: Exit, function: deadly.exit }\n')
    const { run_id } = await rest.start('Deadly', {})
    await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('FAILED')
    await page.goto('/')
    await page
      .getByRole('list', { name: 'Needs attention' })
      .getByRole('link', { name: /in quarantine/ })
      .click()
    await page.getByRole('link', { name: 'Deadly' }).first().click()
    await expect(run.status('FAILED')).toBeVisible()
    await run.node('Exit').click()
    await expect(run.details.getByText(/crashed or blocked its process 3 times/).first()).toBeVisible()
    await expectAccessible(page, 'a step in quarantine', { alsoDark: true })
    await run.details.getByRole('tab', { name: /^Logs/ }).click()
    for (const wait of ['2 s', '8 s'])
      await expect(run.details.getByText(`isolated process after ${wait}`).first()).toBeVisible()
    await expectAccessible(page, 'what a step in quarantine has said')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'a step in quarantine, narrow')
  } finally {
    await page.close()
  }
})
