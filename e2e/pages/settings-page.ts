import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { Keyboard } from './keyboard.ts'

/** People and groups, by keys alone. */
export class SettingsPage {
  readonly page: Page
  readonly keys: Keyboard
  readonly acting: Locator

  constructor(page: Page) {
    this.page = page
    this.keys = new Keyboard(page)
    this.acting = page.getByRole('region', { name: 'Acting as another person' })
  }

  async addGroup(name: string): Promise<void> {
    await this.add('group', name)
    await this.keys.press('Enter')
    await expect(this.page.getByRole('list', { name: 'Groups' }).getByText(name, { exact: true }).first()).toBeVisible()
  }

  async addPerson(name: string, group: string): Promise<void> {
    await this.add('person', name)
    await this.keys.tabTo(this.page.getByRole('dialog').getByRole('checkbox', { name: group }))
    await this.keys.press('Space', 'Control+Enter')
    await expect(this.page.getByRole('button', { name: `Act as ${name}` })).toBeVisible()
  }

  async actAs(name: string): Promise<void> {
    await this.keys.command(`Act as ${name}`)
    await expect(this.acting).toContainText(`You are acting as ${name}.`)
  }

  private async add(kind: 'group' | 'person', name: string): Promise<void> {
    await this.keys.command(`Add a ${kind}`)
    await expect(this.page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused()
    await this.keys.type(name)
  }
}
