import type { Locator, Page } from '@playwright/test'

export class RunPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(runId: string): Promise<void> {
    await this.page.goto(`/runs/${runId}`)
  }

  /** The run's status in the sentence at the top. */
  status(word: string): Locator {
    return this.page.getByRole('region', { name: 'What this run is doing' }).getByText(word, { exact: true })
  }

  node(name: string): Locator {
    return this.page.locator(`.react-flow__node[data-id="${name}"]`)
  }
}
