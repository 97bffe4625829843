import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusWord } from '#core/run/status-words.ts'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '../router.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>['workflows']
beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor }).workflows
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const textOf = (name: string, description = 'About it') =>
  `workflow_type: ${name}\ndescription: ${description}\nsteps:\n  - name: A\n    function: t.pass\n`

describe('a draft', () => {
  it('is saved upon the revision that it was made from', async () => {
    await caller.create({ name: 'Draft' })
    const first = await caller.draft({ name: 'Draft' })
    expect(first).toMatchObject({ revision: 1, latestVersion: 0, publishedHash: null })
    const saved = await caller.saveDraft({ name: 'Draft', text: textOf('Draft'), baseRevision: 1 })
    expect(saved).toMatchObject({ outcome: 'saved', revision: 2 })
    const late = await caller.saveDraft({ name: 'Draft', text: 'theirs', baseRevision: 1 })
    expect(late).toEqual({ outcome: 'conflict', revision: 2, text: textOf('Draft'), updatedBy: 'local' })
    expect((await caller.draft({ name: 'Draft' })).text).toBe(textOf('Draft'))
  })

  it('that is sent twice is saved once', async () => {
    await caller.create({ name: 'Twice' })
    const request = { name: 'Twice', text: textOf('Twice'), baseRevision: 1 }
    const answers = await Promise.all([caller.saveDraft(request), caller.saveDraft(request)])
    expect(answers).toMatchObject([
      { outcome: 'saved', revision: 2 },
      { outcome: 'saved', revision: 2 },
    ])
  })

  it('is saved while it is broken, and cannot be published then', async () => {
    await caller.create({ name: 'Broken' })
    const text = 'workflow_type: Broken\nsteps: [{ name: A'
    expect(await caller.saveDraft({ name: 'Broken', text, baseRevision: 1 })).toMatchObject({ outcome: 'saved' })
    const refused = await caller.publish({ name: 'Broken', baseRevision: 2 })
    expect(refused.outcome).toBe('refused')
    if (refused.outcome === 'refused') expect(refused.problems.some(({ severity }) => severity === 'error')).toBe(true)
    expect(await caller.versions({ name: 'Broken' })).toEqual([])
    expect((await caller.draft({ name: 'Broken' })).text).toBe(text)
  })

  it('is published as what its publisher saw, or not at all', async () => {
    await caller.create({ text: textOf('Seen') })
    await caller.saveDraft({ name: 'Seen', text: textOf('Seen', 'newer'), baseRevision: 1 })
    expect(await caller.publish({ name: 'Seen', baseRevision: 1 })).toEqual({ outcome: 'conflict', revision: 2 })
    const published = await caller.publish({ name: 'Seen', baseRevision: 2, message: 'first' })
    expect(published).toMatchObject({ outcome: 'published', version: 1, isNew: true })
    expect(await caller.publish({ name: 'Seen', baseRevision: 2, message: 'Again' })).toMatchObject({
      outcome: 'published',
      version: 1,
      isNew: false,
    })
    const sessionId = '00000000-0000-4000-8000-000000000001'
    expect(await caller.presence({ name: 'Seen', sessionId, steps: [] })).toMatchObject({ latestVersion: 1 })
    expect(await caller.versions({ name: 'Seen' })).toMatchObject([{ version: 1, message: 'first', author: 'local' }])
    expect(await caller.version({ name: 'Seen', version: 1 })).toMatchObject({ text: textOf('Seen', 'newer') })
    const draft = await caller.draft({ name: 'Seen' })
    expect(draft).toMatchObject({ latestVersion: 1 })
    if (published.outcome === 'published') expect(draft.publishedHash).toBe(published.hash)
  })

  it('keeps its name: another workflow_type is refused with a repair', async () => {
    await caller.create({ text: textOf('Named') })
    await caller.saveDraft({ name: 'Named', text: textOf('Renamed'), baseRevision: 1 })
    const refused = await caller.publish({ name: 'Named', baseRevision: 2 })
    expect(refused).toMatchObject({
      outcome: 'refused',
      problems: [
        { code: 'NAME_CHANGED', path: ['workflow_type'], fix: { text: 'Named', range: { start: 15, end: 22 } } },
      ],
    })
  })

  it('is published once by two publishers at once', async () => {
    await caller.create({ text: textOf('Pair') })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => caller.publish({ name: 'Pair', baseRevision: 1 })),
    )
    expect(answers.every((answer) => answer.outcome === 'published' && answer.version === 1)).toBe(true)
    expect(await caller.versions({ name: 'Pair' })).toHaveLength(1)
  })

  it('saved and published at the same time never waits in a circle', async () => {
    await caller.create({ text: textOf('Busy') })
    const work = Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? caller.saveDraft({ name: 'Busy', text: textOf('Busy', `d${index}`), baseRevision: 1 })
        : caller.publish({ name: 'Busy', baseRevision: 1 }),
    )
    await Promise.all(work)
  })
})

