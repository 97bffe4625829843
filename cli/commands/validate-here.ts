import { parse } from '#core/definition/parse.ts'
import { type LocatedProblem, located } from '#core/definition/problems/located.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'

export interface Validated {
  readonly valid: boolean
  readonly workflows: readonly { readonly name: string | null; readonly problems: readonly LocatedProblem[] }[]
}

/** Validates without a server: functions and other workflows are assumed to exist. */
export function validateHere(text: string): Validated {
  const workflows = splitDocuments(text).map((document) => {
    const { definition, problems } = parse(document.text)
    return { name: definition?.workflow_type ?? null, problems: located(text, document.start, problems) }
  })
  const valid = !workflows.some(({ problems }) => problems.some(({ severity }) => severity === 'error'))
  return { valid, workflows }
}
