import { keyLeadsTo } from '#components/runs/run/instant/moves.ts'
import type { Tab } from '../../canvas/browser.ts'

/** A frame that shows another instant than was asked for for so long is wrong, and not slow. */
const longestMs = 10_000

/**
 * Steps the scrubber back event by event, then in pages: milliseconds from each key to the frame that shows the instant
 * which was asked for. `step`: chosen before, so that its details follow as well.
 */
export async function measureScrubbing({ page }: Tab, steps: number, step?: string): Promise<readonly number[]> {
  const details = page.getByRole('complementary', { name: 'Details' })
  if (step !== undefined) {
    // Not by the pointer: what is inside of it lies over it.
    await page.locator(`.react-flow__node[data-id="${step}"]`).press('Enter')
    await details.getByRole('heading', { name: step, exact: true }).waitFor()
  }
  const slider = page.getByRole('slider', { name: 'Point in time' })
  await slider.press('End')
  await page.waitForFunction(() => !/[?&]at=/.test(location.search))
  const count = Number(await slider.getAttribute('aria-valuemax'))
  let seq = count
  const times: number[] = []
  for (let place = 0; place < steps; place += 1) {
    const key = place % 4 === 3 ? 'PageDown' : 'ArrowLeft'
    seq = keyLeadsTo(key, seq, count) ?? count
    const shown = page.evaluate(
      ([wanted, longest]) =>
        new Promise<number>((resolve, reject) => {
          const press = (event: KeyboardEvent) => {
            removeEventListener('keydown', press, true)
            const look = () => {
              const thumb = document.querySelector('[role="slider"][aria-label="Point in time"]')
              const words = thumb?.closest('section')?.textContent ?? ''
              // Behind the frame that paints what the key did.
              if (thumb?.ariaValueNow === `${wanted}` && words.includes(`Event ${wanted} of`)) {
                setTimeout(() => resolve(performance.now() - event.timeStamp))
              } else if (performance.now() - event.timeStamp > longest) {
                reject(new Error(`Event ${wanted} was asked for, and ${thumb?.ariaValueNow} is shown.`))
              } else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          }
          addEventListener('keydown', press, true)
        }),
      [seq, longestMs] as const,
    )
    // The page has to be listening before the key comes.
    await page.evaluate(() => undefined)
    await page.keyboard.press(key)
    times.push(await shown)
    await page.waitForTimeout(30)
  }
  // The address follows once it rests, and what is chosen has stayed so.
  await page.waitForFunction((wanted) => new URLSearchParams(location.search).get('at') === `${wanted}`, seq)
  if (step !== undefined) await details.getByRole('heading', { name: step, exact: true }).waitFor()
  return times
}
