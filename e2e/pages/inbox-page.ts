import type { Locator, Page } from '@playwright/test'

export class InboxPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.goto('/inbox')
  }

  task(title: string): Locator {
    return this.page.getByRole('navigation', { name: 'Tasks' }).getByText(title).first()
  }

  /** What a key opens a task by. */
  row(title: string): Locator {
    return this.page.getByRole('navigation', { name: 'Tasks' }).getByRole('button', { name: new RegExp(title) })
  }

  /** The button of one of the lists, however many tasks it holds. */
  list(name: string): Locator {
    return this.page.getByRole('group', { name: 'Which tasks' }).getByRole('button', { name: new RegExp(`^${name}`) })
  }

  /** Opens a task and decides it by keyboard: the choice's key, then Ctrl+Enter. */
  async decide(title: string, choice: 'a' | 'd'): Promise<void> {
    await this.task(title).click()
    await this.page.getByRole('heading', { name: title }).waitFor()
    await this.page.keyboard.press(choice)
    await this.page.keyboard.press('Control+Enter')
  }
}
