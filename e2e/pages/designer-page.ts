import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'

/** The designer, as a user sees and uses it. Positions are pixels on the screen. */
export class DesignerPage {
  readonly page: Page
  readonly canvas: Locator
  /** The button of the canvas that opens the picker of steps. */
  readonly addButton: Locator
  /** The picker of steps, wherever it was opened. */
  readonly picker: Locator
  readonly inspector: Locator
  readonly yaml: Locator
  /** The rows of the Problems panel. */
  readonly problems: Locator
  /** The marks of errors beside the lines of the YAML. */
  readonly errorMarks: Locator
  readonly nodes: Locator
  readonly undoButton: Locator
  readonly redoButton: Locator
  /** The search field for the kind of step to add; its name says where the step will stand. */
  readonly kindSearch: Locator
  /** The title and the id of the step whose fields are shown. */
  readonly titleField: Locator
  readonly idField: Locator

  constructor(page: Page) {
    this.page = page
    this.canvas = page.getByRole('region', { name: 'Canvas', exact: true })
    this.addButton = page.getByRole('button', { name: 'Add a step', exact: true }).first()
    this.picker = page.getByRole('dialog', { name: 'Add a step' })
    this.inspector = page.getByRole('complementary')
    this.yaml = page.getByRole('textbox', { name: 'YAML of the workflow' })
    this.problems = page.getByRole('list', { name: 'Problems' }).getByRole('listitem')
    this.errorMarks = page.locator('.cm-gutter-lint .cm-lint-marker-error')
    this.nodes = this.canvas.locator('.react-flow__node-step')
    this.undoButton = page.getByRole('button', { name: 'Undo', exact: true })
    this.redoButton = page.getByRole('button', { name: 'Redo', exact: true })
    this.kindSearch = this.picker.getByRole('combobox')
    this.titleField = this.inspector.getByRole('textbox', { name: 'Title', exact: true })
    this.idField = this.inspector.getByRole('textbox', { name: 'Id', exact: true })
  }

  async open(name: string): Promise<void> {
    await this.page.goto(`/workflows/${name}`)
    await expect(this.canvas).toBeVisible()
  }

  node(name: string): Locator {
    return this.canvas.locator(`.react-flow__node[data-id="${name}"]`)
  }

  /** Drags a kind of step from the picker to a place on the canvas, and names it. */
  async dragStep(label: string, at: { x: number; y: number }, name: string): Promise<void> {
    await this.named(name, () => this.dropStep(label, at))
  }

  /** Drags a kind of step from the picker to a place on the canvas, which shows where it will go. */
  async dropStep(label: string, at: { x: number; y: number }): Promise<void> {
    const { mouse } = this.page
    await this.addButton.click()
    await this.choice(label).hover()
    await mouse.down()
    await mouse.move(at.x + 1, at.y, { steps: 5 })
    // A drag reports its place only once the pointer has arrived there.
    await mouse.move(at.x, at.y)
    await expect(this.canvas.locator('[data-drop-ghost], [data-drop-edge]')).toBeAttached()
    await mouse.up()
    await expect(this.canvas.locator('[data-drop-ghost], [data-drop-edge]')).toHaveCount(0)
  }

  /** An entry of the picker, by its name. */
  choice(label: string): Locator {
    return this.picker.getByRole('option').filter({ has: this.page.getByText(label, { exact: true }) })
  }

  /** Drags an edge from a step's dot onto the empty canvas and picks the next step there. */
  async pullStep(from: string, label: string, at: { x: number; y: number }, name: string): Promise<void> {
    await this.named(name, async () => {
      await this.pull(await this.sourceDot(from), at)
      await this.pick(label)
    })
  }

  /** Drags an edge from a step's dot onto another step. */
  async connect(from: string, to: string): Promise<void> {
    // The target's place is read once the view has come to rest; `sourceDot` waits for that.
    const dot = await this.sourceDot(from)
    const target = await this.boxOf(to)
    await this.pull(dot, { x: target.x + target.width / 2, y: target.y + target.height / 2 })
  }

  /** Selects an edge and drags one of its ends onto another step. */
  async leadEdge(edge: { from: string; to: string }, end: 'source' | 'target', onto: string): Promise<void> {
    await this.standsStill(onto)
    await this.edge(edge.from, edge.to).locator('path').first().dispatchEvent('click')
    const anchor = await this.canvas.locator(`.react-flow__edgeupdater-${end}`).boundingBox()
    if (!anchor) throw new Error(`${edge.from} to ${edge.to} cannot be taken hold of`)
    const target = await this.boxOf(onto)
    await this.pull(
      { x: anchor.x + anchor.width / 2, y: anchor.y + anchor.height / 2 },
      { x: target.x + 60, y: target.y + target.height / 2 },
    )
  }

