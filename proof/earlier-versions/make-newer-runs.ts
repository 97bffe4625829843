import { localActor } from '#server/access/actor.ts'
import { saveGroup } from '#server/directory/save-group.ts'
import { savePerson } from '#server/directory/save-person.ts'
import { startBulk } from '#server/runs/bulk/start-bulk.ts'
import { workBulk } from '#server/runs/bulk/work-bulk.ts'
import { saveView } from '#server/runs/views/saved-views.ts'
import type { Stores } from '#server/stores.ts'
import { inHistory, type Maker } from './maker.ts'

const waitsForSignal = `engine_id is null and ${inHistory('workflow.signal.awaited')}`

/** What a version can leave behind since 0.2.0, while its engine is up. Returns what is left to do when it is not. */
export async function makeNewerRuns(stores: Stores, { start, until, send }: Maker): Promise<() => Promise<void>> {
  await saveGroup(stores, localActor, { id: 'weavers', name: 'Weavers' })
  await savePerson(stores, localActor, { id: 'ana', name: 'Ana', manager: false, groups: ['weavers'] })
  const view = { name: 'What failed', query: { status: 'FAILED' }, shared: true }
  await saveView(stores, localActor, 'runs', view)

  await until(await start('FansOut', 'between items'), inHistory('workflow.item.completed', 2))
  await until(await start('Rounds', 'between rounds'), inHistory('"step":"Stay"', 5))
  await until(
    await start('Works', 'at a worker'),
    `exists (select from async_task t where t.run_id = run_state.run_id and t.request like '%Carry%' and t.worker_id is not null)`,
  )
  await until(
    await start('Offers', 'offered to workers'),
    `exists (select from async_task t where t.run_id = run_state.run_id)`,
  )
  const signalled = await start('Signals', 'waits for a signal')
  await until(signalled, waitsForSignal)
  await send(signalled, { type: 'signal', signal_name: 'second', payload: { early: true } })
  const voted = await start('Votes', 'half approved')
  await until(voted, `status = 'WAITING_HUMAN_INPUT' and engine_id is null`)
  await send(voted, { type: 'resume', input: { approved: true } }, 'ana')

  const many = [await start('Approval', 'one of many'), await start('Approval', 'another of many')]
  for (const runId of many) await until(runId, `status = 'WAITING_HUMAN_INPUT' and engine_id is null`)
  await startBulk(stores, localActor, { verb: { type: 'pause' }, runIds: many })
  while (await workBulk(stores));
  return async () => {
    await startBulk(stores, localActor, { verb: { type: 'cancel' }, runIds: many })
  }
}
