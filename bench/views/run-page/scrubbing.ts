import type { Tab } from '../../canvas/browser.ts'

/** Steps the scrubber back event by event, then in pages: milliseconds from each key to the frame that shows the instant. */
export async function measureScrubbing({ page }: Tab, steps: number): Promise<readonly number[]> {
  await page.getByRole('slider', { name: 'Instant of the run' }).focus()
  const times: number[] = []
  for (let step = 0; step < steps; step += 1) {
    const shown = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const press = (event: KeyboardEvent) => {
            removeEventListener('keydown', press, true)
            // Behind the frame that paints what the key did.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)))
          }
          addEventListener('keydown', press, true)
        }),
    )
    // The page has to be listening before the key comes.
    await page.evaluate(() => undefined)
    await page.keyboard.press(step % 4 === 3 ? 'PageDown' : 'ArrowLeft')
    times.push(await shown)
    await page.waitForTimeout(30)
  }
  return times
}
