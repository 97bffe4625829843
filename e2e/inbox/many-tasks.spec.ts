import { randomUUID } from 'node:crypto'
import { Keyboard } from '../pages/keyboard.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const PAGE = 50
const TASKS = PAGE + 5

test('of a long list only what is read is chosen, and of what is chosen only what the list shows is decided: both are said', async ({
  page,
  rest,
  inbox,
}) => {
  const id = randomUUID().slice(0, 8)
  const name = uniqueName('Loan')
  await rest.publish(`workflow_type: ${name}
steps:
  - name: Approval
    type: HUMAN
    title: "{{ input.title }}"
    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
`)
  for (let place = 1; place <= TASKS; place += 1) await rest.startToAsk(name, { title: `${id} task ${place}.` })
  const decided = async () => (await rest.runsOf(name, '&status=completed&limit=100')).items.length
  const keys = new Keyboard(page)
  const dialog = page.getByRole('dialog')

  await page.goto(`/inbox?q=${id}`)
  await expect(inbox.task(`${id} task 1.`)).toBeVisible()
  await test.step('what is not read yet is not chosen, until it is read', async () => {
    await keys.command('Select all tasks shown')
    await expect(inbox.chosen).toHaveText(`${PAGE} selected; more tasks are not loaded and not selected`)
    await inbox.chosenBar.getByRole('button', { name: 'Load more' }).click()
    await inbox.chosenBar.getByRole('button', { name: `All ${TASKS} shown` }).click()
    await expect(inbox.chosen).toHaveText(`${TASKS} selected`)
  })

  await test.step('of these the ones that the list still shows are decided, and no other', async () => {
    await page.goto(`/inbox?q=${id}`)
    await inbox.task(`${id} task 1.`).click()
    await keys.press('x', 'j', 'x')
    await expect(inbox.chosen).toHaveText('2 selected')
    await keys.press('/')
    await keys.press('Control+a')
    await keys.type(`${id} task 2.`)
    await keys.press('Tab')
    await expect(inbox.chosen).toHaveText('1 selected; 1 selected earlier is not in this list and skipped')
    await inbox.chosenBar.getByRole('button', { name: /^Decide/ }).click()
    await expect(dialog).toHaveAccessibleName('Decide 1 task together')
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await keys.press('a', 'Enter')
    const results = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')
    await expect(results).toHaveText([/Decided.*task 2\./])
    await keys.press('Escape')
    await expect.poll(decided).toBe(1)
  })

  await test.step('all that was said is decided, with a result for each', async () => {
    await page.goto(`/inbox?q=${id}`)
    await expect(inbox.task(`${id} task 1.`)).toBeVisible()
    await keys.command('Select all tasks shown')
    await inbox.chosenBar.getByRole('button', { name: /^Decide/ }).click()
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await keys.press('a', 'Enter')
    await expect(dialog).toHaveAccessibleName(`All ${PAGE} decided`)
    await expect(dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(PAGE)
    await keys.press('Escape')
    await expect.poll(decided).toBe(PAGE + 1)
  })
})
