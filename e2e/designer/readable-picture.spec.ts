import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parse } from '../../core/definition/parse.ts'
import { forkIdOf, joinIdOf } from '../../core/graph/branch-level.ts'
import { branchGraph } from '../../core/graph/branches.ts'
import { decompile } from '../../core/graph/decompile.ts'
import { terminalsOf } from '../../core/graph/terminals.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

/** Ten steps of ten types as people write them, with a decision, a failure path, a compensation and three ways to end. */
const tenSteps = (name: string) => `workflow_type: ${name}
saga_enabled: true
input_schema:
  type: object
  properties: { amount: { type: number }, vendor: { type: string } }
steps:
  - { name: Check_Invoice, type: TRANSFORM, set: { total: input.amount } }
  - name: Is_Large
    type: DECISION
    routes:
      - { condition: state.total > 5000, target: Approve }
      - { condition: state.total > 500, target: Note }
      - { default: END }
  - { name: Approve, type: HUMAN, title: Approve the invoice, next: Decided }
  - { name: Note, type: TRANSFORM, set: { noted: "true" }, next: Book }
  - { name: Decided, type: DECISION, routes: [{ condition: steps.Approve.output.approved == true, target: Book }, { default: END }] }
  - { name: Book, type: SCRIPT, code: "return { booked: true }", compensate_function: payments.refund, on_failure: { target_step: Repair } }
  - { name: Pause, type: WAIT, duration_seconds: 1 }
  - { name: Tell, type: TRANSFORM, set: { told: "true" } }
  - { name: Archive, type: TRANSFORM, set: { archived: "true" }, next: END }
  - { name: Repair, type: TRANSFORM, set: { repaired: "true" }, next: Tell }
`

/** The least size of words on a step, in pixels of the screen, and pairs of steps that lie over each other. */
async function readability(page: Page) {
  return page.evaluate(() => {
    const pane = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect()
    const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport') as Element).transform).a
    const isSeen = ({ left, right, top, bottom }: DOMRect) =>
      left >= pane.left && right <= pane.right && top >= pane.top && bottom <= pane.bottom
    const nodes = [...document.querySelectorAll('.react-flow__node')].map((node) => ({
      id: (node as HTMLElement).dataset.id,
      box: node.getBoundingClientRect(),
    }))
    const words = [...document.querySelectorAll('.canvas-name, .canvas-note, .canvas-label, .canvas-undo')]
    const overlapping = nodes.flatMap(({ id, box }, index) =>
      nodes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
        )
        .map((other) => `${id} ${other.id}`),
    )
    return {
      zoom,
      leastPx: Math.min(...words.map((word) => Number.parseFloat(getComputedStyle(word).fontSize) * zoom)),
      seen: nodes.filter(({ box }) => isSeen(box)).length,
      nodes: nodes.length,
      overlapping,
    }
  })
}

test('ten steps at 1440×900 can be read in the designer and in a run, which shows where it stands', async ({
  page,
  designer,
  run,
  rest,
}) => {
  const name = uniqueName('Invoices')
  await page.setViewportSize({ width: 1440, height: 900 })
  await rest.publish(tenSteps(name))
  await designer.open(name)
  await expect(designer.node('Check_Invoice')).toBeVisible()
  const drawn = await readability(page)
  test.info().annotations.push({ type: 'designer', description: JSON.stringify(drawn) })
  expect(drawn.leastPx).toBeGreaterThanOrEqual(11)
  expect(drawn.overlapping).toEqual([])
  expect(drawn.seen).toBeGreaterThanOrEqual(4)

  const { run_id } = await rest.start(name, { amount: 9000, vendor: 'Weaver' })
  await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
  await run.open(run_id)
  await expect(run.node('Approve')).toBeInViewport({ ratio: 0.99 })
  const followed = await readability(page)
  test.info().annotations.push({ type: 'run', description: JSON.stringify(followed) })
  expect(followed.leastPx).toBeGreaterThanOrEqual(11)
  expect(followed.overlapping).toEqual([])
  await expect(page.locator('[data-id="_fabric_start"]')).toContainText('Started')
  await expectAccessible(page, 'a run with start and ends', { part: '.react-flow' })
})

test('a click on the start shows the input, an open end has a plus, and the direction is chosen', async ({
  page,
  designer,
  rest,
}) => {
  const name = uniqueName('Turned')
  await rest.publish(tenSteps(name))
  await designer.open(name)
  await page.getByRole('button', { name: /^Start:/ }).click()
  await expect(designer.inspector.getByRole('heading', { name })).toBeVisible()
  const beside = async () => {
    const [from, to] = [await designer.boxOf('Check_Invoice'), await designer.boxOf('Is_Large')]
    return to.x >= from.x + from.width ? 'right' : to.y >= from.y + from.height ? 'down' : 'over'
  }
  for (const [words, wanted] of [
    ['Left to right', 'right'],
    ['Top to bottom', 'down'],
    ['Left to right', 'right'],
  ] as const) {
    await page.getByRole('button', { name: 'Direction' }).click()
    await page.getByRole('menuitem', { name: words }).click()
    await expect.poll(beside).toBe(wanted)
    expect((await readability(page)).overlapping).toEqual([])
  }
  await page.reload()
  await expect.poll(beside).toBe('right')
  await designer.fit()
  await expectAccessible(page, 'a workflow from left to right', { part: '.react-flow' })
})

/** Every template, with each workflow that it brings. */
const templates = readdirSync(join(import.meta.dirname, '..', '..', 'examples', 'workflows'))
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) =>
    readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'workflows', file), 'utf8').split(/^---$/m),
  )

