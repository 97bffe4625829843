import { expect, it } from 'vitest'
import { emptyHistory } from '#core/graph/history/history.ts'
import { createDocument } from '../document/document.ts'
import { Autosave } from './autosave.ts'
import { createMerging, type Merged } from './draft-merging.ts'

const text = (first: string, second: string) => `workflow_type: Loan
steps:
  - name: Score
    function: ${first}
  - name: Pay
    function: ${second}
`

/** A draft that is open here, and a server on which another user saves. */
function opened() {
  const server = { text: text('a.one', 'b.one'), revision: 1, updatedBy: 'ana' }
  const document = createDocument(server.text, emptyHistory, () => 0)
  const autosave = new Autosave(
    {
      async save(next, baseRevision) {
        if (baseRevision !== server.revision) return { outcome: 'conflict', ...server }
        Object.assign(server, { text: next, revision: server.revision + 1, updatedBy: 'me' })
        return { outcome: 'saved', revision: server.revision, updatedAt: '' }
      },
      schedule: () => () => undefined,
      now: () => 0,
    },
    { text: server.text, revision: server.revision, at: 0 },
  )
  document.store.subscribe((state) => autosave.changed(state.text))
  const merged: Merged[] = []
  const undecided: string[] = []
  const merging = createMerging({
    document,
    autosave,
    storeCopies: () => undefined,
    merged: (one) => merged.push(one),
    undecided: () => undecided.push('asked'),
    now: () => 0,
  })
  return { server, document, autosave, merging, merged, undecided }
}

const anotherPersonSaves = (server: ReturnType<typeof opened>['server'], next: string) =>
  Object.assign(server, { text: next, revision: server.revision + 1, updatedBy: 'ana' })

it('what somebody else saved is shown where there is nothing unsaved, and is what a publication is of', async () => {
  const { server, document, autosave, merging, merged } = opened()
  anotherPersonSaves(server, text('a.one', 'b.theirs'))
  await merging.meet({ ...server })
  expect(document.store.getState().text).toBe(text('a.one', 'b.theirs'))
  expect(autosave.store.getState()).toMatchObject({ revision: 2, state: { kind: 'saved' } })
  expect(merged).toMatchObject([{ by: 'ana' }])
})

it('what is unsaved here is saved first, and so meets it in the merge of three texts', async () => {
  const { server, document, autosave, merging } = opened()
  anotherPersonSaves(server, text('a.one', 'b.theirs'))
  document.type(text('a.mine', 'b.one'))
  await merging.meet({ ...server })
  expect(autosave.store.getState().state.kind).toBe('conflict')
  await merging.reconcile()
  expect(document.store.getState().text).toBe(text('a.mine', 'b.theirs'))
  expect(server.text).toBe(text('a.mine', 'b.theirs'))
})
