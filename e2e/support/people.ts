import type { Browser, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export interface Entry {
  readonly id: string
  readonly name: string
}

export interface PersonEntry extends Entry {
  readonly groups?: readonly string[]
  readonly manager?: boolean
}

/** Adds people and groups to the directory of the page's Heddle through the API, without the settings page. */
export function directoryOf(page: Page) {
  const post = async (path: string, data: object) =>
    expect((await page.request.post(`/api/trpc/directory.${path}`, { data })).ok(), path).toBe(true)
  return {
    addGroup: (group: Entry) => post('saveGroup', group),
    addPerson: (person: PersonEntry) => post('savePerson', person),
  }
}

/** A window of another person, in a separate browser context, on the same Heddle. */
export async function windowOf(browser: Browser, url: string, personId: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies([{ name: 'heddle-act-as', value: personId, url }])
  return context.newPage()
}