  /** Drops a kind of step from the picker onto the middle of the straight edge between two steps. */
  async insertStep(label: string, edge: { from: string; to: string }): Promise<void> {
    await this.standsStill(edge.to)
    const [from, to] = [await this.boxOf(edge.from), await this.boxOf(edge.to)]
    await this.dropStep(label, { x: (middle(from) + middle(to)) / 2, y: (from.y + from.height + to.y) / 2 })
  }

  edge(from: string, to: string): Locator {
    return this.canvas.getByLabel(`Connection from ${from} to ${to}`, { exact: true })
  }

  /** The route from a decision to one of its targets, whatever its condition. */
  route(from: string, to: string): Locator {
    return this.canvas
      .getByLabel(new RegExp(`^Route from ${from} to ${to},`))
      .and(this.page.locator('.react-flow__edge'))
  }

  async moveNode(name: string, by: { x: number; y: number }): Promise<void> {
    await this.standsStill(name)
    const box = await this.boxOf(name)
    await this.pull(
      { x: box.x + 40, y: box.y + box.height / 2 },
      { x: box.x + 40 + by.x, y: box.y + box.height / 2 + by.y },
    )
  }

  /**
   * Selects a step by a click on its card, or on the head of its frame. The click is repeated when it met another place:
   * a step that was added just now may move the view between the look at the place and the click.
   */
  async select(name: string): Promise<void> {
    await expect(async () => {
      await this.node(name).click({ position: { x: 60, y: 20 } })
      await expect(this.node(name)).toHaveClass(/selected/, { timeout: 1_000 })
    }).toPass()
    await expect(this.idField).toHaveValue(name)
  }

  /** Selects several steps: the first by a plain click, the others in addition. */
  async selectAll(first: string, ...others: readonly string[]): Promise<void> {
    await this.select(first)
    for (const name of others) {
      await this.node(name).click({ position: { x: 60, y: 20 }, modifiers: ['ControlOrMeta'] })
      await expect(this.node(name)).toHaveClass(/selected/)
    }
  }

  /** Performs one of the designer's actions, found by its name in the command palette. */
  async command(label: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k')
    const search = this.page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
    await search.fill(label)
    await this.page.getByRole('option', { name: label }).first().click()
    await expect(search).toBeHidden()
  }

