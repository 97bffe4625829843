import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Elements that open over the screen. */
const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"]'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Asserts that Axe finds no violations on the shown page in the light theme; the dark theme differs only in colours.
 * Colours are tokens, whose contrast `theme-contrast.spec.ts` checks in both themes: `alsoDark` is for screens with
 * mixed colours of their own, such as the text editor. `part` is the part that has changed since the whole screen was
 * checked. An open dialog is its own part: users cannot reach the page behind it.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  { alsoDark = false, part }: { readonly alsoDark?: boolean; readonly part?: string } = {},
): Promise<void> {
  const shown = part ?? ((await page.locator(dialogs).count()) > 0 ? dialogs : 'html')
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNothing(axeOf(page, shown).withTags(rules), `${screen}, light`)
  if (!alsoDark) return
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothing(axeOf(page, shown).withRules(['color-contrast']), `${screen}, dark`)
}

/**
 * Reports violations in full, and of passed rules only that there were any. Legacy mode gathers the results in the page
 * itself and not in a second one: Heddle's pages have no frames.
 */
const axeOf = (page: Page, shown: string) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .include(shown)

async function expectNothing(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations, passes } = await axe.analyze()
  expect.soft(passes.length, `${screen}: axe looked at something`).toBeGreaterThan(0)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(found, screen).toEqual([])
}
