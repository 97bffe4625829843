import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { titles } from '#core/definition/testing/titles.ts'
import { applySplices } from '#core/definition/text/splice.ts'
import { samples } from '#core/testing/samples.ts'
import { applyEdit } from './apply-edit.ts'
import type { Edit } from './edit.ts'
import { arbitraryShortText } from './testing/arbitrary-workflow.ts'
import { strangers } from './testing/concerned.ts'

/** One edit of each kind that people make all day, for the step at hand. */
const kinds: readonly ((step: string, number: number) => Edit)[] = [
  (step, number) => ({ type: 'set_field', step, path: ['timeout_seconds'], value: number + 1 }),
  (step) => ({ type: 'set_field', step, path: ['description'], value: 'Other words: in one line' }),
  (step) => ({ type: 'set_field', step, path: ['when'] }),
  (step, number) => ({ type: 'set_field', step, path: ['title'], value: titles[number % titles.length] as string }),
  (_, number) => ({ type: 'set_workflow_field', path: ['title'], value: titles[number % titles.length] as string }),
  (_, number) => ({
    type: 'set_workflow_field',
    path: ['tags'],
    value: titles.slice(number % titles.length, (number % titles.length) + 3),
  }),
  (step, number) => ({
    type: 'add_step',
    step: { type: 'WAIT', name: 'Fresh_One' },
    ...(number % 2 ? { after: step } : {}),
  }),
  (step) => ({ type: 'remove_steps', steps: [step] }),
  (step) => ({ type: 'rename_step', step, name: 'Another_Name' }),
  (step) => ({ type: 'duplicate_steps', steps: [step] }),
  () => ({ type: 'paste_steps', fragment: 'steps:\n  # what comes along\n  - name: Fresh_One\n    type: WAIT\n' }),
  (step) => ({ type: 'group_steps', steps: [step], title: 'A group' }),
  (_, number) => ({ type: 'write_note', text: 'Words\nbeside', position: { x: number, y: 0 } }),
  (step) => ({ type: 'set_note', step, text: 'Why it is here' }),
  (step) => ({ type: 'extract_steps', steps: [step], workflow: 'Part' }),
  (step, number) => ({ type: 'move', positions: { [step]: { x: 5_000 + number, y: -number } } }),
]

const numRuns = samples(1_000, 10_000)

it(`editing, titling, tagging, adding, copying, extracting, removing, renaming, moving, grouping and noting touch only the lines concerned, in ${numRuns} texts of every style`, () => {
  fc.assert(
    fc.property(arbitraryShortText, fc.nat({ max: 1_000 }), fc.nat({ max: kinds.length - 1 }), (text, number, kind) => {
      const parsed = parse(text)
      const steps = parsed.definition?.steps ?? []
      const step = steps[number % steps.length]?.name as string
      const edit = (kinds[kind] as (typeof kinds)[number])(step, number)
      const result = applyEdit(text, edit, parsed)
      if (!result.ok) {
        // The last step stays, one of which no other can stand in the place stays, and a step within a line of others has no line above it.
        const refused = `${edit.type} ${result.code}`
        expect(['remove_steps not_allowed', 'extract_steps not_allowed', 'set_note not_expressible']).toContain(refused)
        return
      }
      expect(applySplices(text, result.splices)).toBe(result.text)
      expect(strangers(text, parsed, edit, result.splices)).toEqual([])
    }),
    { numRuns },
  )
})
