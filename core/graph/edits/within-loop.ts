import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { decompile } from '../decompile.ts'
import type { Edit } from '../edit.ts'
import { normalEdges } from '../flow/settle.ts'
import type { Draft, Outcome } from './draft.ts'
import { mapStep, stepNamed, withKey } from './raw-step.ts'

/**
 * The draft of the loop's body that an edit works in, so that whoever edits the
 * steps of a workflow edits those of a body as well; the draft itself where the
 * edit is about the workflow's own steps.
 */
export function draftWithin(draft: Draft, edit: Edit): Draft {
  const loop = loopOf(draft.definition.steps, edit)
  const body = loop === null ? null : bodyOf(draft.definition.steps, loop)
  if (loop === null || body === null) return draft
  const definition = { ...draft.definition, steps: body }
  const { loop_body: steps } = stepNamed(draft.root, loop)
  const flow = controlFlow(definition)
  return {
    ...draft,
    within: { loop, whole: draft.root },
    root: { ...draft.root, steps: steps as Json },
    definition,
    flow,
    graph: decompile(definition, {}),
    normal: normalEdges(flow),
  }
}

/** What an edit made of a body, as what it makes of the whole. */
export function lifted({ within }: Draft, outcome: Outcome): Outcome {
  if (within === undefined) return outcome
  const { steps, layout } = outcome.root
  const root = mapStep(withKey(within.whole, 'layout', layout), within.loop, (loop) =>
    withKey(loop, 'loop_body', steps),
  )
  return { ...outcome, root }
}

/** The part of a definition that a draft is about. */
export function partOf({ within }: Draft, definition: Definition): Definition {
  if (within === undefined) return definition
  return { ...definition, steps: bodyOf(definition.steps, within.loop) as readonly Step[] }
}

/** All that a draft's text says, in which names of steps are unique. */
export function wholeOf({ within, root }: Draft): JsonObject {
  return within?.whole ?? root
}

function loopOf(steps: readonly Step[], edit: Edit): string | null {
  if (edit.type === 'add_step' && edit.within !== undefined) return edit.within
  const name = stepOf(edit)
  return name === null ? null : enclosing(steps, name, null)
}

/** A step that says which list is meant; null where only the workflow's own can be. */
function stepOf(edit: Edit): string | null {
  switch (edit.type) {
    case 'add_step':
      return edit.connect?.from ?? edit.after ?? null
    case 'insert_on_edge':
    case 'disconnect':
    case 'reconnect':
      return edit.edge.from
    case 'connect':
      return edit.from
    case 'change_type':
      return edit.step
    case 'remove_steps':
    case 'duplicate_steps':
      return edit.steps[0] ?? null
    default:
      return null
  }
}

/** The innermost loop around a step. */
function enclosing(steps: readonly Step[], name: string, loop: string | null): string | null {
  for (const step of steps) {
    if (step.name === name) return loop
    const found = step.type === 'LOOP' ? enclosing(step.loop_body, name, step.name) : null
    if (found !== null) return found
  }
  return null
}

function bodyOf(steps: readonly Step[], loop: string): readonly Step[] | null {
  for (const step of steps) {
    if (step.type !== 'LOOP') continue
    const body = step.name === loop ? step.loop_body : bodyOf(step.loop_body, loop)
    if (body !== null) return body
  }
  return null
}
