import type { Locator, Page } from '@playwright/test'

export class OverviewPage {
  readonly page: Page
  /** Statuses with their counts. */
  readonly byStatus: Locator

  constructor(page: Page) {
    this.page = page
    this.byStatus = page.getByRole('region', { name: 'Runs by status' })
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/${query}`)
  }

  /** A run in one of the lists. */
  run(workflow: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: workflow })
  }

  /** A status, with its number, as a link to its runs. */
  status(word: string): Locator {
    return this.byStatus.locator(`a[data-status="${word}"]`)
  }

  /** What needs attention, by a word of it. */
  concern(words: string | RegExp): Locator {
    return this.page.getByRole('list', { name: 'Needs attention' }).getByRole('link', { name: words })
  }
}
