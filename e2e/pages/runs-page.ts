import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'

export class RunsPage {
  readonly page: Page
  readonly causes: Locator
  /** What is done to many runs, above the list. */
  readonly operations: Locator
  /** What can be done with the chosen runs. */
  readonly chosenBar: Locator

  constructor(page: Page) {
    this.page = page
    this.causes = page.getByRole('list', { name: 'Failures by cause' }).getByRole('listitem')
    this.operations = page.getByRole('region', { name: 'Bulk operations' })
    this.chosenBar = page.getByRole('region', { name: 'Selected runs' })
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/runs${query}`)
  }

  /** The newest operation of which this is said; others may stand beside it. */
  operation(said: string | RegExp): Locator {
    return this.operations
      .locator('> div')
      .filter({ has: this.page.getByRole('status').filter({ hasText: said }) })
      .first()
  }

  row(workflow: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('link', { name: workflow }) })
  }

  /** Takes a run of the list, by its place, into what is chosen, or out of it. */
  async choose(workflow: string, place: number): Promise<void> {
    await this.row(workflow).nth(place).getByRole('checkbox').click()
  }

  /** A view by its name and its count. */
  view(name: string, count: number): Locator {
    return this.page
      .getByRole('group', { name: 'Views' })
      .getByRole('button', { name: `${name} ${count}`, exact: true })
  }

  async filterByValue(condition: string): Promise<void> {
    await this.page.getByRole('button', { name: 'value', exact: true }).click()
    await this.page.getByRole('textbox', { name: 'Value' }).fill(condition)
    await this.page.keyboard.press('Enter')
  }

  /** Leaves out the runs of workflows whose names fit a template. */
  async leaveOut(template: string): Promise<void> {
    await this.page
      .getByRole('search')
      .getByRole('button', { name: /^(more|workflow is not .*)$/ })
      .click()
    await this.page.getByRole('textbox', { name: 'Exclude workflows' }).fill(template)
    await this.page.keyboard.press('Enter')
  }

  async saveView(name: string, { shared = false } = {}): Promise<void> {
    await this.page.getByRole('button', { name: 'Save view' }).click()
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name)
    if (shared) await this.page.getByRole('checkbox', { name: 'Share with everyone' }).click()
    await this.page.getByRole('textbox', { name: 'Name' }).focus()
    await this.page.keyboard.press('Enter')
  }

  /** The file that the export saves. */
  async exported(format: 'CSV' | 'JSON'): Promise<string> {
    await this.page.getByRole('button', { name: 'Export', exact: true }).click()
    const download = this.page.waitForEvent('download')
    await this.page.getByRole('menuitem', { name: `Export these runs as ${format}` }).click()
    return readFile(await (await download).path(), 'utf8')
  }
}
