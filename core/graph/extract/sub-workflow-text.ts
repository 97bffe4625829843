import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { Json, JsonObject } from '#core/json.ts'
import type { EditRefusal } from '../edit.ts'
import { openDraft } from '../edits/draft/open-draft.ts'
import { withKey } from '../edits/raw/raw-step.ts'
import { stepFragment } from '../fragment/copy-fragment.ts'
import { rewrite } from '../text/rewrite/rewrite.ts'
import { openSource } from '../text/source.ts'
import { blockLines } from '../text/write-value.ts'
import { splitSteps } from './extraction.ts'
import { inputOfPart } from './input-of-part.ts'

export interface SubWorkflowText {
  readonly ok: true
  readonly text: string
}

/**
 * The text of a workflow made of some steps, with their comments; its input has the fields that they read by name
 * before writing them.
 */
export function subWorkflowText(text: string, steps: readonly string[], name: string): SubWorkflowText | EditRefusal {
  const draft = openDraft(text, { type: 'extract_steps', steps, workflow: name }, parse(text))
  if (!draft.ok) return draft
  const split = splitSteps(draft.root, draft.definition, new Set(steps), '')
  if (!split.ok) return split
  const fragment = stepFragment(text, steps)
  if (!fragment.ok) return fragment
  const inside = new Map(
    draft.definition.steps
      .flatMap((step) => (steps.includes(step.name) ? [step.name] : []))
      .map((of, index) => [of, split.inside[index] as JsonObject]),
  )
  const properties = inputOfPart({ definition: draft.definition, flow: draft.flow, steps: inside })
  const newline = fragment.text.includes('\r\n') ? '\r\n' : '\n'
  const header = headerText(headerOf(draft.definition, name, properties), newline)
  const whole = openSource(`${header}${fragment.text}`)
  const moved = new Map(split.inside.map((step) => [step.name, step]))
  const led = (step: JsonObject) => reading(step, moved.get(step.name) as JsonObject)
  const written = whole.ok
    ? rewrite(whole, withKey(whole.value, 'steps', (whole.value.steps as readonly JsonObject[]).map(led)))
    : whole
  return written.ok ? { ok: true, text: written.source.text } : written
}

/** A step of the fragment with its inner edges, and its other keys from the split. */
function reading(step: JsonObject, moved: JsonObject): JsonObject {
  const flow = new Set(['next', 'dependencies', 'on_failure'])
  return Object.fromEntries(
    Object.entries(step).map(([key, value]) => [key, flow.has(key) ? value : (moved[key] as Json)]),
  )
}

function headerOf(
  { workflow_type, saga_enabled, fail_fast }: Definition,
  name: string,
  properties: JsonObject,
): JsonObject {
  return {
    workflow_type: name,
    description: `Part of ${workflow_type}`,
    ...(saga_enabled ? { saga_enabled } : {}),
    ...(fail_fast ? {} : { fail_fast }),
    ...(Object.keys(properties).length === 0 ? {} : { input_schema: { type: 'object', properties } }),
  }
}

/** The lines of the header, in generated form. */
function headerText(header: JsonObject, newline: '\n' | '\r\n'): string {
  return blockLines(header, { newline, indent: 2, dashIndent: 2, dashWidth: 2 })
    .map((line) => line + newline)
    .join('')
}
