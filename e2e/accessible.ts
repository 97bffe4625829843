import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Axe finds nothing on what the page shows now, in the light; nothing but its colours differs in the dark. Those are
 * tokens, held to their contrast in both themes by `theme-contrast.spec.ts`: `alsoDark` is for screens that mix their
 * own, such as the text editor.
 */
export async function expectAccessible(page: Page, screen: string, { alsoDark = false } = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNothing(axeOf(page).withTags(rules), `${screen}, light`)
  if (!alsoDark) return
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothing(axeOf(page).withRules(['color-contrast']), `${screen}, dark`)
}

/**
 * What is found in full; of what is well, which is most of it, only that there was any. "Legacy" is to gather what it found in the
 * page itself and not in a second one: no page of ours has frames.
 */
const axeOf = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()

async function expectNothing(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations, passes } = await axe.analyze()
  expect.soft(passes.length, `${screen}: axe looked at something`).toBeGreaterThan(0)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(found, screen).toEqual([])
}
