import type { Definition } from '#core/definition/definition.ts'
import { type NormalEdge, normalEdges, settle, withFlow } from '../flow/settle.ts'
import { refuse } from '../edit.ts'
import type { Draft, Outcome, Outcomes } from './draft.ts'
import { placeKey } from './key-order.ts'
import { mapStep, writtenNames } from './raw-step.ts'

/**
 * Writes out `next` and `dependencies` so that an edit changes no other edges
 * than its own. `definition` is what the edited text means before that.
 */
export function keepEdges(draft: Draft, outcome: Outcome, definition: Definition): Outcomes {
  const wanted = wantedEdges(draft, outcome, definition)
  const changes = settle(definition, wanted, new Set(outcome.created))
  const settled = normalEdges(withFlow(definition, changes))
  if (settled.size !== wanted.size || [...wanted.keys()].some((id) => !settled.has(id))) {
    return refuse('not_allowed', 'This would change edges that it should not touch: change the text instead.')
  }
  let { root } = outcome
  for (const { step, key, names } of changes) {
    root = mapStep(root, step, (raw) => placeKey(raw, key, key === 'next' ? writtenNames(names, raw.next) : names))
  }
  return { ok: true, root }
}

function wantedEdges(draft: Draft, { wanted }: Outcome, definition: Definition): ReadonlyMap<string, NormalEdge> {
  if (typeof wanted !== 'function') return wanted ?? draft.normal
  const old = [...draft.normal].filter(([, edge]) => !wanted(edge))
  const own = [...normalEdges(definition)].filter(([, edge]) => wanted(edge))
  return new Map([...old, ...own])
}
