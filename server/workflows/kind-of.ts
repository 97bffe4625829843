import { type Definition, isCode } from '#core/definition/definition.ts'

/** What a workflow is made of. */
export type WorkflowKind = 'steps' | 'code'

export function kindOf(definition: Definition): WorkflowKind {
  return isCode(definition) ? 'code' : 'steps'
}
