import type { Page } from '@playwright/test'
import type { DesignerPage } from '../pages/designer-page.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const draft = (name: string) =>
  `workflow_type: ${name}
steps:
  - { name: Take, type: TRANSFORM, set: { n: "1" } }
  - { name: Check, type: TRANSFORM, set: { n: "2" } }
  - { name: Tell, type: TRANSFORM, set: { n: "3" }, next: END }
  - { name: Other, type: TRANSFORM, set: { n: "4" } }
layout: { Take: [0, 0], Check: [0, 120], Tell: [0, 240], Other: [400, 240] }
`

/** Drags over the empty canvas, or a step, with the button held until the end. */
async function drag(page: Page, from: Point, to: Point, beforeLettingGo = async () => {}): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  // What is dragged follows from where the drag was noticed.
  await page.mouse.move(from.x, from.y + Math.sign(to.y - from.y) * 2)
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await beforeLettingGo()
  await page.mouse.up()
}

interface Point {
  readonly x: number
  readonly y: number
}

const chosen = (designer: DesignerPage) => designer.canvas.locator('.react-flow__node.selected')

test('the pointer adds by a double-click, selects by a box, puts in line, and finds its way by the map', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Pointing')
  await rest.publish(draft(name))
  await designer.open(name)
  await expect(designer.node('Tell')).toBeVisible()
  const area = await designer.canvas.boundingBox()
  if (area === null) throw new Error('There is no canvas.')
  /** A place on the empty canvas, below the button that adds steps. */
  const free = { x: area.x + 20, y: area.y + 130 }

  // Away from the edges of the canvas, where the view would follow the pointer.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { width } = await designer.boxOf('Take')
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(async () => (await designer.boxOf('Take')).width).toBeLessThan(width)

  await test.step('a box around some of the steps selects these', async () => {
    const [first, last] = [await designer.boxOf('Take'), await designer.boxOf('Check')]
    await page.keyboard.down('Shift')
    await expect(designer.canvas.locator('.react-flow__pane.selection')).toBeAttached()
    await drag(
      page,
      { x: first.x - 20, y: first.y - 12 },
      { x: last.x + last.width + 20, y: last.y + last.height + 12 },
    )
    await page.keyboard.up('Shift')
    await expect(designer.inspector.getByRole('heading', { name: '2 steps selected' })).toBeVisible()
    await expect(chosen(designer)).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(chosen(designer)).toHaveCount(0)
  })

  await test.step('a step that is nearly in line is put in line, and the line is seen on the way', async () => {
    const [check, other] = [await designer.boxOf('Check'), await designer.boxOf('Other')]
    const line = designer.canvas.locator('[data-guide]')
    const from = { x: other.x + 40, y: other.y + other.height / 2 }
    await drag(page, from, { x: from.x, y: from.y + check.y - other.y + 1 }, () => expect(line).toHaveCount(1))
    await expect(line).toHaveCount(0)
    await expect(async () => expect((await designer.boxOf('Other')).y).toBeCloseTo(check.y, 0)).toPass()
    await designer.dock('YAML')
    await expect(designer.yaml).toContainText('Other: [400, 120]')
  })

  await test.step('a double-click on the empty canvas asks what is to stand there', async () => {
    const other = await designer.boxOf('Other')
    const at = { x: other.x + other.width / 2, y: other.y - 90 }
    await page.mouse.dblclick(at.x, at.y)
    const search = designer.kindSearch
    await expect(search).toBeFocused()
    await search.fill('timer')
    await page.keyboard.press('Enter')
    await expect(designer.nodes).toHaveCount(5)
    await expect(chosen(designer)).toHaveCount(1)
    const box = await chosen(designer).boundingBox()
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - at.x)).toBeLessThan(5)
    expect(at.y).toBeGreaterThanOrEqual(box?.y ?? 0)
    expect(at.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0))
    await page.keyboard.press('ControlOrMeta+z')
    await expect(designer.nodes).toHaveCount(4)
  })

  await test.step('what was in view stays in view while the window changes, and is back where it was afterwards', async () => {
    const wide = { width: 1440, height: 860 }
    await designer.select('Other')
    const stood = await designer.boxOf('Other')
    await page.setViewportSize({ width: 900, height: 700 })
    for (const step of ['Take', 'Check', 'Tell', 'Other']) {
      await expect(designer.node(step)).toBeInViewport({ ratio: 0.99 })
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(designer.node('Take')).toBeInViewport({ ratio: 0.99 })
    await expect(designer.node('Other')).toBeInViewport({ ratio: 0.99 })
    await page.setViewportSize(wide)
    await expect.poll(() => designer.boxOf('Other')).toEqual(stood)
    // Of a part that was looked at, what is selected.
    await drag(page, free, { x: free.x - 150, y: free.y })
    await designer.select('Other')
    await drag(page, free, { x: free.x, y: free.y - 120 })
    await page.setViewportSize({ width: 1000, height: 620 })
    await expect(designer.node('Other')).toBeInViewport({ ratio: 0.99 })
    await page.setViewportSize(wide)
  })

  await test.step('the map is there once not everything is in view, and moves and zooms it', async () => {
    await designer.fit()
    const map = page.getByRole('img', { name: 'Minimap' })
    await expect(map).toBeHidden()
    await drag(page, free, { x: free.x, y: free.y + 220 })
    await drag(page, free, { x: free.x, y: free.y + 220 })
    await expect(map).toBeVisible()
    await expect(map.locator('path')).not.toHaveCount(0)
    const before = await designer.boxOf('Take')
    const box = await map.boundingBox()
    const middle = { x: (box?.x ?? 0) + 70, y: (box?.y ?? 0) + 44 }
    await drag(page, middle, { x: middle.x, y: middle.y + 12 })
    await expect.poll(async () => (await designer.boxOf('Take')).y).toBeLessThan(before.y)
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.wheel(0, 300)
    await expect.poll(async () => (await designer.boxOf('Take')).width).toBeLessThan(before.width)
  })
})

