import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** What opens over the screen. */
const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"]'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Axe finds nothing on what the page shows now, in the light; nothing but its colours differs in the dark. Those are
 * tokens, held to their contrast in both themes by `theme-contrast.spec.ts`: `alsoDark` is for screens that mix their
 * own, such as the text editor. `part` is what has changed since the screen was looked at as a whole; of a dialog that is
 * by itself: nobody can reach what lies behind it.
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
 * What is found in full; of what is well, which is most of it, only that there was any. "Legacy" is to gather what it found in the
 * page itself and not in a second one: no page of ours has frames.
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
