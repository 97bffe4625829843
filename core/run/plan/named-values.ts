import type { Scope } from '#core/expression/scope.ts'
import type { RunState } from '../state.ts'

/** The names beside the roots that every expression of a run may read: `vars`, as the run recorded it at its start. */
export function namedValues({ header }: Pick<RunState, 'header'>): Pick<Scope, 'names'> {
  const { vars } = header
  return vars === undefined ? {} : { names: { vars: { ...vars } } }
}
