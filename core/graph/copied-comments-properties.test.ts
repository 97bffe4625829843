import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Lexer } from 'yaml'
import { parse } from '#core/definition/parse.ts'
import { applyEdit } from './apply-edit.ts'
import { copyFragment } from './copy-fragment.ts'
import { arbitraryWorkflowText } from './testing/arbitrary-workflow.ts'

/** The comments of a text from a step on to the end of its item. */
function commentsIn(text: string, step: string): readonly string[] {
  const range = parse(text).source.stepRange(step)
  if (range === undefined) return []
  return [...new Lexer().lex(`${text.slice(range.start, range.end)}\n`)].filter((token) => token.startsWith('#'))
}

it('steps that are pasted elsewhere say the same there, with every comment that stood between what they say', () => {
  let comments = 0
  fc.assert(
    fc.property(arbitraryWorkflowText, (of) => {
      const names = parse(of).definition?.steps.map(({ name }) => name) ?? []
      const fragment = copyFragment(of, names)
      if (!fragment.ok) return
      const pasted = applyEdit('workflow_type: New\nsteps: []\n', { type: 'paste_steps', fragment: fragment.text })
      if (!pasted.ok) return
      const steps = (text: string) => parse(text).definition?.steps
      expect(steps(pasted.text)).toEqual(steps(fragment.text))
      for (const name of names) {
        const inside = commentsIn(fragment.text, name)
        comments += inside.length
        expect(commentsIn(pasted.text, name), `${fragment.text}\n=====\n${pasted.text}`).toEqual(inside)
      }
    }),
    { numRuns: 80 },
  )
  expect(comments).toBeGreaterThan(50)
})
