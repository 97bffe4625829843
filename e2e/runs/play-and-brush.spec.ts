import { playPace } from '#components/runs/run/instant/moves.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('a run is played from its first event to now, halts where it is stopped, and goes on from there', async ({
  page,
  run,
  rest,
}) => {
  const name = uniqueName('TripBooking')
  await rest.publish(example('trip-booking', name))
  const { run_id } = await rest.start(name, { destination: 'Rome', nights: 3, card: 'declined' })
  await run.open(run_id)
  await expect(run.status('FAILED_ROLLED_BACK')).toBeVisible()
  const events = Number(await run.scrubber.getAttribute('aria-valuemax'))
  const seqs = await run.watchInstants()

  // Time goes on only as it is told to: each event stands until it is seen.
  const { stride, tickMs } = playPace(events)
  expect(stride).toBe(1)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const playsTo = async (seq: number) => {
    await page.clock.runFor(tickMs)
    // At the last event the page shows the present, and only the slider names the event.
    await expect(run.scrubber).toHaveAttribute('aria-valuetext', new RegExp(`Event ${seq} of`))
  }

  await run.play.click()
  await expect(run.instant).toContainText('Event 1 of')
  await playsTo(2)
  await playsTo(3)
  await run.stop.click()
  await page.clock.runFor(3 * tickMs)
  const halted = await run.shownSeq()
  expect(halted).toBe(3)
  await expect(run.node('Charge_Card')).toContainText('Not run yet')
  await expect(page).toHaveURL(new RegExp(`[?&]at=${halted}(&|$)`))
  expect(await run.shownSeq(), 'it stays where it was stopped').toBe(halted)

  await run.play.click()
  for (let seq = halted + 1; seq <= events; seq += 1) await playsTo(seq)
  await page.clock.runFor(3 * tickMs)
  await expect(run.play).toBeVisible()
  await expect(run.status('FAILED_ROLLED_BACK')).toBeVisible()
  await expect(page).not.toHaveURL(/[?&]at=/)
  // One event after the other, from the first to the last, and none twice.
  const first = (await seqs()).lastIndexOf(1)
  expect((await seqs()).slice(first)).toEqual(Array.from({ length: events }, (_, place) => place + 1))

  await test.step('whoever goes elsewhere by hand ends the playing', async () => {
    await page.keyboard.press('p')
    await expect(run.stop).toBeVisible()
    await run.scrubber.press('Home')
    await expect(run.play).toBeVisible()
    await expect(run.instant).toContainText('Event 1 of')
  })
})

test('a part of the timeline is pulled out of the whole, moved, and given back', async ({ page, run, rest }) => {
  const name = uniqueName('Slow')
  // So short that none of them is folded: what is pulled differs by more than the work of a fast machine.
  const pauses = Array.from(
    { length: 8 },
    (_, place) => `  - { name: Pause_${place}, type: WAIT, duration_seconds: 0.2 }`,
  )
  await rest.publish(`workflow_type: ${name}
steps:
  - { name: Early, type: TRANSFORM, set: { a: "1" } }
${pauses.join('\n')}
  - { name: Late, type: TRANSFORM, set: { b: "2" } }
`)
  const { run_id } = await rest.start(name, {})
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
  await run.open(run_id)
  await expect(run.row(/^Late: completed/)).toBeVisible()
  const zoom = async () => {
    await expect(page).toHaveURL(/[?&]zoom=\d+-\d+/)
    const [, from, to] = /zoom=(\d+)-(\d+)/.exec(page.url()) ?? []
    return { from: Number(from), to: Number(to) }
  }

  await run.brush(0.25, 0.5)
  const chosen = await zoom()
  expect(chosen.from).toBeGreaterThan(0)
  expect(chosen.to).toBeGreaterThan(chosen.from)

  await test.step('by its middle it is moved: as much of the run, later', async () => {
    await run.brush(0.375, 0.625)
    await expect.poll(async () => (await zoom()).from).toBeGreaterThan(chosen.from)
    const moved = await zoom()
    expect(moved.to).toBeGreaterThan(chosen.to)
    await page.reload()
    await expect(run.row(/^Pause 7: ended/)).toBeVisible()
    expect(await zoom()).toEqual(moved)
  })

  await test.step('a press is no pull, and two of them give the whole run back', async () => {
    const before = page.url()
    await run.brush(0.1, 0.1)
    expect(page.url()).toBe(before)
    await run.overview.dblclick()
    await expect(page).not.toHaveURL(/zoom=/)
  })
})
