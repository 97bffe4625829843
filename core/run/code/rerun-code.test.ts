import { expect, it } from 'vitest'
import { executable } from '#core/definition/executable.ts'
import { previewRerun, previewRetry } from '../preview/preview-retry.ts'
import { activity, codeOptions, ScriptedCodeRun } from './testing/scripted-code-run.ts'

/** A run of code that has called an activity, and has failed. */
function failed() {
  const run = new ScriptedCodeRun()
  run.send({ type: 'own', engine_id: 'engine', epoch: 1 })
  run.answer({ commands: [activity(1)] })
  run.complete('fetchUser#1')
  run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'broken' } } })
  return { state: run.state, executable: executable(codeOptions()) }
}

it('a rerun of code takes over no results, from its top or from a command, and says what to do instead', () => {
  const run = failed()
  const refused = {
    ok: false,
    message: expect.stringContaining('Rerun it without its results, or retry this run'),
  }
  expect(previewRerun(run, run.executable, { results: 'kept' })).toMatchObject(refused)
  expect(previewRerun(run, run.executable, { results: 'kept', step: 'fetchUser#1' })).toMatchObject(refused)
  expect(previewRerun(run, run.executable, { results: 'none' })).toEqual({ ok: true, steps: [] })
})

it('a retry of code is judged by the rules of code: it replays, and begins at no step', () => {
  const run = failed()
  expect(previewRetry(run)).toEqual({ ok: true, steps: [] })
  expect(previewRetry(run, 'fetchUser#1')).toMatchObject({
    ok: false,
    message: expect.stringContaining('The code is replayed over its own history'),
  })
})
