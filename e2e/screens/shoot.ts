import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'

const folder = join(import.meta.dirname, '..', '..', 'screens')
const wide = { width: 1440, height: 860 }
const narrow = { width: 390, height: 844 }

/** Further widths of the window for every picture, such as `SCREEN_WIDTHS=1440,1024,768,390`. */
const furtherWidths = (process.env.SCREEN_WIDTHS ?? '')
  .split(',')
  .map(Number)
  .filter((width) => width > 0 && width !== wide.width)

/** With `SCREEN_AXE=1` axe looks at each picture in the wide window, in both themes. */
const withAxe = process.env.SCREEN_AXE === '1'

/** The windows of a page that is loading. */
const loadingSizes = [
  wide,
  narrow,
  ...furtherWidths.filter((width) => width !== narrow.width).map((width) => ({ width, height: wide.height })),
]

/** Names of the pictures that a further width has already taken on a phone. */
const shotNarrow = new Set<string>()

/** What the window shows now, as screens/NAME-light.jpg and NAME-dark.jpg; in further widths as NAME-1024-light.jpg. */
export async function shoot(page: Page, name: string): Promise<void> {
  await shootThemes(page, name)
  const size = page.viewportSize()
  if (size?.width !== wide.width) return
  if (withAxe) await expectAccessible(page, name, { alsoDark: true })
  for (const width of furtherWidths) {
    if (width === narrow.width) shotNarrow.add(name)
    await page.setViewportSize(width === narrow.width ? narrow : { width, height: wide.height })
    await shootThemes(page, width === narrow.width ? `${name}-narrow` : `${name}-${width}`)
  }
  if (furtherWidths.length > 0) await page.setViewportSize(size)
}

async function shootThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page)
    // A page that scrolls to the side is a fault of its look; the picture shows which one.
    const surplus = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(surplus, `${name}-${colorScheme} is wider than its window, in pixels`).toBeLessThanOrEqual(0)
    await page.screenshot({
      path: join(folder, `${name}-${colorScheme}.jpg`),
      type: 'jpeg',
      quality: 60,
      animations: 'disabled',
    })
  }
}

/** The same on a phone, once; the window is wide again afterwards. */
export async function shootNarrow(page: Page, name: string): Promise<void> {
  if (!shotNarrow.has(name)) await shootAt(page, name, narrow.width)
  else await page.setViewportSize(wide)
}

/** The same in a window of a width, once that shows what is meant. */
export async function shootAt(page: Page, name: string, width: number, show?: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width, height: narrow.height })
  await show?.()
  await shoot(page, width === narrow.width ? `${name}-narrow` : `${name}-${width}`)
  await page.setViewportSize(wide)
}

/** What a page shows while its data are on their way, wide and on a phone. The page never gets an answer. */
export async function shootLoading(page: Page, name: string, path: string): Promise<void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/api\/trpc\//, async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await page.goto(path)
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /Loading/ })
      .first(),
  ).toBeAttached()
  for (const size of loadingSizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({
        path: join(folder, `${name}-loading-${size.width}-${colorScheme}.jpg`),
        type: 'jpeg',
        quality: 60,
        animations: 'disabled',
      })
    }
  }
  await page.setViewportSize(wide)
  await page.goto('about:blank')
  letGo()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Nothing is loading any more, fonts are there, and two frames were drawn since the last change of the theme. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
}

/** Makes a procedure fail from now on, alone: the others of its batch answer as they do. */
export async function failing(page: Page, procedure: string): Promise<void> {
  await page.route(/\/api\/trpc\//, async (route) => {
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
    if (!names.includes(procedure)) return route.continue()
    const answer = await route.fetch()
    const all = (await answer.json()) as unknown
    if (!Array.isArray(all)) return route.fulfill({ status: 500, json: failure })
    return route.fulfill({ status: 207, json: names.map((name, at) => (name === procedure ? failure : all[at])) })
  })
}

const failure = {
  error: {
    message: 'Something went wrong on the server.',
    code: -32603,
    data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, apiCode: 'INTERNAL' },
  },
}
