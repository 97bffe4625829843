import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localActor } from '#server/access/actor.ts'
import type { Stores } from '#server/stores.ts'
import { createWorkflow } from '#server/workflows/drafts/create-workflow.ts'
import { saveDraft } from '#server/workflows/drafts/save-draft.ts'
import { publishTexts } from '#server/workflows/versions/publish-texts.ts'
import { makeNewerRuns } from './make-newer-runs.ts'
import { createMaker, inHistory } from './maker.ts'

/**
 * Workflows in several versions, drafts, and runs in every state in which a
 * version can leave one behind: they are made by an engine that is then killed.
 */
export async function makeRuns(
  stores: Stores,
  functionsFolders: readonly string[],
  startEngine: () => Promise<{ kill(): Promise<void> }>,
): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'workflows.yaml'), 'utf8')
  const publish = async (documents: string) => {
    const { outcome } = await publishTexts(stores, localActor, { text: documents, functionsFolders })
    if (outcome === 'refused') throw new Error('The workflows have problems.')
  }
  const maker = createMaker(stores)
  const { start, until, send } = maker
  const inSlowStep = inHistory('"step":"Slow"')
  const waiting = `status = 'WAITING_HUMAN_INPUT' and engine_id is null`

  await publish(text)
  await createWorkflow(stores, localActor, {
    name: 'Sketch',
    text: '# not finished\nworkflow_type: Sketch\nsteps: [\n',
  })
  const engine = await startEngine()

  const firstVersion = await start('Approval', 'first version')
  await until(firstVersion, waiting)
  await publish(text.replace('title: May I?', 'title: May I, please?'))
  await saveDraft(stores, localActor, {
    name: 'Approval',
    text: '# a draft\nworkflow_type: Approval\nsteps: []\n',
    baseRevision: 2,
  })

  await until(await start('Approval', 'waits'), waiting)
  const paused = await start('Approval', 'paused')
  const cancelled = await start('Approval', 'cancelled')
  const decided = await start('Approval', 'decided while no engine is up')
  for (const runId of [paused, cancelled, decided]) await until(runId, waiting)
  await send(paused, { type: 'pause' })
  await send(cancelled, { type: 'cancel' })
  await until(await start('Deep1', 'waits below'), `status = 'WAITING_CHILD_HUMAN_INPUT'`)
  await until(await start('Long', 'has a snapshot'), waiting)
  const completed = await start('Completes', 'completed')
  await until(completed, `status = 'COMPLETED'`)
  await until(await start('Completes', 'not acknowledged'), `status = 'COMPLETED'`)
  await send(completed, { type: 'acknowledge' })
  await until(await start('Fails', 'failed'), `status = 'FAILED'`)
  await until(await start('FailsBelow', 'failed below'), `status = 'FAILED_CHILD_WORKFLOW'`)
  await until(await start('RollsBack', 'rolled back'), `status = 'FAILED_ROLLED_BACK'`)
  await until(await start('InFlight', 'in flight'), inSlowStep)
  await until(await start('Compensates', 'rolling back'), `phase = 'ROLLBACK' and engine_id is not null`)
  const leave = await makeNewerRuns(stores, maker)
  // These wait for less than a minute: they come last.
  await until(await start('Retries', 'backs off'), `status = 'PENDING_ASYNC'`)
  await until(await start('Timer', 'waits for a time'), `status = 'PENDING_ASYNC'`)

  await engine.kill()
  await send(decided, { type: 'resume', input: { approved: true } }, localActor.id, 0)
  await start('Completes', 'not begun')
  await leave()
}
