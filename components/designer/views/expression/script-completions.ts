import type { ScopeTypes } from '#core/expression/check/types.ts'
import { completionsAt } from './expression-help.ts'

/** The variables that a script receives (server/engine/executor/script). */
const given = ['input', 'state', 'steps', 'context'] as const

export interface ScriptCompletion {
  readonly label: string
  readonly detail?: string
  readonly type: 'variable' | 'property'
}

/** The completions after a path in a script: variables, and fields by the same types as in expressions. */
export function scriptCompletions(path: string, types: ScopeTypes): readonly ScriptCompletion[] {
  if (!path.includes('.')) return given.map((label) => ({ label, type: 'variable' }))
  return completionsAt({ form: 'expression' }, path, path.length, types)
    .filter(({ kind }) => kind === 'field')
    .map(({ label, detail }) => ({ label, detail, type: 'property' }))
}
