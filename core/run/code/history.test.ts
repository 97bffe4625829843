import { expect, it } from 'vitest'
import { endsAfter, historyOf, historyUpTo } from './history.ts'
import { activity, ana, ScriptedCodeRun } from './testing/scripted-code-run.ts'

/** A run whose body asked for an activity while a signal arrived: the signal has the lower number. */
function interrupted(): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.send({ type: 'own', engine_id: 'engine', epoch: 1 })
  const { delivery } = run
  run.send({ type: 'signal', actor: ana, signal_name: 'late', payload: null })
  run.send(run.answerTo(delivery, { commands: [activity(1)] }))
  return run
}

it('a delivery of news that arrived while the body ran has the commands that the body asked for meanwhile', () => {
  const run = interrupted()
  const { fromSeq, upToSeq } = run.delivery
  const history = historyUpTo(run.history, upToSeq)
  expect(history.commands).toMatchObject([{ n: 1, name: 'fetchUser' }])
  expect(history.seen).toBe(fromSeq)
  expect(history.news.map(({ kind }) => kind)).toEqual(['started', 'signal'])
})

it('a delivery has no news after its end', () => {
  const run = interrupted()
  run.complete('fetchUser#1')
  expect(historyOf(run.history).news).toHaveLength(3)
  expect(historyUpTo(run.history, run.delivery.fromSeq).news).toHaveLength(1)
})

it('a body that has ended need not have used all news of its last delivery', () => {
  const run = interrupted()
  expect(endsAfter(run.history)).toBeUndefined()
  const { fromSeq } = run.delivery
  run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'broken' } } })
  expect(endsAfter(run.history)).toBe(fromSeq)
  run.send({ type: 'retry', actor: ana })
  expect(endsAfter(run.history)).toBeUndefined()
})
