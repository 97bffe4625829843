import { expect, type Locator, type Page } from '@playwright/test'

export class RunPage {
  readonly page: Page
  /** What the run is doing, at the top. */
  readonly sentence: Locator
  /** Which instant is shown, and what had just happened. */
  readonly instant: Locator
  readonly scrubber: Locator
  /** About the whole run, or about the step that is selected. */
  readonly details: Locator
  /** The run and its relatives. */
  readonly tree: Locator
  /** The steps over time, as a tree. */
  readonly timeline: Locator
  /** The whole run in a strip, above the timeline. */
  readonly overview: Locator
  /** Plays the run; while it plays there is `stop` in its place. */
  readonly play: Locator
  readonly stop: Locator

  constructor(page: Page) {
    this.page = page
    this.sentence = page.getByRole('region', { name: 'Run status' })
    this.timeline = page.getByRole('tree', { name: 'Steps over time' })
    this.instant = page.getByRole('region', { name: 'Point in time', exact: true })
    this.scrubber = this.instant.getByRole('slider')
    this.overview = page.locator('[data-part="overview"]')
    this.play = this.instant.getByRole('button', { name: 'Play back the run' })
    this.stop = this.instant.getByRole('button', { name: 'Stop playback' })
    this.details = page.getByRole('complementary', { name: 'Details' })
    this.tree = this.details.getByRole('region', { name: 'Tree' })
  }

  async open(runId: string): Promise<void> {
    await this.page.goto(`/runs/${runId}`)
  }

  /** A status, as the tooltip of its chip, in the sentence at the top. */
  status(word: string): Locator {
    return this.sentence.locator(`[data-status="${word}"]`)
  }

  /** Chooses what is seldom done to a run. */
  async more(action: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More', exact: true }).click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }

  /** Opens a folded part of the panel of the whole run. */
  async unfoldPart(title: string): Promise<void> {
    await this.details.locator('summary').filter({ hasText: title }).click()
  }

  node(name: string): Locator {
    return this.page.locator(`.react-flow__node[data-id="${name}"]`)
  }

  /** Uses a tool of a node, by how its words begin. */
  async tool(node: string, words: string): Promise<void> {
    await this.node(node).locator(`[data-tool^="${words}"]`).click()
  }

  /** A line of the timeline, by what it says; those out of sight are not there. */
  row(name: string | RegExp): Locator {
    return this.timeline.getByRole('treeitem', { name })
  }

  /** Opens what lies below a line. */
  async expandRow(name: string): Promise<void> {
    const row = this.row(new RegExp(`^${name.replaceAll('_', ' ')}:`))
    await row.locator('[data-toggle]').click()
    await expect(row).toHaveAttribute('aria-expanded', 'true')
  }

  /** Presses keys, one by one, while the timeline has the focus. */
  async pressInTimeline(keys: string): Promise<void> {
    await this.timeline.focus()
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** The number of the event after which the run is shown. */
  async shownSeq(): Promise<number> {
    return Number(await this.scrubber.getAttribute('aria-valuenow'))
  }

  /** Notes from now on which events the scrubber stands at, one after the other. */
  async watchInstants(): Promise<() => Promise<readonly number[]>> {
    const seen = await this.scrubber.evaluateHandle((slider) => {
      const seqs: number[] = []
      new MutationObserver(() => seqs.push(Number(slider.getAttribute('aria-valuenow')))).observe(slider, {
        attributeFilter: ['aria-valuenow'],
      })
      return seqs
    })
    return () => seen.jsonValue()
  }

  /** Pulls over the strip of the whole run, between two shares of its width, without a rest: the address follows at one. */
  async brush(from: number, to: number): Promise<void> {
    const box = await this.overview.boundingBox()
    if (box === null) throw new Error('The strip of the whole run is not on the screen.')
    const browser = await this.page.context().newCDPSession(this.page)
    const act = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', share: number) =>
      browser.send('Input.dispatchMouseEvent', {
        type,
        x: box.x + box.width * share,
        y: box.y + box.height / 2,
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
      })
    await Promise.all([act('mousePressed', from), act('mouseMoved', to), act('mouseReleased', to)])
    await browser.detach()
  }

  /** On to the next failure, wait or undo, which is this one. */
  async toMark(said: string): Promise<void> {
    await this.page.keyboard.press(']')
    await expect(this.instant).toContainText(said)
  }

  /** Shows a chain of sub-workflows in the tree, from the root down. */
  async unfold(workflows: readonly string[]): Promise<void> {
    for (const workflow of workflows.slice(0, -1)) {
      const fold = this.tree.getByRole('button', { name: `Sub-workflows of ${workflow}` })
      await fold.waitFor()
      if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click()
    }
  }
}
