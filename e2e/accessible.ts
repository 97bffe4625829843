import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Axe finds nothing on what the page shows now, in light and in dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations, passes } = await new AxeBuilder({ page }).withTags(rules).analyze()
    expect.soft(passes.length, `${screen}, ${colorScheme}: axe looked at something`).toBeGreaterThan(0)
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([])
  }
}
