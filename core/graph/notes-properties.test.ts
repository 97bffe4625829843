import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { samples } from '#core/testing/samples.ts'
import { applyEdit } from './apply-edit.ts'
import { notesOf } from './notes.ts'
import { arbitraryWorkflowText } from './testing/arbitrary-workflow.ts'
import { edited } from './testing/edit-text.ts'
import { notesIn } from './testing/notes-in.ts'

it('notes read back as they were written, whatever the text', () => {
  const lines = fc.stringMatching(/^[ -~é]{0,20}$/)
  fc.assert(
    fc.property(arbitraryWorkflowText, fc.array(lines, { minLength: 1, maxLength: 3 }), fc.nat(), (of, all, which) => {
      const said = all.map((line) => line.trimEnd()).join('\n')
      const wanted = said.replace(/^\n+|\s+$/g, '')
      const { definition } = parse(of)
      const step = definition?.steps[which % (definition.steps.length || 1)]?.name ?? ''
      const before = notesIn(of)
      const result = edited(of, { type: 'write_note', text: said, position: { x: 0, y: 0 } })
      const { free } = notesOf(result, parse(result))
      expect(free.map((note) => note.text.trim())).toEqual(wanted.trim() === '' ? [] : [wanted.trim()])
      expect(parse(result).definition).toEqual(definition)
      const onStep = applyEdit(of, { type: 'set_note', step, text: said })
      if (!onStep.ok) {
        expect(onStep.code).toBe('not_expressible')
        return
      }
      const noted = onStep.text
      expect({ ...notesIn(noted), [step]: '' }).toEqual({ ...before, [step]: '' })
      expect(parse(noted).definition).toEqual(definition)
    }),
    { numRuns: samples(40, 160) },
  )
})
