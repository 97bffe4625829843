import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { JsonObject } from '#core/json.ts'
import { stepFragment } from '../copy-fragment.ts'
import { type EditRefusal, refuse } from '../edit.ts'
import { withKey } from '../edits/raw-step.ts'
import { rewrite } from '../text/rewrite.ts'
import { openSource } from '../text/source.ts'
import { blockLines } from '../text/write-value.ts'
import { splitSteps } from './extraction.ts'
import { readFields } from './references.ts'

export interface SubWorkflowText {
  readonly ok: true
  readonly text: string
}

/** The text of a workflow of its own for some steps, with their comments; its input is what they read by name. */
export function subWorkflowText(text: string, steps: readonly string[], name: string): SubWorkflowText | EditRefusal {
  const { definition } = parse(text)
  const source = openSource(text)
  if (!source.ok) return source
  if (definition === null) return refuse('text_broken', 'The text must be mended first.')
  const split = splitSteps(source.value, definition, new Set(steps), '')
  if (!split.ok) return split
  const fragment = stepFragment(text, steps)
  if (!fragment.ok) return fragment
  const header = headerText(headerOf(definition, name, readFields(split.inside)))
  const whole = openSource(`${header}${fragment.text}`)
  if (!whole.ok) return whole
  const moved = new Map(split.inside.map((step) => [step.name, step]))
  const led = (whole.value.steps as readonly JsonObject[]).map((step) => reading(step, moved.get(step.name)))
  const written = rewrite(whole, withKey(whole.value, 'steps', led))
  return written.ok ? { ok: true, text: written.source.text } : written
}

/** A step of the fragment, whose edges are those inside, with everything else as the split has it. */
function reading(step: JsonObject, moved: JsonObject | undefined): JsonObject {
  const flow = new Set(['next', 'dependencies', 'on_failure'])
  return Object.fromEntries(
    Object.entries(step).map(([key, value]) => [key, flow.has(key) ? value : (moved?.[key] ?? value)]),
  )
}

function headerOf(
  { workflow_type, saga_enabled, fail_fast }: Definition,
  name: string,
  fields: readonly string[],
): JsonObject {
  return {
    workflow_type: name,
    description: `A part of ${workflow_type}`,
    ...(saga_enabled ? { saga_enabled } : {}),
    ...(fail_fast ? {} : { fail_fast }),
    ...(fields.length === 0
      ? {}
      : { input_schema: { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, {}])) } }),
  }
}

/** The lines of the header, as anything else is written. */
function headerText(header: JsonObject): string {
  return blockLines(header, { newline: '\n', indent: 2, dashIndent: 2, dashWidth: 2 })
    .map((line) => `${line}\n`)
    .join('')
}
