import type { Locator, Page } from '@playwright/test'
import { DesignerPage } from '../pages/designer-page.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { watchToasts } from '../support/toasts.ts'

/** The browser reports requests that fail: here they are meant to. */
function expectFailedRequests(complaints: string[]): void {
  const ours = /Failed to load|ERR_|net::|fetch/
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !ours.test(text)))
}

const saves = '**/api/trpc/**saveDraft**'
const answer500 = { status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' }
const line = (text: string) => `\n# ${text}\n`

test('a draft of too many or misplaced steps, odd names, circles and a huge paste is said in words, and the tab lives', async ({
  page,
  designer,
  workflows,
  rest,
}) => {
  const name = uniqueName('Odd')
  await rest.publish(example('loan-approval', name))
  await designer.open(name)
  await expect(designer.node('Risk_Gate')).toBeVisible()
  await designer.dock('YAML')
  const said = await watchToasts(page)
  const refusals = async () => (await said()).filter((title) => title === 'Too much text').length

  await test.step('a paste of 5 MB is refused before anything reads it', async () => {
    await paste(designer.yaml, { line: 'much: text\n', times: 750_000 })
    await expect.poll(refusals).toBe(1)
    await expect(designer.node('Risk_Gate')).toBeVisible()
    await expect(designer.undoButton).toBeDisabled()
  })

  await test.step('100,000 steps are refused, and more than a workflow may have are said to be too many', async () => {
    await paste(designer.yaml, { line: '- name: step\n  function: a.b\n', times: 100_000 })
    await expect.poll(refusals).toBe(2)
    await designer.yaml.press('ControlOrMeta+a')
    await paste(designer.yaml, {
      line: '- name: s#\n  function: a.b\n',
      times: 2_500,
      before: 'workflow_type: Many\nsteps:\n',
    })
    await designer.dock('Problems')
    await expect(designer.problems.getByText('A workflow can have up to 2000 steps.')).toBeVisible()
    await designer.undoButton.click()
    await expect(designer.node('Risk_Gate')).toBeVisible()
  })

  await test.step('circles, self-loops, edges to nowhere, far and impossible places, names that hide something', async () => {
    await designer.writeYaml(oddText(name))
    await designer.dock('Problems')
    for (const words of [
      /form a loop that never ends/,
      /leads back to itself forever/,
      /There is no step Nobody/,
      /Lost needs a position of two numbers/,
      /invisible characters \(U\+202E\)/,
      /invisible characters \(U\+200B\)/,
    ]) {
      await expect(designer.problems.filter({ hasText: words }).first()).toBeVisible()
    }
    await designer.dock('Outline')
    const outline = page.getByRole('tree', { name: 'Steps' })
    await expect(outline.getByText('pay⟨U+200B⟩ment')).toBeVisible()
    await expect(outline.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  })

  await test.step('steps a million pixels apart: fitted and opened again, the view has steps in it and says that others are far', async () => {
    const apart = page.getByText('Far is too far away to fit in view.')
    await designer.fit()
    await expect(apart).toBeVisible()
    await expect(designer.node('Round')).toBeInViewport()
    await designer.saved()
    await page.reload()
    await expect(apart).toBeVisible()
    await expect(designer.node('Round')).toBeInViewport()
    await page.getByRole('button', { name: 'Arrange', exact: true }).click()
    await expect(apart).toBeHidden()
    await expect(designer.node('Far')).toBeInViewport()
    await expect(designer.node('Round')).toBeInViewport()
  })

  await test.step('the import form refuses 5 MB in words, too', async () => {
    await workflows.importForm()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox').first()
    await paste(field, { line: 'much: text\n', times: 500_000 })
    await expect(dialog.getByText(/Pasted text has 5\.2 MB; the limit is 512 kB/)).toBeVisible()
    await expect(field).toHaveValue('')
  })
})

test('while saving, publishing and loading fail, nothing typed is lost, and it goes on by itself', async ({
  page,
  designer,
  rest,
  complaints,
}) => {
  const name = uniqueName('Broken')
  await rest.publish(example('loan-approval', name))
  await designer.open(name)
  await expect(designer.node('Risk_Gate')).toBeVisible()
  await designer.dock('YAML')

  await test.step('a save that the server fails is said, and tried again', async () => {
    await page.route(saves, (route) => route.fulfill(answer500))
    await typeAtEnd(page, line('typed while saving failed'))
    await expect(page.getByText('Could not save – retrying; saved in this browser')).toBeVisible()
    await setRoom(page, false)
    await typeAtEnd(page, line('typed without room'))
    await expect(page.getByText('not saved in this browser: keep this page open')).toBeVisible()
    await setRoom(page, true)
    await page.unroute(saves)
    await designer.saved()
  })

  await test.step('a publication that the server fails is said, and can be sent again', async () => {
    await page.route('**/api/trpc/**publish**', (route) => route.fulfill(answer500))
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const publish = dialog.getByRole('button', { name: /^Publish version/ })
    await publish.click()
    await expect(dialog.getByRole('alert')).toContainText('The server did not respond.')
    await page.unroute('**/api/trpc/**publish**')
    await publish.click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a lost connection is said; what was typed is there after a reload, and saved when it is back', async () => {
    await page.context().setOffline(true)
    await typeAtEnd(page, line('typed while offline'))
    await expect(page.getByText('Could not save – retrying')).toBeVisible()
    // First the server is out of reach, then the network is back: in between, the draft would be saved.
    await page.route('**/api/trpc/**', (route) => route.abort())
    await page.context().setOffline(false)
    await page.reload()
    await expect(page.getByText('Showing the copy saved in this browser', { exact: true })).toBeVisible()
    await expect(designer.node('Risk_Gate')).toBeVisible()
    expect(await designer.exported()).toContain('typed while offline')
    await typeAtEnd(page, line('and after the reload'))
    await expect(page.getByText('Could not save – retrying')).toBeVisible()
    await page.unroute('**/api/trpc/**')
    await designer.saved()
  })

  await test.step('a draft that the server fails to give is said, and read when asked again', async () => {
    await page.evaluate(() => window.localStorage.clear())
    // Once the changes come again, the page asks by itself: without them, only the button does.
    await page.route('**/api/trpc/runs.changes**', (route) => route.abort())
    await page.route('**/api/trpc/workflows.**', (route) => route.fulfill(answer500))
    await page.goto(`/workflows/${name}`)
    await expect(page.getByRole('heading', { name: 'The server does not respond' })).toBeVisible()
    await page.unroute('**/api/trpc/workflows.**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(designer.node('Risk_Gate')).toBeVisible()
    await page.unroute('**/api/trpc/runs.changes**')
  })

  await test.step('the server has all that was typed meanwhile', async () => {
    const text = await designer.exported()
    for (const typed of ['typed while saving failed', 'typed while offline', 'and after the reload']) {
      expect(text).toContain(typed)
    }
  })
  await test.step('two tabs with unsaved text keep their own, loaded again as well, and nothing of either is lost', async () => {
    const other = new DesignerPage(await page.context().newPage())
    await other.open(name)
    for (const tab of [designer, other]) await tab.dock('YAML')
    await page.context().route(saves, (route) => route.fulfill(answer500))
    await typeAtEnd(page, line('by one tab'))
    await other.yaml.click()
    await other.page.keyboard.press('ControlOrMeta+Home')
    await other.page.keyboard.insertText('# by the other tab\n')
    for (const tab of [designer, other]) {
      await expect(tab.page.getByText('Could not save – retrying')).toBeVisible()
      await tab.page.reload()
    }
    await expect(other.yaml).toContainText('# by the other tab')
    expect(await designer.exported()).toContain('by one tab')
    expect(await designer.exported()).not.toContain('by the other tab')
    expect(await other.exported()).not.toContain('by one tab')
    await page.context().unroute(saves)
    await expect
      .poll(async () => {
        const text = await designer.exported()
        return [text.includes('by one tab'), text.includes('by the other tab')]
      })
      .toEqual([true, true])
    await other.page.close()
  })
  expectFailedRequests(complaints)
})

/** Whether the browser has room for anything that is to be kept. */
async function setRoom(page: Page, isRoom: boolean): Promise<void> {
  await page.evaluate((room) => {
    const own: typeof Storage & { setAside?: Storage['setItem'] } = Storage
    own.setAside ??= own.prototype.setItem
    own.prototype.setItem = room
      ? own.setAside
      : () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
  }, isRoom)
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'YAML of the workflow' }).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(text)
}

interface Pasted {
  readonly before?: string
  /** `#` stands for its number. */
  readonly line: string
  readonly times: number
}

/** A paste as the browser makes it: the text is made in the page, so that only the page has to bear it. */
async function paste(target: Locator, pasted: Pasted): Promise<void> {
  await target.evaluate((element, { before = '', line, times }) => {
    const lines = Array.from({ length: times }, (_, index) => line.replace('#', String(index)))
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', before + lines.join(''))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pasted)
}

function oddText(name: string): string {
  return `workflow_type: ${name}
steps:
- {name: Round, function: a.b, next: And_round}
- {name: And_round, function: a.b, next: Round}
- {name: Self, function: a.b, next: Self}
- {name: Astray, function: a.b, next: Nobody}
- {name: Lost, function: a.b, next: END}
- {name: Far, function: a.b, next: END}
- {name: "<img src=x onerror=alert(1)>", function: a.b, next: END}
- {name: "abc\\u202Edef", function: a.b, next: END}
- {name: "pay\\u200Bment", function: a.b, next: END}
layout:
  Round: [0, 0]
  Lost: [1e300, 0]
  Far: [1000000, -1000000]
`
}
