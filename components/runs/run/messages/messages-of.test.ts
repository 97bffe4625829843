import { expect, it } from 'vitest'
import { ana, ScriptedCodeRun } from '#core/run/code/testing/scripted-code-run.ts'
import { messagesOf } from './messages-of.ts'

it('has signals with their senders, and updates with what became of them', () => {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer()
  run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: ['a'] })
  for (const id of ['one', 'two', 'three']) {
    run.send({ type: 'update', actor: ana, update_id: id, name: 'replace', args: [id] })
  }
  const error = { code: 'Error', message: 'Too long.' }
  run.answer({
    notes: [
      { kind: 'update_accepted', update_id: 'one' },
      { kind: 'update_rejected', update_id: 'two', error },
      { kind: 'update_accepted', update_id: 'three' },
      { kind: 'update_completed', update_id: 'three', result: 2 },
    ],
  })
  run.send({ type: 'update', actor: ana, update_id: 'four', name: 'replace', args: [] })
  const shown = messagesOf(run.history).map(({ seq: _, at: __, ...message }) => message)
  expect(shown).toEqual([
    { kind: 'signal', name: 'go', data: ['a'], from: 'Ana', outcome: 'received' },
    { kind: 'update', name: 'replace', data: ['one'], outcome: 'accepted' },
    { kind: 'update', name: 'replace', data: ['two'], outcome: 'rejected', error },
    { kind: 'update', name: 'replace', data: ['three'], outcome: 'completed', result: 2 },
    { kind: 'update', name: 'replace', data: [], outcome: 'requested' },
  ])
})
