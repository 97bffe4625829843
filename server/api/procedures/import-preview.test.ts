import { afterAll, beforeAll, expect, it } from 'vitest'
import { dialectOriginal } from '#core/definition/testing/dialect-original.ts'
import { localActor, localPerson } from '#server/access/actor.ts'
import { appRouter } from '../router.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>['workflows']
beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor }).workflows
  await caller.create({ name: 'There' })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const parent = 'workflow_type: Parent\nsteps:\n  - name: Sub\n    type: SUB_WORKFLOW\n    sub_workflow_type: Child\n'
const child = 'workflow_type: Child\nsteps:\n  - name: A\n    function: t.pass\n    colour: red\n'
const n8n = JSON.stringify({
  name: 'Mail it',
  nodes: [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    { name: 'Mail', type: 'n8n-nodes-base.gmail', parameters: { to: '={{ $json.to }}' }, credentials: { gmail: {} } },
  ],
  connections: { Start: { main: [[{ node: 'Mail', type: 'main', index: 0 }]] } },
})

it('says what would become of several files, which may refer to each other, and keeps nothing', async () => {
  const before = (await caller.list({})).items.length
  const files = [
    { name: 'parent.yaml', text: parent },
    { name: 'child.yaml', text: `${child}---\nworkflow_type: There\nsteps: []\n` },
    { name: 'mail.json', text: n8n },
    { name: 'release.yml', text: 'name: Release\non: push\njobs: { build: { steps: [{ run: make }] } }\n' },
  ]
  const previews = await caller.previewImport({ files })
  expect(previews.map(({ file, name, from, exists, errors }) => [file, name, from, exists, errors])).toEqual([
    ['parent.yaml', 'Parent', 'heddle', false, 0],
    ['child.yaml', 'Child', 'heddle', false, 0],
    ['child.yaml', 'There', 'heddle', true, 1],
    ['mail.json', 'Mail_it', 'n8n', false, 0],
    ['release.yml', 'Release', 'actions', false, 0],
  ])
  expect(previews[0]?.parts.every(({ fate }) => fate === 'understood')).toBe(true)
  expect(previews[1]?.parts[1]).toMatchObject({ step: 'A', line: 3, fate: 'kept', findings: [{ line: 5 }] })
  expect(previews[3]?.parts[1]).toMatchObject({ step: 'Mail', fate: 'lost' })
  expect(previews[3]?.text).toContain('function: n8n.gmail')
  expect((await caller.list({})).items.length).toBe(before)
})

it('survives what is no workflow at all (ASVS 5.2.2)', async () => {
  const texts = ['', '{', '{"nodes": 3, "connections": 4}', '['.repeat(5_000), `{"a":${'['.repeat(5_000)}`]
  const previews = await caller.previewImport({ files: texts.map((text) => ({ name: 'x', text })) })
  expect(previews).toHaveLength(texts.length)
  expect(previews.every(({ name, errors }) => name === null && errors > 0)).toBe(true)
})

it('takes a text with the words of Ruvon to the byte, and says at each place what it is read as', async () => {
  const [preview] = await caller.previewImport({ files: [{ name: 'order.yaml', text: dialectOriginal }] })
  expect(preview).toMatchObject({ from: 'heddle', name: 'Order_Processing', text: dialectOriginal, errors: 0 })
  const lines = dialectOriginal.split('\n')
  const found = (step: string) => preview?.parts.find((part) => part.step === step)?.findings ?? []
  expect(found('Approve')).toEqual([
    { fate: 'changed', line: expect.any(Number), message: 'HUMAN_IN_LOOP is read as HUMAN.' },
  ])
  expect(lines[(found('Approve')[0]?.line ?? 0) - 1]).toContain('HUMAN_IN_LOOP')
  expect(preview?.parts.find(({ step }) => step === 'Ask_The_Model')?.fate).toBe('lost')
})

it('says what is compared otherwise at the step that compares', async () => {
  const compared = { assignments: { assignments: [{ name: 'same', value: '={{ $json.a == $json.b }}' }] } }
  const text = JSON.stringify({
    name: 'Compared',
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      { name: 'Same', type: 'n8n-nodes-base.set', parameters: compared },
    ],
    connections: { Start: { main: [[{ node: 'Same', type: 'main', index: 0 }]] } },
  })
  const [preview] = await caller.previewImport({ files: [{ name: 'compared.json', text }] })
  expect(preview?.parts.find(({ step }) => step === 'Same')).toMatchObject({
    fate: 'changed',
    findings: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringContaining('compares values of different types') }),
    ]),
  })
})

it.each([
  ['templates that nothing calls', 'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec: { templates: [] }\n'],
  ['something else with kinds', 'apiVersion: v1\nkind: ConfigMap\ndata: { a: b }\n'],
])('says of %s why it is none, and keeps nothing of it', async (_, text) => {
  const [preview] = await caller.previewImport({ files: [{ name: 'file', text }] })
  expect(preview).toMatchObject({ name: null, exists: false })
  expect(preview?.errors).toBeGreaterThan(0)
  const said = preview?.parts.flatMap(({ findings }) => findings.map(({ message }) => message)).join(' ') ?? ''
  expect(said).toMatch(/\.$/)
})

it('knows nothing of the workflows of another owner', async () => {
  const foreign = { ...localPerson, id: 'eve', ownerId: 'elsewhere' }
  const other = appRouter.createCaller({ ...api.services, actor: foreign }).workflows
  const text = 'workflow_type: There\nsteps: [{ name: A, type: SUB_WORKFLOW, sub_workflow_type: There }]\n'
  const files = [{ name: 'there.yaml', text }]
  expect((await caller.previewImport({ files }))[0]).toMatchObject({ exists: true })
  expect((await other.previewImport({ files }))[0]).toMatchObject({ exists: false })
})
