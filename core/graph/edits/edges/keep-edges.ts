import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition } from '#core/definition/definition.ts'
import type { JsonObject } from '#core/json.ts'
import { type EditRefusal, refuse } from '../../edit.ts'
import { type NormalEdge, normalEdges, normalId, sameNormal, settled } from '../../flow/settle.ts'
import { type Rewritten, rewrite } from '../../text/rewrite/rewrite.ts'
import type { Source } from '../../text/source.ts'
import type { Draft, Outcome, Outcomes, Wanted } from '../draft/edit-draft.ts'
import { placeKey } from '../raw/key-order.ts'
import { mapStep, withKey, writtenNames } from '../raw/raw-step.ts'

/**
 * Writes out `next` and `dependencies` so that an edit changes no edges but its own. `definition` is the meaning of the
 * edited text before that.
 */
export function keepEdges(draft: Draft, outcome: Outcome, wanted: Wanted, definition: Definition): Outcomes {
  const all = typeof wanted === 'function' ? decidedBy(wanted, draft, definition) : wanted
  return withEdges(outcome.root, all, definition)
}

/** Writes out exactly the wanted normal edges; `definition` is the meaning of `root`. */
export function withEdges(
  before: JsonObject,
  wanted: Iterable<[string, NormalEdge]>,
  definition: Definition,
): Outcomes {
  const edges = unrouted(wanted, definition)
  // The edit's own result mostly has the wanted edges already.
  if (sameNormal(edges, normalEdges(controlFlow(definition)))) return { ok: true, root: before }
  const { changes, definition: after } = settled(definition, edges)
  const found = normalEdges(controlFlow(after))
  if (!sameNormal(edges, found)) {
    return refuse('not_allowed', 'This would change other connections. Edit the YAML instead.')
  }
  let root = before
  for (const { step, key, names } of changes) {
    root = mapStep(root, step, (raw) => {
      if (names === null) return withKey(raw, key, undefined)
      return placeKey(raw, key, key === 'next' ? writtenNames(names, raw.next) : names)
    })
  }
  return { ok: true, root }
}

/** Writes the outcome of an edit to a text, or returns the refusal. */
export function rewriteOutcome(source: Source, outcome: Outcomes): Rewritten | EditRefusal {
  return outcome.ok ? rewrite(source, outcome.root) : outcome
}

/** A normal edge beside a route between the same steps adds nothing (docs/lifecycle.md, Control flow, rule 3). */
function unrouted(edges: Iterable<[string, NormalEdge]>, definition: Definition): ReadonlyMap<string, NormalEdge> {
  const routed = new Set(
    controlFlow(definition).edges.flatMap(({ from, to, kind }) => (kind === 'route' ? [normalId({ from, to })] : [])),
  )
  return new Map([...edges].filter(([id]) => !routed.has(id)))
}

function decidedBy(own: (edge: NormalEdge) => boolean, draft: Draft, definition: Definition): [string, NormalEdge][] {
  const old = [...draft.normal].filter(([, edge]) => !own(edge))
  return [...old, ...[...normalEdges(controlFlow(definition))].filter(([, edge]) => own(edge))]
}
