import type { Pool } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { analyse } from './analysis/analyse.ts'
import { insertWorkflow } from './insert-workflow.ts'
import { publishText } from './publish-texts.ts'

/** Creates and publishes the workflow of a text that comes with a template, unless a workflow of that name exists. */
export async function addMissing(pool: Pool, actor: Actor, text: string): Promise<void> {
  const { definition } = await analyse(actor.ownerId, text)
  if (definition === null) throw new Error('A text that comes with a template cannot be read.')
  const workflow = { name: definition.workflow_type, text, definition }
  await inTransaction(pool, async (client) => {
    if (await insertWorkflow(client, actor, workflow)) await publishText(client, actor, workflow)
  })
}
