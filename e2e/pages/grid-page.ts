import type { Locator, Page } from '@playwright/test'

/** The steps of one workflow across its runs. */
export class GridPage {
  readonly page: Page
  readonly grid: Locator
  readonly steps: Locator
  readonly heads: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: /^Steps of / })
    this.steps = this.grid.getByRole('rowheader')
    this.heads = this.grid.getByRole('columnheader').getByRole('link')
  }

  /** The cells of a step, from the oldest run to the newest. */
  cells(step: string): Locator {
    return this.grid.getByRole('row', { name: new RegExp(`^${step}`) }).getByRole('gridcell')
  }

  /** The name of what the keyboard is on. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  }
}
