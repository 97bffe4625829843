import type { Locator } from '@playwright/test'
import { DesignerPage } from '../pages/designer-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const child = (name: string) => `workflow_type: ${name}
steps:
  - { name: Weigh, type: HTTP, http_config: { url: https://example.com } }
  - { name: Label, type: TRANSFORM, set: { label: '"A"' } }
layout: { Weigh: [0, 0], Label: [0, 120] }
`
const draft = (name: string, sub: string) => `workflow_type: ${name}
steps:
  - { name: Take, type: TRANSFORM, set: { total: "1" }, output_key: taken }
  - { name: Check, type: TRANSFORM, set: { ok: steps.Take.output != null } }
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: input.lines
    loop_body:
      # the price first
      - { name: Price, type: TRANSFORM, set: { total: item.price } }
      - { name: Keep, type: TRANSFORM, set: { kept: "true" } }
  - { name: Ship, type: SUB_WORKFLOW, sub_workflow_type: ${sub} }
  - { name: Tell, type: HTTP, http_config: { url: "https://example.com/{{ state.total }}" } }
layout:
  Take: [0, 0]
  Check: [40, 120]
  Each: [0, 240]
  Ship: [0, 360]
  Tell: [0, 480]
`

test('steps, groups and notes are put on the canvas and found there', async ({ page, designer, rest }) => {
  const [name, sub] = [uniqueName('Canvas'), uniqueName('Child')]
  await rest.publish(child(sub))
  await rest.publish(draft(name, sub))
  await designer.open(name)
  await expect(designer.node('Tell')).toBeVisible()

  await test.step('steps are put on an edge and pulled from a dot', async () => {
    await designer.insertOnEdge({ from: 'Take', to: 'Check' }, 'Timer', 'Pause')
    await expect(designer.edge('Pause', 'Check')).toBeAttached()
    await designer.fit()
    const { x, y, width } = await designer.boxOf('Tell')
    await designer.pullStep('Tell', 'Script', { x: x + width + 60, y: y + 30 }, 'Sum')
    await expect(designer.edge('Tell', 'Sum')).toBeAttached()
  })

  await test.step('several are put in line, grouped and folded, and the group is one node with their edges', async () => {
    await designer.selectAll('Pause', 'Check')
    await designer.command('Align in a column')
    await expect(async () => {
      expect((await designer.boxOf('Pause')).x).toBeCloseTo((await designer.boxOf('Check')).x, 0)
    }).toPass()
    await designer.command('Group the steps')
    await page.getByRole('textbox', { name: 'Title of the group' }).fill('Looking')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Collapse the group Looking' }).click()
    await expect(designer.node('Check')).toBeHidden()
    const folded = page.getByRole('button', { name: 'Group Looking, collapsed, 2 steps' })
    await expect(folded).toBeVisible()
    await expect(designer.canvas.getByLabel(/^Connection from Take to group /)).toBeAttached()
    await folded.getByTitle('Expand the group').click()
    await expect(designer.node('Check')).toBeVisible()
  })

  await test.step('a note is a comment above its step', async () => {
    await designer.select('Tell')
    await designer.command('Write a note on the step')
    await page.getByRole('textbox', { name: 'Note on Tell' }).fill('Whoever ordered hears of it, whatever happens')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('button', { name: /^Note on Tell/ })).toBeVisible()
  })

  await test.step('notes and groups are reached, written, moved and taken away by keys, in one stop of the Tab key', async () => {
    /** How far to the right of a step something is drawn, wherever the view has moved to. */
    const fromTell = async (drawn: Locator) => ((await drawn.boundingBox())?.x ?? 0) - (await designer.boxOf('Tell')).x
    await expect(designer.node('Tell')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+M')
    await expect(designer.canvas.locator('textarea')).toBeFocused()
    await page.keyboard.insertText('Weigh it first')
    await page.keyboard.press('ControlOrMeta+Enter')
    const note = designer.canvas.getByRole('button', { name: 'Note: Weigh it first' })
    await expect(note).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('button', { name: 'Group Looking, 2 steps' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title of the group' })).toBeFocused()
    await page.keyboard.insertText('Seeing')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Group Seeing, 2 steps' })).toBeFocused()
    const [step, sheet] = [await fromTell(designer.node('Check')), await fromTell(note)]
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect.poll(() => fromTell(designer.node('Check'))).toBeLessThan(step)
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ArrowDown')
    await expect(note).toBeFocused()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => fromTell(note)).toBeGreaterThan(sheet)
    await expectAccessible(page, 'notes and groups', { part: '.react-flow__viewport-portal' })
    await page.keyboard.press('Delete')
    await expect(note).toBeHidden()
    await expect(page.getByRole('button', { name: 'Group Seeing, 2 steps' })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(note).toBeVisible()
    await expect(designer.canvas.locator('[data-action-scope="annotation"][tabindex="0"]')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(designer.canvas.locator('.react-flow__node:focus')).toHaveCount(1)
  })

  await test.step('who uses an output is found', async () => {
    await designer.fit()
    await designer.select('Take')
    await designer.command('Find where the step’s output is used')
    await expect(
      page.getByRole('list', { name: 'Search results' }).getByRole('button', { name: /^Check/ }),
    ).toBeVisible()
    const search = page.getByRole('textbox', { name: 'Find on canvas' })
    await search.fill('price')
    await search.press('Enter')
    await expect(designer.canvas.getByRole('button', { name: /^Each, Loop/ })).toBeInViewport()
    await expect(
      page.getByRole('list', { name: 'Search results' }).getByRole('button', { name: /^Price/ }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('loops and sub-workflows are open in place, and steps are copied and extracted', async ({
  page,
  designer,
  rest,
}) => {
  const [name, sub] = [uniqueName('Nested'), uniqueName('Child')]
  await rest.publish(child(sub))
  await rest.publish(draft(name, sub))
  await designer.open(name)
  await expect(designer.node('Tell')).toBeVisible()

  await test.step('a loop is open in place, and its body is edited there; others make room', async () => {
    await designer.fit()
    const before = await designer.boxOf('Ship')
    await designer.openInPlace('Each')
    await expect(designer.node('Price')).toBeVisible()
    await expect(designer.edge('Price', 'Keep')).toBeAttached()
    await expect(async () => {
      const frame = await designer.frame('Each').boundingBox()
      const after = await designer.boxOf('Ship')
      expect(after.y).toBeGreaterThan((frame?.y ?? 0) + (frame?.height ?? 0))
      expect(after.y - (frame?.y ?? 0)).toBeGreaterThan(before.y - (frame?.y ?? 0))
    }).toPass()
    await designer.insertOnEdge({ from: 'Price', to: 'Keep' }, 'Script', 'Round')
    await expect(designer.edge('Round', 'Keep')).toBeAttached()
    await designer.select('Keep')
    await page.keyboard.press('Escape')
    await designer.select('Keep')
    await designer.node('Keep').press('Delete')
    await expect(designer.node('Keep')).toBeHidden()
  })

  await test.step('a step of a loop moves out by cut and paste, and back in; what it cannot says why', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const isInside = async () => {
      const [inner, frame] = [await designer.boxOf('Price'), await designer.frame('Each').boundingBox()]
      return frame !== null && inner.y > frame.y && inner.y + inner.height < frame.y + frame.height
    }
    await designer.select('Price')
    await page.keyboard.press('ControlOrMeta+k')
    const extract = page.getByRole('option', { name: 'Extract to a sub-workflow' })
    await expect(extract).toBeDisabled()
    await expect(extract).toContainText('Price is inside another step')
    await page.keyboard.press('Escape')
    await designer.select('Price')
    await page.keyboard.press('ControlOrMeta+x')
    await expect(designer.node('Price')).toBeHidden()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(designer.node('Price')).toBeVisible()
    await expect.poll(isInside).toBe(false)
    await page.keyboard.press('ControlOrMeta+x')
    await designer.select('Round')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(designer.node('Price')).toBeVisible()
    await expect.poll(isInside).toBe(true)
  })

  await test.step('a sub-workflow is open in place, to look at, with a way to it; both are open after a reload', async () => {
    await designer.openInPlace('Ship')
    await expect(designer.node('Ship/Label')).toBeVisible()
    await expect(page.getByRole('link', { name: `Open the workflow ${sub}` })).toHaveAttribute(
      'href',
      `/workflows/${sub}`,
    )
    await expectAccessible(page, 'a loop and a sub-workflow open in place')
    await designer.saved()
    await page.reload()
    await expect(designer.node('Ship/Label')).toBeVisible()
    await expect(designer.node('Round')).toBeVisible()
  })

  await test.step('steps, and a note that is selected with them, are copied as YAML into another tab and into its text, and cover nothing there', async () => {
    await page.keyboard.press('Shift+M')
    await page.keyboard.insertText('Weigh it first')
    await page.keyboard.press('ControlOrMeta+Enter')
    await designer.fit()
    await designer.selectAll('Take', 'Check')
    const note = designer.canvas.getByRole('button', { name: 'Note: Weigh it first' })
    await note.click({ modifiers: ['ControlOrMeta'] })
    await expect(designer.inspector.getByRole('heading', { name: '2 steps and 1 note selected' })).toBeVisible()
    await expectAccessible(page, 'a note that is selected with steps', { part: '.react-flow__viewport-portal' })
    const [before, step] = [await note.boundingBox(), await designer.boxOf('Take')]
    await page.keyboard.press('ControlOrMeta+d')
    await expect(note).toHaveCount(2)
    await expect(designer.inspector.getByRole('heading', { name: '2 steps and 1 note selected' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(note).toHaveCount(1)
    await designer.selectAll('Take', 'Check')
    await note.click({ modifiers: ['ControlOrMeta'] })
    await designer.moveNode('Take', { x: -60, y: 0 })
    await expect.poll(async () => (await note.boundingBox())?.x).toBeLessThan((before?.x ?? 0) - 40)
    const moved = [await note.boundingBox(), await designer.boxOf('Take')]
    expect((moved[0]?.x ?? 0) - (moved[1]?.x ?? 0)).toBeCloseTo((before?.x ?? 0) - step.x, 0)
    await page.keyboard.press('ControlOrMeta+z')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('name: Take')
    const other = uniqueName('Other')
    await rest.publish(draft(other, sub))
    await page.goto(`/workflows/${other}`)
    await expect(designer.node('Tell')).toBeVisible()
    await designer.canvas.locator('.react-flow__pane').click({ position: { x: 20, y: 160 } })
    await page.keyboard.press('ControlOrMeta+v')
    await expect(designer.node('Take_2')).toBeVisible()
    await expect(note).toBeVisible()
    // All at one instant: in between the view may move.
    const boxes = await designer.nodes.evaluateAll((nodes) =>
      nodes.map((node) => node.getBoundingClientRect().toJSON()),
    )
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
      }
    }
    await designer.dock('YAML')
    await designer.yaml.click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(designer.node('Take_3')).toBeVisible()
  })

  await test.step('a part becomes a workflow of its own', async () => {
    await designer.fit()
    await designer.select('Tell')
    await designer.command('Extract to a sub-workflow')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name of the new workflow' }).fill(uniqueName('Part'))
    await dialog.getByRole('button', { name: 'Extract' }).click()
    await expect(designer.node('Tell')).toBeHidden()
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open', exact: true }).click(),
    ])
    const part = new DesignerPage(opened)
    await expect(part.node('Tell')).toBeVisible()
    await part.dock('YAML')
    await expect(part.yaml).toContainText('input_schema:')
    await expect(part.yaml).toContainText('total: {}')
    await opened.close()
  })
})

test('steps that are pasted where nobody looks come into sight', async ({ page, designer, rest }) => {
  const name = uniqueName('Pasted')
  await rest.publish(`workflow_type: ${name}
steps:
  - { name: Take, type: TRANSFORM, set: { total: "1" } }
layout:
  Take: [0, 0]
`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await designer.open(name)
  await expect(designer.node('Take')).toBeVisible()
  for (const step of ['First', 'Second', 'Third']) {
    await page.evaluate((step) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', `steps:\n  - name: ${step}\n    type: HUMAN\n`)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, step)
    await expect(designer.node(step)).toBeInViewport({ ratio: 1 })
  }
})

test('an edge is led elsewhere by its ends, and back by undo', async ({ page, designer, rest }) => {
  const name = uniqueName('Ends')
  const step = (step: string, next: string) =>
    `  - { name: ${step}, type: TRANSFORM, set: { n: "1" }, next: ${next} }\n`
  await rest.publish(
    `workflow_type: ${name}\nsteps:\n${step('A', 'B')}${step('B', 'END')}${step('C', 'END')}layout:\n  A: [0, 0]\n  B: [-200, 200]\n  C: [200, 200]\n`,
  )
  await designer.open(name)
  await designer.leadEdge({ from: 'A', to: 'B' }, 'target', 'C')
  await expect(designer.edge('A', 'C')).toBeAttached()
  await expect(designer.edge('A', 'B')).toHaveCount(0)
  await designer.leadEdge({ from: 'A', to: 'C' }, 'source', 'B')
  await expect(designer.edge('B', 'C')).toBeAttached()
  for (const back of ['A to C', 'A to B']) {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByLabel(`Connection from ${back}`, { exact: true })).toBeAttached()
  }
})
