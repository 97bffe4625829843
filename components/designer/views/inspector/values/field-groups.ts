import type { KeySpec } from '#core/definition/catalogue.ts'
import { viewsInspectorTexts } from '../../../texts/views-inspector.ts'

/** The headings of long forms, with their keys in the order of the form. Keys without a heading come first. */
const headings: readonly { readonly heading: string; readonly keys: readonly string[] }[] = [
  { heading: viewsInspectorTexts.whoDecides, keys: ['groups', 'assignees', 'excluded', 'approvals_required'] },
  { heading: viewsInspectorTexts.whatTheyFillIn, keys: ['form'] },
  {
    heading: viewsInspectorTexts.whenLate,
    keys: ['due_in_seconds', 'reminders', 'escalate_to', 'escalate_after_seconds'],
  },
  { heading: viewsInspectorTexts.inTheInbox, keys: ['queue', 'priority', 'inbox_fields'] },
  { heading: viewsInspectorTexts.whatStartsIt, keys: ['triggers'] },
  { heading: viewsInspectorTexts.whatItTakes, keys: ['input_schema', 'fan_out'] },
  { heading: viewsInspectorTexts.limits, keys: ['timeout_seconds', 'timeout_includes_waits', 'concurrency'] },
  { heading: viewsInspectorTexts.whenStepFails, keys: ['fail_fast', 'saga_enabled', 'recovery'] },
]

export interface FieldGroup {
  readonly heading: string | undefined
  readonly keys: readonly KeySpec[]
}

/** Forms with fewer headings need none: their few fields are seen at a glance. */
const fewestHeadings = 3

/** The fields of a form under their headings. A short form is one group without a heading. */
export function groupsOf(keys: readonly KeySpec[]): readonly FieldGroup[] {
  const groups = headings.flatMap(({ heading, keys: wanted }): readonly FieldGroup[] => {
    const members = wanted.flatMap((key) => keys.filter((spec) => spec.key === key))
    return members.length === 0 ? [] : [{ heading, keys: members }]
  })
  if (groups.length < fewestHeadings) return [{ heading: undefined, keys }]
  const grouped = new Set(groups.flatMap((group) => group.keys))
  const others = keys.filter((spec) => !grouped.has(spec))
  return others.length === 0 ? groups : [{ heading: undefined, keys: others }, ...groups]
}