test('each way to the end, each branch and each compensation of every template is in its picture', async ({
  page,
  designer,
  rest,
}) => {
  for (const text of templates) {
    const { definition } = parse(text)
    if (definition === null) continue
    const name = uniqueName(definition.workflow_type.replaceAll('/', '_'))
    const answer = await rest.tryPublish(text.replace(/^workflow_type: .*$/m, `workflow_type: ${name}`))
    expect(answer.status, answer.answer).toBeLessThan(300)
    await designer.open(name)
    await expect(designer.nodes.first()).toBeVisible()
    await expect(page.locator('.react-flow__node[data-id="_fabric_start"]')).toHaveCount(1)
    const { ends } = terminalsOf(decompile(definition, {}))
    for (const { source, target, kind, label } of ends) {
      await expect(page.locator(`.react-flow__node[data-id="${target}"]`)).toHaveCount(1)
      const words =
        kind === 'route' ? `Route from ${source} to the end, ${label}` : `Connection from ${source} to the end`
      await expect(page.locator('.react-flow__edge').and(page.getByLabel(words, { exact: true }))).toHaveCount(1)
    }
    for (const step of definition.steps) {
      if (step.type === 'PARALLEL') {
        for (const { id } of branchGraph(step).branches) {
          await expect(page.locator(`.react-flow__node[data-id='${id}']`)).toHaveCount(1)
        }
        for (const id of [forkIdOf(step.name), joinIdOf(step.name)]) {
          await expect(page.locator(`.react-flow__node[data-id="${id}"]`)).toHaveCount(1)
        }
      }
      if (step.compensate_function === undefined) continue
      await expect(designer.node(step.name).locator('[data-undo]')).toHaveAttribute(
        'data-undo',
        step.compensate_function,
      )
    }
  }
})

test('resizing the window keeps what was in view', async ({ page, designer, rest }) => {
  const name = uniqueName('Resized')
  await rest.publish(tenSteps(name))
  for (const [before, after] of [
    [1024, 768],
    [768, 1440],
    [1440, 1024],
  ] as const) {
    await page.setViewportSize({ width: before, height: 860 })
    await designer.open(name)
    await expect(designer.node('Check_Invoice')).toBeVisible()
    await page.setViewportSize({ width: after, height: 860 })
    await expect(designer.node('Check_Invoice')).toBeInViewport({ ratio: 0.99 })
    await expect.poll(async () => (await readability(page)).zoom).toBeGreaterThanOrEqual(0.7)
    const { seen } = await readability(page)
    expect(seen).toBeGreaterThanOrEqual(3)
  }
})

test('branches are drawn, and added, selected and removed where they are drawn', async ({ page, designer, rest }) => {
  const name = uniqueName('Branches')
  await rest.publish(`workflow_type: ${name}
steps:
  - name: Both
    type: PARALLEL
    tasks:
      - { name: Ask, type: HUMAN, title: Look at it }
      - { name: Note, type: TRANSFORM, set: { noted: "true" } }
  - { name: After, type: TRANSFORM, set: { after: "true" } }
`)
  await designer.open(name)
  await expect(designer.node('Ask')).toBeVisible()
  await expect(designer.nodes).toHaveCount(4)
  await expect(page.locator(`.react-flow__node[data-id="${joinIdOf('Both')}"]`)).toBeVisible()

  await page.getByRole('button', { name: 'Add a branch to Both' }).click()
  await designer.kindSearch.fill('Timer')
  await page.keyboard.press('Enter')
  await expect(designer.nodes).toHaveCount(5)

  // A branch is selected, and deleted, like any other step.
  await designer.node('Note').click({ position: { x: 60, y: 20 } })
  await expect(designer.node('Note')).toHaveClass(/selected/)
  await page.keyboard.press('Delete')
  await expect(designer.node('Note')).toHaveCount(0)
  await expect(designer.nodes).toHaveCount(4)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(designer.nodes).toHaveCount(5)
  await designer.node('Ask').hover()
  await designer.node('Ask').locator('[data-remove-branch]').click()
  await expect(designer.node('Ask')).toHaveCount(0)
})

test('a DECISION has a plus for its first route, and an edge dropped beside the canvas asks for the next step', async ({
  page,
  workflows,
  designer,
}) => {
  const name = uniqueName('First')
  await workflows.createBlank(name)
  await designer.writeYaml(
    `workflow_type: ${name}\nsteps:\n  - { name: Take, type: TRANSFORM, set: { n: "1" } }\n  - { name: Gate, type: DECISION, routes: [] }\n`,
  )
  // Steps that are written onto an empty canvas come into the middle of the view.
  await expect.poll(async () => (await designer.boxOf('Take')).x).toBeGreaterThan(300)
  await page.getByRole('button', { name: 'Hide the lower panel' }).click()
  const plus = designer.canvas.locator('[data-insert="route"]')
  await plus.click()
  await expect(designer.kindSearch).toHaveAccessibleName('Add a step after Gate')
  await designer.kindSearch.fill('Timer')
  await page.keyboard.press('Enter')
  await expect(designer.route('Gate', 'Timer')).toBeAttached()
  await expect(plus).toHaveCount(0)
  const isBehind = async (step: string, other: string) => {
    const [box, from] = [await designer.boxOf(step), await designer.boxOf(other)]
    return box.y > from.y + from.height
  }
  expect(await isBehind('Timer', 'Gate')).toBe(true)
  await designer.pullStep('Timer', 'Script', { x: 600, y: 850 }, 'Sum')
  await expect(designer.edge('Timer', 'Sum')).toBeAttached()
  expect(await isBehind('Sum', 'Timer')).toBe(true)
})
