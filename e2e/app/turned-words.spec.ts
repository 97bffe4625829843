import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { RunsPage } from '../pages/runs-page.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'
import { directoryOf } from '../support/people.ts'

/** Shown as it is, it would turn what follows it around. */
const turned = '\u202Eexe.gnp\u2066'
const shown = '⟨U+202E⟩exe.gnp⟨U+2066⟩'
const quoted = JSON.stringify(turned)

const text = (name: string, group: string) => `workflow_type: ${name}
steps:
  - name: ${JSON.stringify(`Ask ${turned}`)}
    type: HUMAN
    title: "{{ input.customer }}"
    instructions: ${quoted}
    groups: [${group}]
    form: { type: object, properties: { note: { type: string, title: ${quoted} } } }
  - name: Fail
    title: ${quoted}
    type: SCRIPT
    code: throw new Error(input.customer)
`

/** Where a page shows such a character: in its texts, and in what is said of them. What is being edited is left as it is. */
const turnedPlaces = (page: Page) =>
  page.evaluate(() => {
    const turns = /[\u061C\u200E\u200F\u202A-\u202E\u2066\u2067]/
    const found: string[] = []
    const note = (element: Element | null, said: string | null) => {
      if (said === null || !turns.test(said) || element?.closest('script, style, textarea, .cm-editor')) return
      found.push(
        `${element?.tagName.toLowerCase()} in ${element?.parentElement?.getAttribute('class')?.slice(0, 60)}: ${said}`,
      )
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      note(node.parentElement, node.textContent)
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const attribute of ['title', 'aria-label', 'aria-valuetext']) note(element, element.getAttribute(attribute))
    }
    return found
  })

async function expectInOrder(page: Page, place: string): Promise<void> {
  await expect(page.getByText(shown, { exact: false }).first(), place).toBeVisible()
  expect.soft(await turnedPlaces(page), place).toEqual([])
}

test('what would turn the words around it is shown for what it is, wherever names and values of people stand', async ({
  page,
  designer,
  run,
  inbox,
  rest,
}) => {
  const name = uniqueName('Turned')
  const id = randomUUID().slice(0, 8)
  const directory = directoryOf(page)
  await directory.addGroup({ id: `credit.${id}`, name: `Credit ${turned}` })
  await directory.addPerson({ id: `ana.${id}`, name: `Ana ${turned}`, groups: [`credit.${id}`] })
  await rest.publish(text(name, `credit.${id}`))
  const input = { customer: `${id} ${turned}`, [turned]: turned, list: Array.from({ length: 30 }, () => turned) }
  const waiting = await rest.start(name, input)
  const failed = await rest.start(name, input)
  await expect.poll(async () => (await rest.run(failed.run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
  await rest.resume(failed.run_id, { note: turned })
  await expect.poll(async () => (await rest.run(failed.run_id)).workflow_status).toBe('FAILED')
  await expect.poll(async () => (await rest.run(waiting.run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')

  for (const path of [
    '/',
    '/settings',
    `/workflows/${name}`,
    `/runs?workflow=${name}`,
    `/runs?workflow=${name}&by=cause`,
    `/runs?workflow=${name}&by=step`,
    `/runs?error=${encodeURIComponent(turned)}`,
    `/runs/${waiting.run_id}?step=${encodeURIComponent(`Ask ${turned}`)}`,
  ]) {
    await page.goto(path)
    // The timeline follows the graph.
    if (path.startsWith('/runs/')) await expect(run.row(new RegExp(`^${id} `))).toBeVisible()
    // A title on the canvas goes without such characters.
    if (path.startsWith('/workflows/')) await expect(designer.node('Fail')).toContainText('exe.gnp')
    else await expect(page.getByText(shown, { exact: false }).first(), path).toBeVisible()
    expect.soft(await turnedPlaces(page), path).toEqual([])
  }

  await test.step('the designer, and its dialogs about a step', async () => {
    await designer.open(name)
    await designer.select(`Ask ${turned}`)
    expect.soft(await turnedPlaces(page), 'a step that is selected').toEqual([])
    for (const action of [
      'Connections of the step',
      'Connect the step to…',
      'Extract to a sub-workflow…',
      'Test this step',
      'Test up to this step',
      'Publish',
    ]) {
      await designer.command(action)
      await expect(page.getByRole('dialog'), action).toBeVisible()
      expect.soft(await turnedPlaces(page), action).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog'), action).toBeHidden()
    }
  })

  await test.step('a saved view', async () => {
    const runs = new RunsPage(page)
    await runs.open(`?workflow=${name}`)
    await runs.saveView(`${id} ${turned}`)
    await expect(page.getByRole('group', { name: 'Views' }).getByText(`${id} ${shown}`)).toBeVisible()
    await expectInOrder(page, 'a saved view')
    await page.getByRole('button', { name: `Remove the view ${id} ${shown}` }).click()
    await expectInOrder(page, 'a saved view that was removed')
  })

  await test.step('a task, with what is said about it', async () => {
    await page.goto(`/inbox?q=${id}`)
    await expect(page.getByRole('heading', { name: `${id} ${shown}` })).toBeVisible()
    await page.getByLabel('Comment', { exact: true }).fill(turned)
    await page.getByLabel('Comment', { exact: true }).press('Control+Enter')
    await expect(page.getByRole('listitem').getByText(shown).first()).toBeVisible()
    await expectInOrder(page, 'a task')
    await page.getByRole('button', { name: 'Delegate…' }).click()
    await expectInOrder(page, 'delegating')
    await inbox.page.keyboard.press('Escape')
  })

  await test.step('a run that failed, and each of its views', async () => {
    await run.open(failed.run_id)
    await expect(run.status('FAILED')).toBeVisible()
    await expect(run.row(/^exe.gnp:/)).toBeVisible()
    await expectInOrder(page, 'a failed run')
    for (const tab of ['History', 'State']) {
      await page.getByRole('tab', { name: tab }).click()
      await expectInOrder(page, `a failed run, ${tab}`)
    }
    await run.node('Fail').click()
    for (const tab of ['Input', 'Attempts', 'Now']) {
      await run.details.getByRole('tab', { name: tab }).click()
      await expectInOrder(page, `a failed step, ${tab}`)
    }
  })
})