describe('a new workflow', () => {
  it('gets the next free name when none was asked for', async () => {
    const [first, second] = [await caller.create({}), await caller.create({})]
    expect([first, second]).toEqual([{ name: 'NewWorkflow' }, { name: 'NewWorkflow-2' }])
    expect((await caller.draft({ name: 'NewWorkflow-2' })).text).toContain('workflow_type: NewWorkflow-2')
  })

  it('may have a name that YAML would take for something else', async () => {
    await caller.create({ name: 'True' })
    expect((await caller.draft({ name: 'True' })).text).toBe('workflow_type: "True"\nsteps: []\n')
    await caller.create({ text: 'workflow_type: "no name"\nsteps: []\n', name: 'Null' })
    expect((await caller.draft({ name: 'Null' })).text).toBe('workflow_type: "Null"\nsteps: []\n')
  })

  it('does not take a name that is taken', async () => {
    await caller.create({ name: 'Taken' })
    await expect(caller.create({ name: 'Taken' })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { code: 'NAME_TAKEN', field: 'name' },
    })
  })

  it('begins as a template, to the byte, and publishes as it is', async () => {
    const templates = await caller.templates()
    const names = templates.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Invoice', 'LoanApproval', 'OrderProcessing', 'WebsiteCheck']))
    for (const template of templates) {
      expect(Object.keys(template.sampleInput).length).toBeGreaterThan(0)
      const { name } = await caller.create({ templateId: template.id })
      expect(name).toBe(template.name)
      expect((await caller.draft({ name })).text).toBe(template.text)
      expect(await caller.publish({ name, baseRevision: 1 })).toMatchObject({ outcome: 'published' })
      const again = await caller.create({ templateId: template.id })
      expect(again.name).toBe(`${template.name}-2`)
    }
    await expect(caller.create({ templateId: '../../package' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('brings along what its template starts, published, and leaves what is there already', async () => {
    const { subWorkflows } = (await caller.templates()).find(({ id }) => id === 'order-fulfilment') ?? {}
    expect(subWorkflows).toHaveLength(3)
    await caller.create({ templateId: 'order-fulfilment' })
    const own = textOf('InventoryAllocation')
    const { revision } = await caller.draft({ name: 'InventoryAllocation' })
    await caller.saveDraft({ name: 'InventoryAllocation', baseRevision: revision, text: own })
    await caller.create({ templateId: 'order-fulfilment' })
    expect(await caller.draft({ name: 'InventoryAllocation' })).toMatchObject({ text: own, latestVersion: 1 })
    expect(await caller.draft({ name: 'ShippingCostCalculation' })).toMatchObject({ latestVersion: 1, revision: 1 })
  })
})

describe('an import', () => {
  it('makes a draft of every document, broken or not, and reports', async () => {
    const report = await caller.import({
      text: `# one\n${textOf('ImportA')}unknown_key: 1\n---\n# two\nworkflow_type: ImportB\nsteps:\n  - name: X\n    next: Nowhere\n    function: t.pass\n---\nsteps: []\n`,
    })
    expect(report.workflows).toMatchObject([
      { name: 'ImportA', created: true, version: null },
      { name: 'ImportB', created: true, version: null },
    ])
    expect(report.workflows[0]?.problems.map(({ severity }) => severity)).toContain('warning')
    expect(report.workflows[1]?.problems.some(({ severity }) => severity === 'error')).toBe(true)
    expect(report.problems.length).toBeGreaterThan(0)
    expect((await caller.draft({ name: 'ImportB' })).text).toContain('# two')
  })

  it('publishes what has no errors when asked to', async () => {
    const report = await caller.import({ text: textOf('ImportPublished'), publish: true })
    expect(report.workflows).toMatchObject([{ name: 'ImportPublished', created: true, version: 1 }])
  })

  it('never overwrites changes that are not published', async () => {
    await caller.create({ text: textOf('Kept', 'mine') })
    const report = await caller.import({ text: textOf('Kept', 'theirs') })
    expect(report.workflows[0]).toMatchObject({ created: false, problems: [{ code: 'DRAFT_HAS_CHANGES' }] })
    expect((await caller.draft({ name: 'Kept' })).text).toBe(textOf('Kept', 'mine'))
    await caller.publish({ name: 'Kept', baseRevision: 1 })
    await caller.import({ text: textOf('Kept', 'theirs') })
    expect((await caller.draft({ name: 'Kept' })).text).toBe(textOf('Kept', 'theirs'))
  })
})

describe('a title', () => {
  it('makes the id, which is valid and unique, and is kept beside it where the id does not say the same', async () => {
    const made = async (title: string) => (await caller.create({ title })).name
    expect(await made('Invoice approval')).toBe('Invoice_approval')
    expect((await caller.draft({ name: 'Invoice_approval' })).text).toContain('title: Invoice approval\n')
    expect(await made('Invoice approval')).toBe('Invoice_approval_2')
    expect((await caller.draft({ name: 'Invoice_approval_2' })).text).toContain('title: Invoice approval\n')
    expect(await made('発注 📦')).toBe('Workflow')
    expect(await made('承認')).toBe('Workflow_2')
    const items = (await caller.list({ search: '承認', archived: false })).items
    expect(items).toMatchObject([{ name: 'Workflow_2', title: '承認' }])
  })

  it('is that of the draft, and a copy has its own', async () => {
    await caller.create({ title: 'Überweisung: prüfen' })
    const copy = await caller.duplicate({ name: 'Uberweisung_prufen', newName: 'Copied', title: 'Zweite Prüfung' })
    expect(copy.name).toBe('Copied')
    expect((await caller.list({ search: 'Zweite', archived: false })).items).toMatchObject([
      { title: 'Zweite Prüfung' },
    ])
    await caller.duplicate({ name: 'Uberweisung_prufen', newName: 'Plain' })
    expect((await caller.draft({ name: 'Plain' })).text).not.toContain('title:')
  })
})

describe('the list', () => {
  it('tells which have changes, finds by name and description, and hides what is archived', async () => {
    await caller.create({ text: textOf('Listed', 'with 100% of_it') })
    const find = async (search: string, archived = false) => (await caller.list({ search, archived })).items
    expect(await find('Listed')).toMatchObject([
      {
        name: 'Listed',
        hasUnpublishedChanges: true,
        latestVersion: 0,
        stepCount: 1,
        runs: { live: 0, failed: 0, total: 0 },
      },
    ])
    await caller.publish({ name: 'Listed', baseRevision: 1 })
    expect(await find('100% of_')).toMatchObject([{ name: 'Listed', hasUnpublishedChanges: false, latestVersion: 1 }])
    expect(await find('100_ of%')).toEqual([])
    await caller.archive({ name: 'Listed', archived: true })
    expect(await find('Listed')).toEqual([])
    expect(await find('Listed', true)).toMatchObject([{ name: 'Listed' }])
    await caller.archive({ name: 'Listed', archived: false })
    expect(await caller.names()).toContain('Listed')
  })

  it('has folders by the slashes of names, and looks into all of them when asked to', async () => {
    for (const name of ['Tree/One', 'Tree/Two', 'Tree/Deep/Three']) await caller.create({ text: textOf(name) })
    const names = async (input: Parameters<typeof caller.list>[0]) =>
      (await caller.list(input)).items.map(({ name }) => name).toSorted()
    expect(await names({ folder: 'Tree/' })).toEqual(['Tree/Deep/Three', 'Tree/One', 'Tree/Two'])
    expect(await names({ folder: 'Tree/', flat: true })).toEqual(['Tree/One', 'Tree/Two'])
    expect(await names({ names: ['Tree/One', 'Gone'] })).toEqual(['Tree/One'])
    expect(await caller.folders({})).toContainEqual({ name: 'Tree', workflows: 3 })
    expect(await caller.folders({ folder: 'Tree/' })).toEqual([{ name: 'Deep', workflows: 1 }])
    const byName: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof caller.list>> = await caller.list({
        sort: 'name',
        folder: 'Tree/',
        limit: 1,
        cursor,
      })
      byName.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(byName).toEqual(['Tree/Deep/Three', 'Tree/One', 'Tree/Two'])
    expect(await names({ folder: 'Tree/', sort: 'last_run', lastStatus: ['FAILED'] })).toEqual([])
  })

  describe('of workflows with tags', () => {
    const tagged = (name: string, tags: string, more = '') =>
      `workflow_type: ${name}\n${more}tags: ${tags}\nsteps:\n  - { name: A, function: t.fail }\n`
    const others = { ...localActor, id: 'ana' }
    beforeAll(async () => {
      const ana = appRouter.createCaller({ ...api.services, actor: others }).workflows
      await caller.create({ text: tagged('Tagged/Close', '[finance, monthly]', 'title: Books of the month\n') })
      await caller.create({ text: tagged('Tagged/Pay', '[finance, "100%"]') })
      await ana.create({ text: tagged('Tagged/Hire', '[people]') })
      await ana.create({ text: tagged('Tagged/Gone', '[finance]') })
      await ana.archive({ name: 'Tagged/Gone', archived: true })
      await caller.publish({ name: 'Tagged/Pay', baseRevision: 1 })
      const all = appRouter.createCaller({ ...api.services, actor: localActor })
      await all.runs.start({ workflow: 'Tagged/Pay', input: {} })
      await eventually(async () => {
        const [found] = (await caller.list({ names: ['Tagged/Pay'] })).items
        return found?.lastRun?.status.startsWith('FAILED') || undefined
      })
    })
    const names = async (input: Parameters<typeof caller.list>[0]) =>
      (await caller.list(input)).items.map(({ name }) => name).toSorted()

    it('finds them by all of some tags, by a part of a tag, and by the person who saved last', async () => {
      expect(await names({ tags: ['finance'] })).toEqual(['Tagged/Close', 'Tagged/Pay'])
      expect(await names({ tags: ['finance', 'monthly'] })).toEqual(['Tagged/Close'])
      expect(await names({ tags: ['Finance'] })).toEqual([])
      expect(await names({ tags: ['finance'], archived: true })).toEqual(['Tagged/Gone'])
      expect(await names({ search: 'MONTHL' })).toEqual(['Tagged/Close'])
      expect(await names({ search: '00%' })).toContain('Tagged/Pay')
      expect(await names({ search: 'books OF' })).toEqual(['Tagged/Close'])
      expect(await names({ editedBy: 'ana' })).toEqual(['Tagged/Hire'])
      expect((await caller.list({ names: ['Tagged/Hire'] })).items).toMatchObject([
        { tags: ['people'], editedBy: 'ana', editedAt: expect.any(String) },
      ])
    })

    it('counts for each tag and each person exactly the workflows of the list that has it in its filter', async () => {
      const filters: Parameters<typeof caller.facets>[0][] = [
        {},
        { archived: true },
        { folder: 'Tagged/' },
        { tags: ['finance'] },
        { editedBy: 'ana' },
        { search: 'monthly' },
        { lastStatus: ['FAILED'] },
        { names: ['Tagged/Close', 'Tagged/Hire'], editedBy: 'local' },
      ]
      let compared = 0
      for (const filter of filters) {
        const { tags, editors } = await caller.facets(filter)
        for (const { value, count } of tags) {
          const list = await names({ ...filter, tags: [...(filter.tags ?? []), value], limit: 200 })
          expect({ filter, value, count: list.length }).toEqual({ filter, value, count })
        }
        for (const { value, count } of editors) {
          const list = await names({ ...filter, editedBy: value, limit: 200 })
          expect({ filter, value, count: list.length }).toEqual({ filter, value, count })
        }
        compared += tags.length + editors.length
      }
      expect(compared).toBeGreaterThan(15)
      expect((await caller.facets({ folder: 'Tagged/' })).tags[0]).toEqual({ value: 'finance', count: 2 })
      expect((await caller.facets({ lastStatus: ['FAILED'], folder: 'Tagged/' })).tags).toEqual([
        { value: '100%', count: 1 },
        { value: 'finance', count: 1 },
      ])
    })

    it('has the tags of the draft, of an import over it, and none that a workflow cannot have', async () => {
      const tagsOf = async (name: string) => (await caller.list({ names: [name] })).items[0]?.tags
      await caller.create({ text: tagged('Retagged', '[one]') })
      await caller.saveDraft({
        name: 'Retagged',
        text: tagged('Retagged', `[two, ${'x'.repeat(60)}]`),
        baseRevision: 1,
      })
      expect(await tagsOf('Retagged')).toEqual(['two'])
      await caller.saveDraft({ name: 'Retagged', text: textOf('Retagged'), baseRevision: 2 })
      expect(await tagsOf('Retagged')).toEqual([])
      await caller.publish({ name: 'Retagged', baseRevision: 3 })
      await caller.import({ text: tagged('Retagged', '[three]'), publish: false })
      expect(await tagsOf('Retagged')).toEqual(['three'])
      await caller.duplicate({ name: 'Retagged', newName: 'Retagged_2' })
      expect(await tagsOf('Retagged_2')).toEqual(['three'])
    })
  })

  it('tells what the last run waits for, which its status does not', async () => {
    const text = 'workflow_type: Paid\nsteps:\n  - { name: Pay, type: SIGNAL, signal: paid }\n'
    expect((await api.publish(text)).status).toBe(201)
    const all = appRouter.createCaller({ ...api.services, actor: localActor })
    await all.runs.start({ workflow: 'Paid', input: {} })
    const lastRun = await eventually(async () => {
      const [found] = (await caller.list({ names: ['Paid'] })).items
      return found?.lastRun?.status === 'WAITING_HUMAN_INPUT' ? found.lastRun : undefined
    })
    expect(statusWord(lastRun.status, lastRun.humanWait)).toBe('Waiting for a signal')
  })

  it('pages through all of them once', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof caller.list>> = await caller.list({ limit: 4, cursor })
      seen.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.toSorted()).toEqual([...(await caller.names())].toSorted())
  })
})

describe('a copy', () => {
  it('has the draft under its own name, and nothing else', async () => {
    await caller.create({ text: `# comment stays\n${textOf('Original')}` })
    await caller.duplicate({ name: 'Original', newName: 'Copy/of.it' })
    expect((await caller.draft({ name: 'Copy/of.it' })).text).toBe(`# comment stays\n${textOf('Copy/of.it')}`)
    await expect(caller.duplicate({ name: 'Original', newName: 'Copy/of.it' })).rejects.toMatchObject({
      cause: { code: 'NAME_TAKEN', field: 'newName' },
    })
    await expect(caller.duplicate({ name: 'None', newName: 'New' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
