import { RunsPage } from '../pages/runs-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('a booking rolls back, and the scrubber shows each compensation', async ({ page, run, rest }) => {
  const name = uniqueName('TripBooking')
  await rest.publish(example('trip-booking', name))
  const destination = '<img src=x onerror=alert(1)>'
  const { run_id } = await rest.start(name, { destination, nights: 3, card: 'declined' })
  await run.open(run_id)
  await expect(run.status('FAILED_ROLLED_BACK')).toBeVisible()

  await test.step('event by event, by keyboard: graph and sentence are as they were', async () => {
    await run.scrubber.press('Home')
    await expect(run.instant).toContainText('Event 1 of')
    for (const step of ['Reserve_Flight', 'Reserve_Hotel', 'Charge_Card']) {
      await expect(run.node(step)).toContainText('Not run yet')
    }
    await run.toMark('Charge_Card failed: The bank has declined the card.')
    await expect(run.node('Reserve_Hotel')).toContainText('Completed')
    await run.toMark('The rollback started')
    await run.toMark('Reserve_Hotel was undone.')
    await page.keyboard.press(',')
    await expect(run.node('Reserve_Hotel')).toContainText('Undoing')
    await page.keyboard.press('.')
    await expect(run.node('Reserve_Hotel')).toContainText('Undone')
    await expect(run.node('Reserve_Flight')).toContainText('Completed')
    await expect(run.sentence).toContainText('Rolling back because Charge Card failed')
    await expect(run.scrubber).toHaveAttribute('aria-valuetext', /Reserve_Hotel was undone/)
    await expectAccessible(page, 'a run at an instant of the past')
    await run.toMark('Reserve_Flight was undone.')
    await expect(run.node('Reserve_Flight')).toContainText('Undone')
  })

  await test.step('the address holds the instant', async () => {
    const [, seq] = /Event (\d+)/.exec(await run.instant.innerText()) ?? []
    await expect(page).toHaveURL(new RegExp(`[?&]at=${seq}(&|$)`))
    await page.reload()
    await expect(run.instant).toContainText('Reserve_Flight was undone.')
    await run.instant.getByRole('button', { name: 'Now' }).click()
    await expect(run.status('FAILED_ROLLED_BACK')).toBeVisible()
    await expect(page).not.toHaveURL(/[?&]at=/)
  })

  await test.step('the history leads to any event, and its link brings one back', async () => {
    await page.getByRole('tab', { name: /^History/ }).click()
    // What happened, and the way to the whole event, are in sight beside the panel of a smaller window, too.
    for (const width of [900, 1280, 1440]) {
      await page.setViewportSize({ width, height: 860 })
      const first = page.getByRole('row', { name: /^Event 1 / })
      await expect(first.getByText(/^You started/)).toBeInViewport({ ratio: 1 })
      await expect(first.getByRole('button', { name: /as JSON/ })).toBeInViewport({ ratio: 1 })
    }
    await page.getByRole('group', { name: 'Filter events' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('searchbox', { name: 'Search history' }).fill('reserve_hotel')
    const row = page.getByRole('row', { name: /Reserve_Hotel was undone/ })
    await row.click()
    await expect(row).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('row', { name: /Reserve_Flight/ })).toHaveCount(0)
    await row.getByRole('button', { name: /as JSON/ }).click()
    await expect(page.getByRole('figure', { name: 'Event as JSON' })).toContainText('"outcome": "done"')
    await expect(run.details.getByRole('heading', { name: 'Reserve Hotel' })).toBeVisible()
    await expectAccessible(page, 'history with an event')
    await page.goto((await row.getByRole('link').getAttribute('href')) as string)
    await expect(run.instant).toContainText('Reserve_Hotel was undone.')
    await expect(row).toHaveAttribute('aria-current', 'true')
  })

  await test.step('the panel of a step shows the state before and after, markup as the text that it is', async () => {
    await run.node('Reserve_Hotel').click()
    await run.details.getByRole('tab', { name: 'State' }).click()
    await expect(run.details.getByRole('figure', { name: 'State changes' })).toContainText('added: hotel')
    await expect(run.details.getByRole('figure', { name: 'State before' })).toContainText(destination)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  })

  await test.step('among the causes, what was undone is run again instead of retried', async () => {
    const runs = new RunsPage(page)
    await runs.open(`?by=cause&workflow=${name}`)
    await runs.causes.getByRole('button', { name: 'Run again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run again 1 run?' })
    await dialog.getByRole('button', { name: 'Run again 1 run' }).click()
    await expect(runs.operations).toContainText('Ran again 1 run')
  })

  await test.step('on a phone, and for an event that is not there', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/runs/${run_id}?view=history&at=999`)
    await expect(run.instant.getByRole('alert')).toContainText('This run has no event 999.')
    await expect(run.status('FAILED_ROLLED_BACK')).toBeVisible()
    await run.scrubber.press('ArrowLeft')
    await expect(run.instant.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page, 'a run at an instant, narrow')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