  /** Fits all steps into the view, and waits until the view stands still. */
  async fit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Fit to view' }).click()
    // The hover is at the corner: another step may cover the middle of an open frame, and the hover would wait for it.
    await this.nodes.first().hover({ trial: true, position: { x: 6, y: 6 } })
  }

  /** The frame of a step that is open in place. */
  frame(name: string): Locator {
    return this.canvas.locator(`.react-flow__node[data-id="${name}"][role="group"]`)
  }

  /** Opens a step in place by the button on its card; without a name, the first step that can be opened. */
  async openInPlace(name?: string): Promise<void> {
    const node = name === undefined ? this.nodes : this.node(name)
    await node.getByTitle('Open in place').first().click()
    await expect(name === undefined ? this.nodes.getByTitle('Close').first() : this.frame(name)).toBeVisible()
  }

  async closeInPlace(): Promise<void> {
    await this.nodes.getByTitle('Close').first().click()
    await expect(this.nodes.getByTitle('Close')).toHaveCount(0)
  }

  /** Picks a step by the plus on an edge, and names the step. */
  async insertOnEdge(edge: { from: string; to: string }, label: string, name: string): Promise<void> {
    const plus = this.edge(edge.from, edge.to).locator('[data-insert]')
    await this.named(name, async () => {
      await plus.dispatchEvent('click', { clientX: 500, clientY: 300 })
      await this.pick(label)
    })
  }

  async boxOf(name: string): Promise<{ x: number; y: number; width: number; height: number }> {
    const box = await this.node(name).boundingBox()
    if (!box) throw new Error(`${name} is not on the canvas`)
    return box
  }

  /** Types into a field of the inspector and leaves it. */
  async fill(label: string, value: string): Promise<void> {
    const named = { name: label, exact: true }
    const field = this.inspector.getByRole('textbox', named).or(this.inspector.getByRole('combobox', named))
    await this.put(field, value)
  }

  /** Makes one of the routes without a condition the one that is taken otherwise. */
  async makeOtherwise(index: number): Promise<void> {
    const buttons = this.inspector.getByRole('button', { name: '+ otherwise' })
    await buttons.nth(index).click()
    await expect(buttons).toHaveCount(0)
  }

  /** Sets the condition of a decision's route, counted from 0 in the order they are tried. */
  async setRoute(index: number, condition: string): Promise<void> {
    await this.put(this.inspector.getByLabel('Condition', { exact: true }).nth(index), condition)
  }

  /**
   * Fills a field. A field is replaced by its editor once the editor has loaded, so that text put in at that moment may
   * meet the old content.
   */
  private async put(field: Locator, text: string): Promise<void> {
    const oneLine = (shown: unknown) => String(shown).replaceAll('\n', '')
    await expect(async () => {
      await field.fill(text)
      const shown = await field.evaluate((input) => ('value' in input ? input.value : input.textContent))
      expect(oneLine(shown)).toBe(oneLine(text))
    }).toPass()
    await field.blur()
  }

  /** Adds a field to a schema and names it; the schema is the only one that the inspector shows. */
  async addFormField(field: { name: string; kind: string; required: boolean }): Promise<void> {
    await this.inspector.getByRole('button', { name: 'Add a field' }).click()
    const name = this.inspector.getByLabel(/^Name of field /).last()
    await name.fill(field.name)
    await name.press('Enter')
    await this.inspector.getByLabel(`Type of field ${field.name}`).click()
    await this.page.getByRole('option', { name: field.kind }).click()
    if (field.required) await this.inspector.getByRole('button', { name: `${field.name} is required` }).click()
  }

  async tab(name: string): Promise<void> {
    await this.inspector.getByRole('tab', { name, exact: true }).click()
  }

  /** Opens a tab of the panel under the canvas. */
  async dock(tab: 'YAML' | 'Problems' | 'Outline' | 'Values'): Promise<void> {
    await this.page.getByRole('region', { name: 'YAML, problems and outline' }).getByRole('tab', { name: tab }).click()
  }

  /** Replaces the whole text in the YAML editor, as by select all and paste. */
  async writeYaml(text: string): Promise<void> {
    await this.dock('YAML')
    await this.yaml.click()
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.insertText(text)
  }

  /** The bytes that the export saves, as text. */
  async exported(): Promise<string> {
    await this.page.getByRole('button', { name: 'More', exact: true }).click()
    const download = this.page.waitForEvent('download')
    await this.page.getByRole('menuitem', { name: 'Export the YAML' }).click()
    return readFile(await (await download).path(), 'utf8')
  }

  async saved(): Promise<void> {
    await expect(this.page.getByText(/^Saved/)).toBeVisible()
  }

  async publish(): Promise<void> {
    await this.page.getByRole('button', { name: 'Publish', exact: true }).click()
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish version \d+/ })
      .click()
    await expect(this.page.getByRole('dialog')).toBeHidden()
  }

  /** Picks what some words find in the open picker, once that is the selected entry. */
  async pick(words: string, found = words): Promise<void> {
    await this.kindSearch.fill(words)
    await expect(this.picker.getByRole('option', { selected: true })).toContainText(found)
    await this.page.keyboard.press('Enter')
    await expect(this.picker).toBeHidden()
  }

  /**
   * Gives the added step a title; its id is `name`. The fields render after the canvas: until then they show the
   * previous step.
   */
  private async named(name: string, add: () => Promise<void>): Promise<void> {
    const before = await this.idField.evaluateAll(([field]) => (field as HTMLInputElement | undefined)?.value)
    await add()
    if (before !== undefined) await expect(this.idField).not.toHaveValue(before)
    await expect(this.titleField).toBeFocused()
    await this.titleField.fill(name)
    await this.titleField.press('Enter')
    await expect(this.node(name)).toBeVisible()
  }

  /** Waits until the view has glided to a new step, so that clicks on the canvas hit their target. */
  private async standsStill(name: string): Promise<void> {
    await this.node(name).hover({ trial: true })
  }

  private async sourceDot(name: string): Promise<{ x: number; y: number }> {
    await this.standsStill(name)
    const box = await this.node(name).locator('.react-flow__handle.source').first().boundingBox()
    if (!box) throw new Error(`${name} has no dot to pull from`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  private async pull(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await this.page.mouse.move(from.x, from.y)
    await this.page.mouse.down()
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
    await this.page.mouse.move(to.x, to.y, { steps: 4 })
    await this.page.mouse.up()
  }
}

const middle = (box: { x: number; width: number }): number => box.x + box.width / 2
