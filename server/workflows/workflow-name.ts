import { isForbiddenName, workflowName } from '#core/definition/names.ts'

export const workflowNameRule =
  'A workflow name starts with a letter and has at most 128 letters, digits and _ . / -, and no part of it is . or ..'

export function isWorkflowName(name: string): boolean {
  return workflowName.test(name) && !isForbiddenName(name)
}
