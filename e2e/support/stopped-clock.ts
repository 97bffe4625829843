import type { Page } from '@playwright/test'

/**
 * Does something while the page's clock stands: what is joined because it came within a second, or counts for ten of
 * them, does so on a machine that takes longer. Timers go on.
 */
export async function whileClockStands(page: Page, act: () => Promise<void>): Promise<void> {
  const goOn = await page.evaluateHandle(() => {
    const { now } = Date
    const at = now()
    Date.now = () => at
    return () => {
      Date.now = now
    }
  })
  await act()
  await goOn.evaluate((go) => go())
}
