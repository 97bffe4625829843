import type { Locator, Page } from '@playwright/test'

export class InboxPage {
  readonly page: Page
  /** The bar with the actions for the selected tasks. */
  readonly chosenBar: Locator
  /** The text with the number of selected tasks, and of tasks that are not. */
  readonly chosen: Locator

  constructor(page: Page) {
    this.page = page
    this.chosenBar = page.getByRole('region', { name: 'Selected tasks' })
    this.chosen = this.chosenBar.getByRole('status')
  }

  async open(): Promise<void> {
    await this.page.goto('/inbox')
  }

  task(title: string): Locator {
    return this.page.getByRole('navigation', { name: 'Tasks' }).getByText(title).first()
  }

  /** The button that opens a task, which also takes keys. */
  row(title: string): Locator {
    return this.page.getByRole('navigation', { name: 'Tasks' }).getByRole('button', { name: new RegExp(title) })
  }

  /** The button of one of the lists, however many tasks the list holds. */
  list(name: string): Locator {
    return this.page.getByRole('group', { name: 'Task lists' }).getByRole('button', { name: new RegExp(`^${name}`) })
  }

  /** Assigns or delegates the open task to another person, who is found by name or id. */
  async handOver(how: 'Assign' | 'Delegate', to: string): Promise<void> {
    await this.page.getByRole('button', { name: `${how}…` }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Person or group').fill(to)
    await dialog.getByRole('button', { name: new RegExp(`^${how} to`) }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  /** Opens a task and decides it by keyboard: the choice's key, then Ctrl+Enter. */
  async decide(title: string, choice: 'a' | 'd'): Promise<void> {
    await this.task(title).click()
    await this.page.getByRole('heading', { name: title }).waitFor()
    await this.page.keyboard.press(choice)
    await this.page.keyboard.press('Control+Enter')
  }
}
