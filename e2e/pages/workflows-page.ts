import type { Page } from '@playwright/test'

export class WorkflowsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Makes a blank workflow, which opens it in the designer. */
  async createBlank(name: string): Promise<void> {
    await this.begin('Blank')
    await this.page.getByRole('dialog').getByLabel('Name').fill(name)
    await this.page.keyboard.press('Enter')
    await this.page.waitForURL(`**/workflows/${name}`)
  }

  /** Pastes a text into the import form, looks at what would become of it, and imports it. */
  async importText(text: string): Promise<void> {
    await this.lookAt(text)
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Import($| \d)/ })
      .click()
  }

  async lookAt(text: string): Promise<void> {
    await this.begin('Import')
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill(text)
    await dialog.getByRole('button', { name: 'Preview' }).click()
  }

  /** Opens the form for texts from elsewhere. */
  async importForm(): Promise<void> {
    await this.begin('Import')
  }

  /** Opens the gallery. */
  async templates(): Promise<void> {
    await this.begin('From a template')
  }

  private async begin(how: 'Blank' | 'From a template' | 'Import'): Promise<void> {
    await this.page.goto('/workflows')
    await this.page.getByRole('button', { name: 'New workflow' }).first().click()
    await this.page.getByRole('menuitem', { name: how }).click()
  }
}
