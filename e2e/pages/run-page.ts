import type { Locator, Page } from '@playwright/test'

export class RunPage {
  readonly page: Page
  /** What the run is doing, at the top. */
  readonly sentence: Locator
  /** About the whole run, or about the step that is selected. */
  readonly details: Locator

  constructor(page: Page) {
    this.page = page
    this.sentence = page.getByRole('region', { name: 'What this run is doing' })
    this.details = page.getByRole('complementary', { name: 'Details' })
  }

  async open(runId: string): Promise<void> {
    await this.page.goto(`/runs/${runId}`)
  }

  /** The run's status in the sentence at the top. */
  status(word: string): Locator {
    return this.sentence.getByText(word, { exact: true })
  }

  node(name: string): Locator {
    return this.page.locator(`.react-flow__node[data-id="${name}"]`)
  }
}