test('nothing moves for those who asked for less motion, and things glide for the others', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Calm')
  await rest.publish(draft(name))
  await designer.open(name)
  await expect(designer.node('Tell')).toBeVisible()
  /** How many places the view is seen at while something is done, and what is animated meanwhile. */
  const watched = async (act: () => Promise<void>) => {
    const view = designer.canvas.locator('.react-flow__viewport')
    await view.evaluate((element) => {
      const seen = { places: new Set<string>(), animations: new Set<string>() }
      const observer = new MutationObserver(() => {
        seen.places.add(element.getAttribute('style') ?? '')
        for (const animation of document.getAnimations()) {
          const { duration } = animation.effect?.getComputedTiming() ?? {}
          if (Number(duration) > 0)
            seen.animations.add(String((animation as CSSAnimation).animationName ?? animation.id))
        }
      })
      observer.observe(document.body, { attributes: true, childList: true, subtree: true })
      Object.assign(window, { watched: seen })
    })
    await act()
    return page.evaluate(() => {
      const { places, animations } = (window as unknown as { watched: Record<string, Set<string>> }).watched
      return { places: [...(places ?? [])], animations: [...(animations ?? [])] }
    })
  }
  const zoomAndAsk = async () => {
    const { width } = await designer.boxOf('Take')
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(async () => (await designer.boxOf('Take')).width).toBeLessThan(width * 0.84)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const calm = await watched(zoomAndAsk)
  expect(calm.animations).toEqual([])
  // Where it was and where it is: nothing between.
  expect(calm.places.length).toBeLessThanOrEqual(2)
  await designer.fit()
  // Without reduced motion the same act is animated, so that this test would notice an animation.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const lively = await watched(zoomAndAsk)
  expect(lively.animations.length + lively.places.length).toBeGreaterThan(calm.places.length)
})

test('what the text has in lines below one folds away behind it, and comes back', async ({
  page,
  workflows,
  designer,
}) => {
  const name = uniqueName('Folded')
  await workflows.importText(example('loan-approval', name))
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(designer.node('Risk_Gate')).toBeVisible()
  await designer.dock('YAML')
  const marks = page.getByTitle('Fold line').filter({ visible: true })
  const folded = page.locator('.cm-foldPlaceholder')
  await expect(marks.first()).toBeVisible()
  await marks.first().click()
  await expect(folded).toHaveCount(1)
  await folded.click()
  await expect(folded).toHaveCount(0)
})
