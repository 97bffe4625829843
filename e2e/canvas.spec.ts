import { uniqueName } from './examples.ts'
import { expect, test } from './fixtures.ts'

const text = (name: string) => `# What a loan goes through.
workflow_type: ${name}
steps:
  - name: Fetch
    type: SCRIPT
    output_key: customer
    code: return input
  # asked for by the board
  - name: Score
    type: TRANSFORM
    set: { score: steps.Fetch.output.age }
  - name: Gate
    type: DECISION
    routes:
      - condition: state.score > 3
        target: Good
      - default: Bad
  - name: Good
    type: TRANSFORM
    set: { verdict: '"good"' }
    next: END
  - name: Bad
    type: TRANSFORM
    set: { verdict: '"bad"' }
    next: END
`

test('steps are found, copied, arranged, grouped, noted and moved into a sub-workflow', async ({
  page,
  designer,
  rest,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [name, other] = [uniqueName('Canvas'), uniqueName('Other')]
  await rest.publish(text(name))
  await rest.publish(`workflow_type: ${other}\nsteps:\n  - name: Score\n    type: WAIT\n    duration_seconds: 1\n`)
  await designer.open(name)
  await expect(designer.nodes).toHaveCount(5)

  await test.step('who uses a result is found, marked and shown', async () => {
    await designer.select('Fetch')
    await designer.node('Fetch').press('Shift+U')
    const found = page.getByRole('list', { name: 'Found steps' }).getByRole('button')
    await expect(found).toHaveCount(1)
    await page.getByRole('textbox', { name: 'Find on canvas' }).fill('verdict')
    await expect(found).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(designer.node('Good')).toHaveClass(/selected/)
    await page.keyboard.press('Escape')
    await expect(found).toHaveCount(0)
  })

  await test.step('a plus on an edge inserts a step there', async () => {
    await designer.hoverEdge('Fetch', 'Score')
    await designer.edge('Fetch', 'Score').locator('[data-insert]').click({ force: true })
    await page.getByRole('combobox', { name: 'Kinds of step' }).fill('Timer')
    await page.keyboard.press('Enter')
    await expect(designer.nodes).toHaveCount(6)
    await page.keyboard.press('Escape')
    await designer.undoButton.click()
    await expect(designer.nodes).toHaveCount(5)
  })

  await test.step('the comment above a step is its note, and a new note is a comment', async () => {
    await page.getByRole('button', { name: 'Note on Score: asked for by the board' }).click()
    await page.getByRole('textbox', { name: 'Note on Score' }).fill('asked for by Ana')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('button', { name: 'Note on Score: asked for by Ana' })).toBeVisible()
    await designer.clickCanvas()
    await page.keyboard.press('Shift+M')
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Limits: see the policy')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('button', { name: 'Note: Limits: see the policy' })).toBeVisible()
    const written = await designer.exported()
    expect(written).toContain('  # asked for by Ana\n  - name: Score\n')
    expect(written).toContain('# note 1: Limits: see the policy\nworkflow_type:')
  })

  await test.step('several steps are aligned, and framed with a title', async () => {
    await designer.select('Good')
    await designer.node('Bad').click({ modifiers: ['Shift'], position: { x: 60, y: 20 } })
    await page.keyboard.press('Alt+V')
    await expect
      .poll(async () => {
        const [good, bad] = [await designer.node('Good').boundingBox(), await designer.node('Bad').boundingBox()]
        return Math.round((good?.x ?? 0) - (bad?.x ?? 1))
      })
      .toBe(0)
    await page.keyboard.press('ControlOrMeta+G')
    await page.getByRole('textbox', { name: 'Title of the group' }).fill('Verdicts')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Group Verdicts, 2 steps' }).click()
    await expect(page.getByText('2 steps selected')).toBeVisible()
  })

  await test.step('what is copied is YAML, and is pasted in another tab under a free name', async () => {
    await designer.select('Score')
    await page.keyboard.press('ControlOrMeta+C')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      'steps:\n  # asked for by Ana\n  - name: Score\n',
    )
    const tab = await context.newPage()
    await tab.goto(`/workflows/${other}`)
    await expect(tab.locator('.react-flow__node')).toHaveCount(1)
    await tab.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } })
    await tab.keyboard.press('ControlOrMeta+V')
    await expect(tab.locator('.react-flow__node[data-id="Score_2"]')).toBeVisible()
    await tab.close()
  })

  await test.step('a selection becomes a workflow of its own', async () => {
    await page.bringToFront()
    await designer.select('Gate')
    await page.keyboard.press('Shift+X')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^Gate chooses between ways inside and outside/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Extract', exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    await designer.select('Score')
    for (const step of ['Gate', 'Good', 'Bad'])
      await designer.node(step).click({ modifiers: ['Shift'], position: { x: 60, y: 20 } })
    await page.keyboard.press('Shift+X')
    await dialog.getByRole('textbox', { name: 'Name of the new workflow' }).fill(`${name}.Scoring`)
    await dialog.getByRole('button', { name: 'Extract', exact: true }).click()
    await expect(designer.node('Scoring')).toBeVisible()
    await expect(designer.edge('Fetch', 'Scoring')).toBeAttached()
    await expect(designer.node('Gate')).toHaveCount(0)
  })
})
