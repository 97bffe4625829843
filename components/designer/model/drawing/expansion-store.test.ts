import { expect, test } from 'vitest'
import { layeredLayout } from '#components/canvas/layout/layered-layout.ts'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { createExpansion } from './expansion-store.ts'

const graphOf = (text: string) => {
  const { definition, layout } = parse(text)
  if (definition === null) throw new Error('The text cannot be read.')
  return decompile(definition, layout)
}
const parent = graphOf(`workflow_type: Parent
steps:
  - { name: Each, type: LOOP, mode: ITERATE, iterate_over: input.a, loop_body: [{ name: Ask, type: SUB_WORKFLOW, sub_workflow_type: Child }] }
  - { name: Sub, type: SUB_WORKFLOW, sub_workflow_type: Child }
  - { name: Gone, type: SUB_WORKFLOW, sub_workflow_type: Nobody }
`)
const child = `workflow_type: Child
steps:
  - { name: Again, type: SUB_WORKFLOW, sub_workflow_type: Child }
  - { name: Last, function: a.b }
layout: { Again: [0, 0], Last: [0, 120] }
`

function world(shelf = new Map<string, string>()) {
  const asked: string[] = []
  let newest = child
  const expansion = createExpansion('Parent', {
    storage: { getItem: (key) => shelf.get(key) ?? null, setItem: (key, value) => void shelf.set(key, value) },
    requestLayout: async (request) => layeredLayout(request),
    readPublished: async (workflow) => {
      asked.push(workflow)
      if (workflow === 'Nobody') return null
      if (workflow === 'Child') return newest
      throw new Error('The server is away.')
    },
  })
  expansion.update(parent)
  const insides = () =>
    [...expansion.store.getState().insides].map(([id, { graph }]) => [id, graph.nodes.map((n) => n.id)])
  const publish = (text: string) => {
    newest = text
  }
  return { expansion, insides, asked, shelf, publish }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('an open loop shows its body, placed; closed again it shows nothing', async () => {
  const { expansion, insides } = world()
  expansion.toggle('Each')
  expect(insides()).toEqual([['Each', ['Ask']]])
  await settled()
  expect(expansion.positionsIn('Each')).toEqual({ Ask: { x: 0, y: 0 } })
  expansion.toggle('Each')
  expect(insides()).toEqual([])
})

test('an open sub-workflow shows what was published, asked for once, and is in turn opened within itself, to three levels', async () => {
  const { expansion, insides, asked } = world()
  expansion.toggle('Sub')
  expect(expansion.store.getState().insides.get('Sub')?.words).toBe('Loading Child…')
  await settled()
  for (const id of ['Sub/Again', 'Sub/Again/Again', 'Sub/Again/Again/Again']) expansion.toggle(id)
  expect(insides().map(([id]) => id)).toEqual(['Sub', 'Sub/Again', 'Sub/Again/Again'])
  expect(expansion.store.getState().insides.get('Sub')?.foreign).toBe(true)
  expect(asked).toEqual(['Child'])
})

test('what was never published is said, and looked for again when it is opened again', async () => {
  const { expansion, asked } = world()
  expansion.toggle('Gone')
  await settled()
  expect(expansion.store.getState().insides.get('Gone')?.words).toBe('Nobody is not published yet.')
  expansion.toggle('Gone')
  expansion.toggle('Gone')
  expect(asked).toEqual(['Nobody', 'Nobody'])
})

test('what was closed is looked for again when it is opened again: it may have been published since', async () => {
  const { expansion, insides, asked, publish } = world()
  expansion.toggle('Sub')
  await settled()
  expansion.toggle('Sub')
  publish('workflow_type: Child\nsteps:\n  - { name: New, function: a.b }\n')
  expansion.toggle('Sub')
  await settled()
  expect(insides()).toEqual([['Sub', ['Sub/New']]])
  expect(asked).toEqual(['Child', 'Child'])
})

test('what is open stays open when the page is loaded again, under a new name too', () => {
  const { expansion, shelf } = world()
  expansion.toggle('Each')
  expansion.renamed('Each', 'Every')
  expect([...world(shelf).expansion.store.getState().open]).toEqual(['Every'])
})
