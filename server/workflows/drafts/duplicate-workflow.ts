import type { Definition } from '#core/definition/definition.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { analyse } from '../analysis/analyse.ts'
import { insertWorkflow } from '../insert-workflow.ts'
import { nameTaken } from '../name-taken.ts'
import { workflowNotFound } from '../workflow-not-found.ts'
import { withName, withTitle } from './with-name.ts'

/**
 * Copies the draft under another name; versions and runs stay where they are. Throws `NOT_FOUND`, `NAME_TAKEN`, and
 * `INVALID_TRANSITION` for code.
 */
export async function duplicateWorkflow(
  { database, pool }: Stores,
  actor: Actor,
  { name, newName, title }: { readonly name: string; readonly newName: string; readonly title?: string | undefined },
): Promise<{ readonly name: string }> {
  const key = { where: { ownerId_name: { ownerId: actor.ownerId, name } } }
  const [draft, workflow] = await Promise.all([database.draft.findUnique(key), database.workflow.findUnique(key)])
  if (!draft || !workflow) throw workflowNotFound(name)
  if (workflow.kind === 'code') {
    throw new ApiError('INVALID_TRANSITION', `${name} is code: copy its file, and give the copy another type.`, 'name')
  }
  const analysis = await analyse(actor.ownerId, draft.text)
  const named = withName(draft.text, newName, analysis)
  // The copy does not keep the title of the original: two workflows would look alike.
  const text = analysis.definition?.title === title ? named : withTitle(named, title)
  const { title: _, ...rest } = analysis.definition ?? { title: undefined }
  const definition = analysis.definition && ({ ...rest, ...(title !== undefined && { title }) } as Definition)
  if (!(await insertWorkflow(pool, actor, { name: newName, text, definition }))) {
    throw nameTaken(newName, 'newName')
  }
  return { name: newName }
}
