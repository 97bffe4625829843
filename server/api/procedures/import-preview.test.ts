import { afterAll, beforeAll, expect, it } from 'vitest'
import { localActor } from '../../actor.ts'
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

it('survives what is no workflow at all', async () => {
  const texts = ['', '{', '{"nodes": 3, "connections": 4}', '['.repeat(5_000), `{"a":${'['.repeat(5_000)}`]
  const previews = await caller.previewImport({ files: texts.map((text) => ({ name: 'x', text })) })
  expect(previews).toHaveLength(texts.length)
  expect(previews.every(({ name, errors }) => name === null && errors > 0)).toBe(true)
})
