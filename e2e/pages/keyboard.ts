import { expect, type Locator, type Page } from '@playwright/test'

/** An upper bound for the Tab stops between two related elements of any page. */
const mostStops = 60

/** A user without a pointer: only keys, and Tab to get from one element to the next. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /**
   * Presses keys that only have a meaning in quick succession: nothing comes between them, however slow the machine.
   */
  async sequence(...keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.page.keyboard.press(key)))
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text)
  }

  /** Presses Tab until the target has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < mostStops; stop += 1) {
      if (await hasFocus(target)) return
      await this.press('Tab')
    }
    throw new Error(`Tab does not reach ${target}`)
  }

  /** Presses a key until the target has the focus, such as Escape out of a list and then out of its field. */
  async pressUntilFocused(key: string, target: Locator): Promise<void> {
    await expect(async () => {
      if (!(await hasFocus(target))) await this.pressAndLook(key)
      await expect(target).toBeFocused({ timeout: 1 })
    }).toPass({ intervals: [0] })
  }

  /** Presses a key and waits a while for the focus to move. */
  private async pressAndLook(key: string): Promise<void> {
    const before = await this.page.evaluateHandle(() => document.activeElement)
    await this.press(key)
    await this.page
      .waitForFunction((was) => document.activeElement !== was, before, { timeout: 2_000 })
      .catch(() => undefined)
  }

  /** Performs the action of this name in the palette. */
  async command(name: string): Promise<void> {
    await this.press('Control+k')
    const search = this.page.getByRole('dialog').getByRole('combobox')
    await expect(search).toBeFocused()
    await this.type(name)
    await expect(this.page.getByRole('option', { name, selected: true })).toBeVisible()
    await this.press('Enter')
    await expect(search).toBeHidden()
  }
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
